import { Checkbox, NumberInput, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import {
  labelSheetNames,
  labelSheets,
  type LabelSheetName,
} from '../../../../../../src/common/sheets/label-sheets.ts';
import { paperSizes, type PaperName } from '../../../../../../src/common/sheets/papers.ts';
import {
  backEdges,
  fillOrders,
  withSheetDefaults,
  type FillOrder,
} from '../../../../../../src/common/sheets/sheet-grid.ts';
import { checkSheet, type Size } from '../../../../../../src/common/sheets/sheet-layout.ts';
import { batchWords } from '../../../words/batch.ts';
import classes from '../batch.module.css';
import { SheetDrawing } from './sheet-drawing.tsx';
import { toCellSize, readSheet, type NumberField, type SheetEntry } from './sheet.ts';

const words = batchWords.sheet;

const papers = (Object.keys(paperSizes) as PaperName[]).map((value) => {
  const [width, height] = paperSizes[value];
  return { value, label: words.paperOption(words.papers[value], width, height) };
});

interface SheetFieldsProps {
  readonly page: Schema<'PageSize'> | null;
  readonly entry: SheetEntry;
  /** The variables and columns that can say how many copies a row has. `value`: what is sent. */
  readonly columns: readonly { readonly value: string; readonly label: string }[];
  /** What the service has refused, by field; under `sheet` what is wrong with sheets as such. */
  readonly refused: Readonly<Record<string, string>>;
  /** Rows of the batch. */
  readonly count: number;
  readonly onChange: (entry: SheetEntry) => void;
}

/** How the rows are laid out on sheets, with a drawing of the first. */
export function SheetFields({ page, entry, columns, refused, count, onChange }: SheetFieldsProps): ReactNode {
  const { grid, layout, errors } = readSheet(entry, page);
  const cell = toCellSize(page);
  const { preset, backs, copiesFrom } = entry;
  const getError = (key: keyof typeof errors) => errors[key] ?? refused[`sheet.${key}`];
  const change = (part: Partial<SheetEntry>) => onChange({ ...entry, ...part });
  const cells = { min: 1, max: 50, allowDecimal: false } as const;
  const length = { min: 0, max: 500, decimalScale: 2 } as const;
  const offset = { min: -20, max: 20, decimalScale: 2, step: 0.1, allowNegative: true } as const;
  const number = (key: NumberField, limits: object) => (
    <NumberInput
      allowNegative={false}
      {...limits}
      label={words[key]}
      value={entry[key]}
      error={getError(key)}
      onChange={(value) => change({ [key]: value })}
    />
  );
  return (
    <div role="group" aria-label={words.label} className={classes.sheetChoice}>
      <div className={classes.sheetFields}>
        <Select
          className={classes.wideField}
          label={words.preset}
          searchable
          allowDeselect={false}
          data={listPresets(cell)}
          value={preset ?? 'own'}
          error={getError('preset')}
          onChange={(value) => change({ preset: value === 'own' ? null : (value as LabelSheetName) })}
        />
        {preset === null ? (
          <>
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
          </>
        ) : null}
        <Select
          label={words.copies}
          searchable
          allowDeselect={false}
          data={[{ value: '', label: words.sameCopies }, ...columns]}
          value={copiesFrom ?? ''}
          error={getError('copies')}
          onChange={(value) => change({ copiesFrom: value === '' ? null : value })}
        />
        {copiesFrom === null ? number('copyCount', { min: 1, max: 1000, allowDecimal: false }) : <span />}
        <Select
          label={words.order}
          allowDeselect={false}
          data={fillOrders.map((value) => ({ value, label: words.orders[value] }))}
          value={entry.order}
          onChange={(value) =>
            change({ order: value as FillOrder, ...(value === 'stack' && { startAt: 1 }) })
          }
        />
        {number('startAt', { min: 1, max: 2500, allowDecimal: false, disabled: entry.order === 'stack' })}
        <Select
          className={classes.wideField}
          label={words.backs}
          allowDeselect={false}
          data={[
            { value: 'none', label: words.noBacks },
            ...backEdges.map((value) => ({ value, label: words.backsOf[value] })),
          ]}
          value={backs ?? 'none'}
          error={getError('backs')}
          onChange={(value) => change({ backs: value === 'none' ? null : value })}
        />
        {number('offsetX', offset)}
        {number('offsetY', offset)}
        {backs === null ? null : (
          <>
            {number('backOffsetX', offset)}
            {number('backOffsetY', offset)}
          </>
        )}
        {preset === null ? (
          <Checkbox
            className={classes.wideField}
            label={words.cutMarks}
            description={words.cutMarksHint}
            checked={entry.cutMarks}
            error={getError('cutMarks')}
            onChange={({ currentTarget }) => change({ cutMarks: currentTarget.checked })}
          />
        ) : null}
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

/** Own measures, and the sheets of makers: those that hold the page first. */
function listPresets(cell: Size | null) {
  const options = labelSheetNames.map((value) => {
    const { maker, number, width, height, columns, rows } = labelSheets[value];
    const label = words.presetOption(`${maker} ${number}`, width, height, columns * rows);
    const isFit = cell === null || checkSheet(withSheetDefaults({ preset: value }), cell) === null;
    return { value, label, isFit };
  });
  const group = (title: string, isFit: boolean) => {
    const items = options.filter((option) => option.isFit === isFit);
    return items.length === 0
      ? []
      : [{ group: title, items: items.map(({ value, label }) => ({ value, label })) }];
  };
  return [
    { value: 'own', label: words.ownMeasures },
    ...group(words.fitting, true),
    ...group(words.others, false),
  ];
}
