import { draftPaths } from '../../parts/template/changes.ts';
import { closePages, openPages } from '../model/pages.ts';
import { Alert, Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { api, data, read, type Schema } from '../../api/client.ts';
import type { ApiError } from '../../api/problem.ts';
import { useChange } from '../../api/queries.ts';
import { ErrorState } from '../../parts/error-state.tsx';
import { refusedProblems } from '../../parts/template/refused-problems.ts';
import { partWords } from '../../words/parts.ts';
import { publishWords as words } from '../../words/designer/publish.ts';
import { notifyPublished } from './next-steps.tsx';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { DraftPicture, VersionPicture } from './pictures.tsx';
import { ChangeList } from './change-list.tsx';
import { describeChanges, type Change } from './describe-changes.ts';
import { Conflict, Problems } from './refusals.tsx';
import { walkPages } from '../model/elements.ts';
import { workOnPage } from '../view/reveal.ts';
import classes from './publish.module.css';

interface PublishDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Saves what is unsaved, and returns the draft's tag. */
  readonly save: () => Promise<string>;
}

/** Shows what publishing changes, then publishes. */
export function PublishDialog({ isOpen, onClose, save }: PublishDialogProps): ReactNode {
  return (
    <Modal opened={isOpen} onClose={onClose} title={words.title} size={980}>
      <Content onClose={onClose} save={save} />
    </Modal>
  );
}

function Content({ onClose, save }: Omit<PublishDialogProps, 'isOpen'>): ReactNode {
  const store = useDesignerStore();
  const templateId = useDesigner((state) => state.templateId);
  const navigate = useNavigate();
  const problems = useDesigner((state) => state.problems);
  const saved = useSaved(save);
  const template = useQuery(read('/templates/{templateId}', { params: { path: { templateId } } }));
  const version = template.data?.version ?? null;
  const published = useQuery({
    ...read('/templates/{templateId}/versions/{version}', {
      params: { path: { templateId, version: version ?? 1 } },
    }),
    enabled: version !== null,
  });
  const publish = useChange(
    async () => {
      // Undone, redone or typed since the dialog opened.
      const etag = await save();
      return await data(
        api.POST('/templates/{templateId}/draft/publish', {
          params: { path: { templateId }, header: { 'If-Match': etag } },
        }),
      );
    },
    draftPaths,
    {
      onSuccess: ({ number }) => {
        notifyPublished(number, templateId, (path) => void navigate(path));
        onClose();
      },
    },
  );
  const changes = useChanges(published.data);
  // Without a draft there is nothing to publish.
  const isSame = changes?.length === 0 && template.data?.draft === null;
  const error = publish.error ?? saved.error ?? template.error ?? published.error;
  const refused = refusedProblems(publish.error) ?? problems;
  const isReady = saved.isDone && template.data !== undefined && (version === null || published.isSuccess);
  const canPublish = isReady && !isSame;
  const show = (id: string) => {
    const { pages = [] } = store.getState().design.document;
    const page = pages.findIndex((each) => each.id === id || each.group === id);
    if (page === -1) store.getState().select([id]);
    else workOnPage(store, page);
    onClose();
  };
  return (
    <Stack gap="md">
      {refused.length === 0 ? null : <Problems problems={refused} onShow={show} />}
      {isReady ? (
        // What has problems has no picture.
        refused.length === 0 ? (
          <Comparison version={version} published={published.data} changes={changes} />
        ) : null
      ) : error === null ? (
        <Group gap="xs" role="status">
          <Loader size="xs" aria-hidden />
          <Text size="sm">{words.reading}</Text>
        </Group>
      ) : null}
      <Refusal error={error} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {partWords.cancel}
        </Button>
        <Button
          onClick={() => (canPublish ? publish.mutate() : undefined)}
          loading={publish.isPending}
          // A disabled button could not take the focus when the dialog opens.
          aria-disabled={!canPublish}
          {...(canPublish ? {} : { 'data-disabled': true })}
          data-autofocus
        >
          {words.submit}
        </Button>
      </Group>
    </Stack>
  );
}

/** Saves once, when the dialog opens. */
function useSaved(save: () => Promise<string>): {
  readonly isDone: boolean;
  readonly error: ApiError | null;
} {
  const [state, setState] = useState<{ readonly isDone: boolean; readonly error: ApiError | null }>({
    isDone: false,
    error: null,
  });
  useEffect(() => {
    void save().then(
      () => setState({ isDone: true, error: null }),
      (error: unknown) => setState({ isDone: false, error: error as ApiError }),
    );
    // Once: what changes meanwhile is saved again before it is published.
  }, []);
  return state;
}

/** What differs from the published version; null: there is none. */
function useChanges(published: Schema<'VersionDocument'> | undefined): readonly Change[] | null {
  const document = useDesigner(({ design }) => design.document);
  return useMemo(
    // As it is saved: without keys that are set to undefined.
    () =>
      published === undefined
        ? null
        : describeChanges(
            openPages(published.document),
            openPages(JSON.parse(JSON.stringify(closePages(document))) as object),
          ),
    [published, document],
  );
}

function Comparison({
  version,
  published,
  changes,
}: {
  readonly version: number | null;
  readonly published: Schema<'VersionDocument'> | undefined;
  readonly changes: readonly Change[] | null;
}): ReactNode {
  const document = useDesigner(({ design }) => design.document);
  if (version === null || changes === null || published === undefined)
    return (
      <>
        <div className={classes.single}>
          <DraftPicture name={words.first} />
        </div>
        <Text size="sm">
          {words.facts([...walkPages(document)].length, document.variables?.length ?? 0)}. {words.firstDetail}
        </Text>
      </>
    );
  return (
    <>
      <Text size="sm" c="dimmed">
        {words.nextDetail(version)}
      </Text>
      <div className={classes.pair}>
        <VersionPicture name={words.published(version)} version={published} />
        <DraftPicture name={words.draft} />
      </div>
      {changes.length === 0 ? (
        <Text size="sm">{words.noChanges}</Text>
      ) : (
        <div>
          <Text fw={600} size="sm" mb={4}>
            {words.changes(changes.length)}
          </Text>
          <ChangeList changes={changes} />
        </div>
      )}
    </>
  );
}

function Refusal({ error }: { readonly error: ApiError | null }): ReactNode {
  if (error === null || refusedProblems(error) !== null) return null;
  if (error.status === 412) return <Conflict error={error} />;
  return error.code === 'NO_DRAFT' ? (
    <Alert color="yellow" role="alert">
      {words.noChanges}
    </Alert>
  ) : (
    <ErrorState error={error} />
  );
}
