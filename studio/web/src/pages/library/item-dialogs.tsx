import { ColorInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { invalidate, queryClient } from '../../api/queries.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { addItem, changeItem, type LibraryItem } from '../../parts/library/library.ts';
import { notifyDone } from '../../parts/notify.tsx';
import { libraryWords } from '../../words/library.ts';

const { dialog: words, removal } = libraryWords;

/** What a dialog is for. */
export type ItemAction = 'addColor' | 'rename' | 'changeColor' | 'remove';

interface ItemDialogProps {
  readonly action: ItemAction;
  /** Null: a new one. */
  readonly item: LibraryItem | null;
  readonly onClose: () => void;
}

const titles = {
  addColor: words.addTitle,
  rename: words.renameTitle,
  changeColor: words.colorTitle,
} as const;

/** The dialog of an action. */
export function ItemDialog({ action, item, onClose }: ItemDialogProps): ReactNode {
  const [name, setName] = useState(item?.name ?? '');
  const [color, setColor] = useState(item?.color ?? '#1d4ed8');
  if (action === 'remove') {
    return (
      <ConfirmDialog
        isOpen
        title={removal.title}
        confirm={removal.confirm}
        isDangerous
        onConfirm={async () => {
          if (item === null) return;
          await api.DELETE('/library/{libraryItemId}', { params: { path: { libraryItemId: item.id } } });
          // Lists that are shown again would ask for its files.
          queryClient.removeQueries({ queryKey: ['/library'], type: 'inactive' });
          await invalidate('/library', '/activity');
          notifyDone(removal.done(item.name));
        }}
        onClose={onClose}
      >
        <span dir="auto">{removal.detail(item?.name ?? '')}</span>
      </ConfirmDialog>
    );
  }
  const save = async () => {
    if (item !== null) await changeItem(item.id, action === 'rename' ? { name } : { color });
    else {
      const added = await addItem({ kind: 'COLOR', name: name.trim() || color, color });
      notifyDone(libraryWords.added(added.name));
    }
  };
  return (
    <FormDialog
      isOpen
      title={titles[action]}
      submit={item === null ? words.create : words.save}
      onSubmit={save}
      onClose={onClose}
    >
      {(errors) => (
        <>
          {action === 'rename' ? null : (
            <ColorInput
              label={words.color}
              description={words.colorHint}
              value={color}
              onChange={setColor}
              fixOnBlur={false}
              eyeDropperButtonProps={{ 'aria-label': words.eyedropper }}
              error={errors['color']}
              data-autofocus
            />
          )}
          {action === 'changeColor' ? null : (
            <TextInput
              label={words.name}
              dir="auto"
              maxLength={200}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              error={errors['name']}
              required={action === 'rename'}
              withAsterisk={false}
              {...(action === 'rename' ? { 'data-autofocus': true } : {})}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
