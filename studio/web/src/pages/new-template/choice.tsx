import type { ReactNode } from 'react';
import classes from './new-template.module.css';

interface ChoiceProps {
  /** The radio group that it belongs to. */
  readonly group: string;
  readonly value: string;
  readonly label: string;
  readonly hint: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** The picture above the words. */
  readonly children: ReactNode;
}

/** A tile that is a radio button: arrow keys go through the tiles of a group. */
export function Choice(props: ChoiceProps): ReactNode {
  const { group, value, label, hint, isChosen, onChoose, children } = props;
  return (
    <label className={classes.choice} data-chosen={isChosen || undefined}>
      <input
        type="radio"
        className={classes.radio}
        name={group}
        value={value}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={classes.stage} aria-hidden>
        {children}
      </span>
      <span className={classes.choiceText}>
        <span className={classes.choiceName}>{label}</span> <span className={classes.hint}>{hint}</span>
      </span>
    </label>
  );
}
