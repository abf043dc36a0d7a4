import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { read } from '../../api/client.ts';
import { ApiError } from '../../api/problem.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import type { LibraryItem } from '../../parts/library/library.ts';
import { notifyDone, notifyError, notifyNote } from '../../parts/notify.tsx';
import { libraryWords } from '../../words/library.ts';
import type { LibraryCopy } from '../state/design-settings.ts';
import { forgetCopy } from '../state/library-copies.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { findOldCopies, updateCopy } from './update-copies.ts';

const words = libraryWords.designer;

const none: readonly LibraryCopy[] = [];

/** Copies in the template that differ from the library: each can be taken over. */
export function UpdatesTab(): ReactNode {
  const store = useDesignerStore();
  const design = useDesigner((state) => state.design);
  const copies = useDesigner(({ settings }) => settings.library ?? none);
  const hasForgotten = useDesigner((state) => state.hasForgotten);
  const [busy, setBusy] = useState<string | null>(null);
  const ids = [...new Set(copies.map(({ itemId }) => itemId))];
  const answers = useQueries({
    queries: ids.map((libraryItemId) =>
      read('/library/{libraryItemId}', { params: { path: { libraryItemId } } }),
    ),
  });
  const items = new Map<string, LibraryItem | null>();
  for (const [index, { data, error }] of answers.entries()) {
    const id = ids[index] ?? '';
    if (data !== undefined && error === null) items.set(id, data);
    else if (error instanceof ApiError && error.status === 404) items.set(id, null);
  }
  const failed = answers.find(
    ({ error }) => error !== null && !(error instanceof ApiError && error.status === 404),
  );
  if (failed?.error != null) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (items.size < ids.length) return <Loader size="sm" />;
  const old = findOldCopies(design, copies, items);
  const update = async (copy: LibraryCopy, item: LibraryItem) => {
    setBusy(item.id);
    await updateCopy(store, copy, item).then((kept) => {
      if (kept.length > 0) notifyNote(words.kept(item.name, kept));
      notifyDone(words.done(item.name));
    }, notifyError);
    setBusy(null);
  };
  return (
    <Stack gap="xs" role="status">
      {hasForgotten ? <Text size="sm">{words.full}</Text> : null}
      {old.length === 0 ? <Text size="sm">{words.upToDate}</Text> : null}
      {old.map(({ copy, item }) => (
        <Group key={`${copy.itemId} ${copy.revision}`} justify="space-between" gap="sm" wrap="nowrap">
          <div>
            <Text size="sm" fw={600} dir="auto">
              {item?.name ?? copy.uses.join(', ')}
            </Text>
            <Text size="xs" c="dimmed">
              {item === null ? words.gone : `${libraryWords.kind[item.kind]} · ${words.changed}`}
            </Text>
          </div>
          {item === null ? (
            <Button
              variant="default"
              size="xs"
              aria-label={words.forgetItem(copy.uses.join(', '))}
              onClick={() => forgetCopy(store, copy)}
            >
              {words.forget}
            </Button>
          ) : (
            <Button
              size="xs"
              loading={busy === item.id}
              aria-label={words.update(item.name)}
              onClick={() => void update(copy, item)}
            >
              {words.updateAction}
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  );
}
