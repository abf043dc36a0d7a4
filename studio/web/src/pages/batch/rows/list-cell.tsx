import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { describeEntries } from '../../../parts/previews/list-entries.ts';
import { ListInput } from '../../../parts/previews/list-input.tsx';
import { batchWords } from '../../../words/batch.ts';
import { CellButton, TextCell, type CellProps } from './text-cell.tsx';

const words = batchWords.rows;

/** The entries of a list in short, which are corrected as a table. What is no list is corrected as a text. */
export function ListCell(props: CellProps): ReactNode {
  const { variable, row, faults, original, onCorrect } = props;
  const { name, label, fields = [] } = variable;
  const value = row.values[name] ?? '';
  const [draft, setDraft] = useState<string | null>(null);
  const shown = describeEntries(value);
  if (shown === null) return <TextCell {...props} />;
  const close = () => setDraft(null);
  return (
    <>
      <CellButton
        {...{ name, row, faults, shown }}
        original={original === null ? null : (describeEntries(original) ?? original)}
        onClick={() => setDraft(value)}
      />
      <FormDialog
        isOpen={draft !== null}
        title={words.editing(name, row.line)}
        submit={words.correct}
        size="lg"
        onClose={close}
        onSubmit={async () => {
          if (draft !== null && draft !== value) onCorrect(draft);
          return await Promise.resolve();
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
            value={draft ?? ''}
            onChange={(next) => setDraft(next ?? '')}
          />
        )}
      </FormDialog>
    </>
  );
}
