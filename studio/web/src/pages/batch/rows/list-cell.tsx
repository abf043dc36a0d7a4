import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { describeEntries } from '../../../parts/previews/list-entries.ts';
import { ListInput } from '../../../parts/previews/list-input.tsx';
import { batchWords } from '../../../words/batch.ts';
import { CellButton, TextCell, type CellProps } from './text-cell.tsx';

const words = batchWords.rows;

/** The entries of a list in short. They are corrected as a table, and what it cannot show as a text. */
export function ListCell(props: CellProps): ReactNode {
  const { variable, row, faults, original, onCorrect } = props;
  const { name, label, fields = [] } = variable;
  const value = row.values[name] ?? '';
  const [isOpen, setOpen] = useState(false);
  // It stays while the dialog closes.
  const [draft, setDraft] = useState(value);
  const shown = describeEntries(value, fields);
  if (shown === null) return <TextCell {...props} />;
  return (
    <>
      <CellButton
        {...{ name, row, faults, shown }}
        original={original === null ? null : (describeEntries(original, fields) ?? original)}
        onClick={() => {
          setDraft(value);
          setOpen(true);
        }}
      />
      <FormDialog
        isOpen={isOpen}
        title={words.editing(name, row.line)}
        submit={words.correct}
        size="lg"
        onClose={() => setOpen(false)}
        onSubmit={() => {
          if (draft !== value) onCorrect(draft);
        }}
      >
        {() => (
          <ListInput
            field={{
              id: `cell-${row.index}-${name}`,
              label: label === '' ? name : label,
              description: null,
              withAsterisk: variable.required,
              error: faults.length === 0 ? null : faults.join(' '),
              placeholder: '',
              dir: 'auto',
            }}
            fields={fields}
            place={name}
            value={draft}
            onChange={(next) => setDraft(next ?? '')}
          />
        )}
      </FormDialog>
    </>
  );
}
