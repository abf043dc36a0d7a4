import { Text, TextInput, UnstyledButton } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';
import type { PreparedRow } from '../prepared-batch.ts';
import classes from '../batch.module.css';

const words = batchWords.rows;

export interface CellProps {
  readonly variable: Schema<'Variable'>;
  readonly row: PreparedRow;
  /** What is wrong with it. */
  readonly faults: readonly string[];
  /** What the file has, if the cell is corrected. */
  readonly original: string | null;
  readonly onCorrect: (value: string) => void;
}

/** A value. Enter or leaving the field keeps a correction, Escape drops it. */
export function TextCell({ variable: { name }, row, faults, original, onCorrect }: CellProps): ReactNode {
  const value = row.values[name] ?? '';
  const [draft, setDraft] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const finish = (next: string | null) => {
    setDraft(null);
    if (next !== null && next !== value) onCorrect(next);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    finish(event.key === 'Enter' ? draft : null);
    setTimeout(() => button.current?.focus());
  };
  if (draft !== null) {
    return (
      <TextInput
        size="xs"
        autoFocus
        aria-label={words.editing(name, row.line)}
        value={draft}
        dir="auto"
        className={classes.input}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={() => finish(draft)}
        onKeyDown={onKeyDown}
      />
    );
  }
  return (
    <CellButton
      ref={button}
      {...{ name, row, faults, original }}
      shown={value}
      onClick={() => setDraft(value)}
    />
  );
}

interface CellButtonProps extends Pick<CellProps, 'row' | 'faults' | 'original'> {
  readonly name: string;
  readonly shown: string;
  readonly ref?: Ref<HTMLButtonElement>;
  readonly onClick: () => void;
}

/** A value that is corrected by a click. */
export function CellButton({ name, row, faults, original, shown, ref, onClick }: CellButtonProps): ReactNode {
  return (
    <UnstyledButton
      ref={ref}
      className={classes.value}
      data-wrong={faults.length > 0 || undefined}
      data-corrected={original !== null || undefined}
      title={original === null ? shown : words.corrected(original)}
      aria-label={words.edit(name, row.line, shown)}
      disabled={row.isLeftOut}
      dir="auto"
      onClick={onClick}
    >
      {shown === '' ? (
        <Text span size="sm" c="dimmed">
          –
        </Text>
      ) : (
        shown
      )}
    </UnstyledButton>
  );
}
