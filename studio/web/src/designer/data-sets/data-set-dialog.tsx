import { Stack, TextInput } from '@mantine/core';
import { useMemo, useState, type FormEvent, type ReactNode } from 'react';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { NestedDialog } from '../../parts/nested-dialog.tsx';
import { PreviewPicture } from '../../parts/previews/preview-picture.tsx';
import { VariableForm } from '../../parts/previews/variable-form.tsx';
import { dataSetWords } from '../../words/designer/data-sets.ts';
import { takeId } from '../model/elements.ts';
import { seenDocument } from '../model/known-boxes.ts';
import type { DataSet } from '../state/design-settings.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { maxNameCharacters, replaceSet } from './change-sets.ts';
import { usePicture } from './use-picture.ts';
import { toVariables } from './variables.ts';
import classes from './data-sets.module.css';

const words = dataSetWords.dialog;

interface DataSetDialogProps {
  /** Null: a new one. */
  readonly set: DataSet | null;
  readonly onAdd: (set: DataSet) => void;
  readonly onClose: () => void;
}

/** Edits the name and the values of a data set, beside their picture. */
export function DataSetDialog({ set, onAdd, onClose }: DataSetDialogProps): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const page = useDesigner(({ design }) => seenDocument(design).viewport);
  const sets = useDesigner(({ settings }) => settings.dataSets);
  const [name, setName] = useState(
    () => set?.name ?? takeId(new Set(sets.map((each) => each.name)), words.firstName),
  );
  const [values, setValues] = useState(set?.values ?? {});
  const picture = usePicture(values);
  const variables = useMemo(() => toVariables(document.variables), [document.variables]);
  const isTaken = sets.some((each) => each.name === name.trim() && each.name !== set?.name);
  const error = name.trim() === '' ? words.nameEmpty : isTaken ? words.nameTaken : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (error !== null) return;
    const edited = { name: name.trim(), values };
    if (set === null) onAdd(edited);
    else replaceSet(store, set, edited);
    onClose();
  };
  return (
    <NestedDialog opened onClose={onClose} size={880} title={set === null ? words.add : words.edit(set.name)}>
      <form onSubmit={submit} noValidate>
        <div className={classes.dialog}>
          <Stack gap="md">
            <TextInput
              label={words.name}
              value={name}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
              maxLength={maxNameCharacters}
              error={error}
              dir="auto"
              autoComplete="off"
              data-autofocus
            />
            <VariableForm
              variables={variables}
              values={values}
              onChange={setValues}
              error={picture.error}
              warnings={picture.preview?.warnings ?? []}
              document={document}
            />
          </Stack>
          <div className={classes.stage}>
            <PreviewPicture
              preview={picture.preview}
              isLoading={picture.isLoading}
              page={page}
              alt={words.picture}
              maxHeight="60vh"
            />
          </div>
        </div>
        <DialogButtons isLong submit={set === null ? words.submitAdd : words.submitEdit} onCancel={onClose} />
      </form>
    </NestedDialog>
  );
}
