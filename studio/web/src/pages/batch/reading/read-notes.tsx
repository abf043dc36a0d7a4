import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconInfoCircle } from '../../../generated/icons.ts';
import { batchWords } from '../../../words/batch.ts';
import type { RowSource } from '../row-source.ts';
import classes from '../batch.module.css';

const words = batchWords.file;

interface ReadNotesProps {
  readonly source: RowSource;
  /** Leaves out the rows of these lines. */
  readonly onLeaveOut: (lines: readonly number[]) => void;
}

/** What was read in a way that a person may not expect, and rows that the spreadsheet program hides. */
export function ReadNotes({ source: { notes = [], hidden = [] }, onLeaveOut }: ReadNotesProps): ReactNode {
  if (notes.length === 0 && hidden.length === 0) return null;
  return (
    <Alert role="note" title={words.notes} icon={<IconInfoCircle size={18} aria-hidden />} mb="sm">
      <ul className={classes.problems}>
        {notes.map((note) => (
          <li key={note} dir="auto">
            {note}
          </li>
        ))}
        {hidden.length === 0 ? null : <li>{words.hidden(hidden)}</li>}
      </ul>
      {hidden.length === 0 ? null : (
        <Button size="xs" variant="default" mt="xs" onClick={() => onLeaveOut(hidden)}>
          {words.leaveOutHidden(hidden.length)}
        </Button>
      )}
    </Alert>
  );
}
