import type { ReactNode } from 'react';
import { jobWords } from '../../words/jobs.ts';
import classes from './job-page.module.css';

const words = jobWords.page.rows.others;

interface OtherCellsProps {
  /** Names the row, for screen readers. */
  readonly row: string;
  /** In the order of the sheet; those without text are not shown. */
  readonly cells: readonly { readonly name: string; readonly text: string }[];
}

/** What a row has in columns that fill no variable. Closed at first: there may be many. */
export function OtherCells({ row, cells }: OtherCellsProps): ReactNode {
  const shown = cells.map((cell, index) => ({ ...cell, key: index })).filter(({ text }) => text !== '');
  return (
    <details className={classes.others}>
      <summary aria-label={words.open(shown.length, row)}>{words.count(shown.length)}</summary>
      <dl>
        {shown.map(({ key, name, text }) => (
          <div key={key}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
