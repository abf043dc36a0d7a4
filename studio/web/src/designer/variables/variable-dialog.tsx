import { Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import type { TemplateVariable } from '../model/template.ts';
import { DialogButtons } from '../../parts/dialog-buttons.tsx';
import { NestedDialog } from '../../parts/nested-dialog.tsx';
import { notifyError } from '../../parts/notify.tsx';
import { variableWords } from '../../words/designer/variables.ts';
import { addVariable, changeVariable, copyValue, usesOfVariable } from '../model/changes/variables.ts';
import type { DesignerStore } from '../state/designer.ts';
import { useDesigner, useDesignerStore } from '../state/use-designer.ts';
import { describeUses } from './describe.ts';
import { copyFields } from './copy-fields.ts';
import { checkDraft, closeDraft, openDraft, renamedFields, type NewFieldNames } from './variable-draft.ts';
import { VariableFields } from './variable-fields.tsx';

const words = variableWords.dialog;

/** Edits a variable; null: a new one. */
export function VariableDialog({
  variable,
  type = 'text',
  neutralDefault = '',
  onAdded,
  onClose,
}: {
  readonly variable: TemplateVariable | null;
  /** Of a new variable, at first. */
  readonly type?: TemplateVariable['type'];
  /** Of a new variable, at first. */
  readonly neutralDefault?: string;
  readonly onAdded?: (name: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const store = useDesignerStore();
  const document = useDesigner(({ design }) => design.document);
  const [draft, setDraft] = useState(() => openDraft(variable, type, neutralDefault));
  const [showsErrors, setShowsErrors] = useState(false);
  const [isKeeping, setKeeping] = useState(false);
  const others = (document.variables ?? []).filter((each) => each.name !== variable?.name);
  const errors = checkDraft(
    draft,
    others.map(({ name }) => name),
  );
  const isRenamed = variable !== null && draft.name.trim() !== variable.name;
  const uses = variable === null ? null : usesOfVariable(document, variable.name);
  const isUsed = uses !== null && (uses.isOnPage || uses.elements.length > 0);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (Object.keys(errors).length > 0) return setShowsErrors(true);
    const kept = closeDraft(draft);
    setKeeping(true);
    keep(store, variable, kept, renamedFields(draft, variable?.name ?? ''))
      .then(() => {
        if (variable === null) onAdded?.(kept.name);
        onClose();
      })
      .catch((error: unknown) => {
        setKeeping(false);
        notifyError(error);
      });
  };
  return (
    <NestedDialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      size={560}
      title={variable === null ? words.add : words.edit}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <VariableFields
            draft={draft}
            errors={showsErrors ? errors : {}}
            nameHint={isRenamed && isUsed ? words.renames(describeUses(uses)) : words.nameHint}
            onChange={(change) => setDraft((current) => ({ ...current, ...change }))}
          />
        </Stack>
        <DialogButtons
          isLong
          submit={variable === null ? words.submitAdd : words.submitEdit}
          isBusy={isKeeping}
          onCancel={onClose}
        />
      </form>
    </NestedDialog>
  );
}

/** New names of the variable, and of the fields of a list, take uses and the values of data sets along. */
async function keep(
  store: DesignerStore,
  before: TemplateVariable | null,
  after: TemplateVariable,
  names: NewFieldNames,
): Promise<void> {
  if (before === null) return store.getState().change((design) => addVariable(design, after));
  const renaming = names.size === 0 ? null : await import('../model/changes/rename-fields.ts');
  const state = store.getState();
  state.change((design) =>
    changeVariable(design, before.name, after, (document) =>
      renaming?.renameFields(document, {
        names,
        variables: design.document.variables ?? [],
      }),
    ),
  );
  if (after.name === before.name && names.size === 0) return;
  const dataSets = state.settings.dataSets.map((set) => ({
    ...set,
    values: copyFields(
      copyValue(set.values, before.name, after.name),
      { list: after.name, key: before.name },
      names,
    ),
  }));
  state.setSettings({ dataSets });
}
