import { NumberInput, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { propertyWords } from '../../words/designer/properties.ts';
import { useDesigner } from '../state/use-designer.ts';
import { readCmyk, readInk, writeCmyk, writeInk, type Inks } from './values/inks.ts';
import classes from './fields.module.css';

const words = propertyWords.color.inks;

interface InkPickerProps {
  /** As the template has it. */
  readonly color: string;
  readonly onPick: (color: string) => void;
  readonly onPicked: () => void;
}

const noInks: Inks = [];

/** The inks of the document. */
export function useInks(): Inks {
  return useDesigner(({ design }) => design.document.inks) ?? noInks;
}

/** Percentages of the process inks, and the inks of the document. */
export function InkPicker({ color, onPick, onPicked }: InkPickerProps): ReactNode {
  const inks = useInks();
  const percents = readCmyk(color);
  const ink = readInk(color);
  return (
    <div className={classes.paint}>
      <div role="group" aria-label={words.process} className={classes.grid}>
        {words.names.map((name, index) => (
          <NumberInput
            key={name}
            size="xs"
            label={name}
            min={0}
            max={100}
            suffix=" %"
            value={percents?.[index] ?? ''}
            onChange={(value) => {
              if (typeof value !== 'number') return;
              onPick(writeCmyk((percents ?? [0, 0, 0, 0]).map((each, at) => (at === index ? value : each))));
            }}
            onBlur={onPicked}
          />
        ))}
      </div>
      {inks.length === 0 ? null : (
        <div role="group" aria-label={words.document} className={classes.grid}>
          <Select
            size="xs"
            label={words.ink}
            data={inks.map(({ name }) => name)}
            value={ink?.name ?? null}
            onChange={(name) => {
              if (name === null) return;
              onPick(writeInk(name, ink?.percent ?? 100));
              onPicked();
            }}
            comboboxProps={{ withinPortal: false }}
          />
          <NumberInput
            size="xs"
            label={words.tint}
            min={0}
            max={100}
            suffix=" %"
            disabled={ink === null}
            value={ink?.percent ?? ''}
            onChange={(value) => {
              if (typeof value === 'number' && ink !== null) onPick(writeInk(ink.name, value));
            }}
            onBlur={onPicked}
          />
        </div>
      )}
    </div>
  );
}
