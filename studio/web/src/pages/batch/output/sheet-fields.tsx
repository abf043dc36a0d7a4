import { Checkbox, NumberInput, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  paperSizes,
  type PaperName,
  type SheetGrid,
} from '../../../../../../src/common/lengths/sheet-layout.ts';
import type { Schema } from '../../../api/client.ts';
import { batchWords } from '../../../words/batch.ts';
import classes from '../batch.module.css';
import { SheetDrawing } from './sheet-drawing.tsx';
import { toCellSize, readSheet, type SheetEntry } from './sheet.ts';

const words = batchWords.sheet;

const papers = (Object.keys(paperSizes) as PaperName[]).map((value) => {
  const [width, height] = paperSizes[value];
  return { value, label: words.paperOption(words.papers[value], width, height) };
});

interface SheetFieldsProps {
  readonly page: Schema<'PageSize'> | null;
  readonly entry: SheetEntry;
  /** What the service has refused, by field; under `sheet` what is wrong with sheets as such. */
  readonly refused: Readonly<Record<string, string>>;
  /** Rows of the batch. */
  readonly count: number;
  readonly onChange: (entry: SheetEntry) => void;
}

/** How the rows are laid out on sheets, with a drawing of the first. */
export function SheetFields({ page, entry, refused, count, onChange }: SheetFieldsProps): ReactNode {
  const { grid, layout, errors } = readSheet(entry, page);
  const cell = toCellSize(page);
  const getError = (key: keyof SheetGrid) => errors[key] ?? refused[`sheet.${key}`];
  const change = (part: Partial<SheetEntry>) => onChange({ ...entry, ...part });
  const cells = { min: 1, max: 50, allowDecimal: false } as const;
  const length = { min: 0, max: 500, decimalScale: 2 } as const;
  const number = (key: 'columns' | 'rows' | 'gap' | 'rowGap' | 'margin', limits: object) => (
    <NumberInput
      {...limits}
      label={words[key]}
      allowNegative={false}
      value={entry[key]}
      error={getError(key)}
      onChange={(value) => change({ [key]: value })}
    />
  );
  return (
    <div role="group" aria-label={words.label} className={classes.sheetChoice}>
      <div className={classes.sheetFields}>
        {number('columns', cells)}
        {number('rows', cells)}
        {number('gap', { ...length, placeholder: '0' })}
        {number('rowGap', { ...length, placeholder: String(entry.gap === '' ? 0 : entry.gap) })}
        {number('margin', { ...length, placeholder: '10' })}
        <Select
          label={words.paper}
          allowDeselect={false}
          data={papers}
          value={entry.paper}
          error={getError('paper')}
          onChange={(value) => change({ paper: value as PaperName })}
        />
        <Checkbox
          className={classes.wideField}
          label={words.cutMarks}
          description={words.cutMarksHint}
          checked={entry.cutMarks}
          error={getError('cutMarks')}
          onChange={({ currentTarget }) => change({ cutMarks: currentTarget.checked })}
        />
        {refused['sheet'] === undefined ? null : (
          <Text size="sm" c="red" role="alert" className={classes.wideField}>
            {refused['sheet']}
          </Text>
        )}
      </div>
      {grid !== null && layout !== null && cell !== null ? (
        <SheetDrawing grid={grid} layout={layout} cell={cell} count={count} />
      ) : grid === null ? (
        <Text size="xs" c="dimmed" className={classes.sheet}>
          {words.noDrawing}
        </Text>
      ) : null}
    </div>
  );
}
