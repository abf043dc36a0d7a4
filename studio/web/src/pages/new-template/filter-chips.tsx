import type { ReactNode } from 'react';
import classes from './filter-chips.module.css';

interface FilterChipsProps {
  /** What is chosen: "Kind". */
  readonly label: string;
  /** The choice of all. */
  readonly all: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** Null: all. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  /** The values are colours, which are shown instead of their names. */
  readonly areColors?: boolean;
}

/** Choices of a filter side by side, of which one counts. Arrow keys go through them. */
export function FilterChips(props: FilterChipsProps): ReactNode {
  const { label, all, choices, value, onChange, areColors = false } = props;
  return (
    <div role="radiogroup" aria-label={label} className={classes.chips}>
      {[{ value: null, label: all }, ...choices].map((choice) => (
        <label
          key={choice.value}
          className={areColors && choice.value !== null ? classes.swatch : classes.chip}
          title={areColors ? choice.label : undefined}
          data-color={areColors ? choice.value : undefined}
          data-chosen={choice.value === value || undefined}
        >
          <input
            type="radio"
            className={classes.radio}
            name={label}
            aria-label={choice.label}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {areColors && choice.value !== null ? null : <span aria-hidden>{choice.label}</span>}
        </label>
      ))}
    </div>
  );
}
