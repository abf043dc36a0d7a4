import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api, data } from '../../api/client.ts';
import { fieldErrors } from '../../api/problem.ts';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { ErrorState } from '../../parts/error-state.tsx';
import { addItem } from '../../parts/library/library.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { libraryWords } from '../../words/library.ts';
import type { DesignerStore } from '../state/designer.ts';
import { noteCopies } from '../state/library-copies.ts';
import { useDesignerStore } from '../state/use-designer.ts';
import { findSavedKinds, makeItem, type SavedKind } from './item-elements.ts';

const words = libraryWords.saving;

/** Saves what is selected as an item of the library, with its files and fonts. */
export function SaveForm({ onClose }: { readonly onClose: () => void }): ReactNode {
  const store = useDesignerStore();
  const [kinds] = useState(() => findSavedKinds(store.getState().design));
  const [kind, setKind] = useState<SavedKind>(kinds[0] ?? 'BLOCK');
  const [name, setName] = useState(() => store.getState().design.selection[0] ?? '');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || name.trim() === '') return;
    setBusy(true);
    try {
      await save(store, kind, name.trim());
      notifyDone(libraryWords.added(name.trim()));
      onClose();
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        {error === null ? null : <ErrorState error={error} />}
        <TextInput
          label={words.name}
          dir="auto"
          maxLength={200}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          error={fieldErrors(error)['name']}
          data-autofocus
        />
        <NativeSelect
          label={words.as}
          data={kinds.map((value) => ({ value, label: libraryWords.kind[value] }))}
          value={kind}
          onChange={({ currentTarget }) => setKind(currentTarget.value as SavedKind)}
        />
        <DialogButtons
          submit={words.submit}
          isBusy={isBusy}
          isDisabled={name.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

async function save(store: DesignerStore, kind: SavedKind, name: string): Promise<void> {
  const { templateId, design } = store.getState();
  const { document, paths } = makeItem(templateId, design, { kind, name });
  const listed = await data(api.GET('/templates/{templateId}/files', { params: { path: { templateId } } }));
  const ids = new Map(listed.data.map(({ path, id }) => [path, id]));
  const item = await addItem({
    kind,
    name,
    ...(document === null ? {} : { document: { ...document } }),
    files: paths.flatMap((path) => {
      const id = ids.get(path);
      return id === undefined ? [] : [{ path, id }];
    }),
  });
  // What it was made of is a copy from now on. Several elements have become one there.
  if (document === null) noteCopies(store, item, paths);
  else if (design.selection.length === 1) noteCopies(store, item, design.selection);
}
