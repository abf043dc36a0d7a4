import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ColumnReading } from '../../../../../src/common/rows/locales/column-readings.ts';
import { listCountries } from '../../../../../src/common/rows/locales/local-phones.ts';
import { batchWords } from '../../words/batch.ts';
import type { ReadColumn } from './column-readings.ts';

const words = batchWords.columns;

interface ReadingMenuProps {
  readonly variable: string;
  readonly column: ReadColumn;
  readonly onChange: (reading: ColumnReading) => void;
}

/** How the cells of a column are read: what they propose, and what a person may choose instead. */
export function ReadingMenu({ variable, column, onChange }: ReadingMenuProps): ReactNode {
  const { type, proposal, reading } = column;
  const question = reading === null && proposal.kind === 'ask' ? proposal : null;
  return (
    <Select
      size="xs"
      mt={6}
      label={words.reading(variable)}
      placeholder={words.chooseReading}
      data={type === 'phone' ? countryOptions() : [...readingOptions(type), plainOption]}
      value={reading}
      allowDeselect={false}
      searchable={type === 'phone'}
      onChange={(next) => (next === null ? undefined : onChange(next))}
      error={
        question === null
          ? undefined
          : words.question(
              question.text,
              question.choices.map(({ value }) => value),
            )
      }
    />
  );
}

const plainOption = { value: 'plain', label: words.readings.plain };

function readingOptions(type: string): { readonly value: string; readonly label: string }[] {
  const readings = type === 'number' ? (['comma', 'point'] as const) : (['dmy', 'mdy', 'ymd'] as const);
  return readings.map((value) => ({ value, label: words.readings[value] }));
}

function countryOptions(): { readonly value: string; readonly label: string }[] {
  const names = new Intl.DisplayNames('en', { type: 'region' });
  return [
    ...listCountries()
      .map((value) => ({ value, label: names.of(value) ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en')),
    plainOption,
  ];
}
