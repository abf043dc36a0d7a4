import { Checkbox, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schema } from '../../../api/client.ts';
import { formatNumber } from '../../../formats.ts';
import { Status } from '../../../parts/status.tsx';
import { batchWords } from '../../../words/batch.ts';
import { readValue } from '../../../../../../src/common/rows/row-values.ts';
import { findSource, type PreparedBatch, type PreparedRow } from '../prepared-batch.ts';
import { ListCell } from './list-cell.tsx';
import { findErrors, findState } from './row-state.ts';
import { TextCell } from './text-cell.tsx';
import type { RowCheck } from './use-row-check.ts';
import classes from '../batch.module.css';

const words = batchWords.rows;

interface RowTableProps {
  readonly template: Schema<'Template'>;
  readonly batch: PreparedBatch;
  readonly rows: readonly PreparedRow[];
  readonly check: RowCheck;
  readonly onUse: (row: PreparedRow, isUsed: boolean) => void;
  readonly onCorrect: (row: PreparedRow, variable: string, value: string) => void;
}

/** Rows with what is wrong with them. Cells can be corrected in place. The table scrolls by itself. */
export function RowTable({ template, batch, rows, check, onUse, onCorrect }: RowTableProps): ReactNode {
  const { assignments, corrections } = batch;
  const needsColumn = ({ name }: Schema<'Variable'>) =>
    ['column', 'joined'].includes(assignments[name]?.from ?? '') ||
    Object.values(corrections).some((each) => each[name] !== undefined) ||
    rows.some((row) => findErrors(row, check).some(({ variable }) => variable === name));
  const variables = template.variables.filter(needsColumn);
  return (
    <div className={classes.grid} role="region" aria-label={words.caption} tabIndex={0}>
      <Table verticalSpacing={4}>
        <Table.Caption className={classes.hidden}>{words.caption}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.first}>
              {words.row}
            </Table.Th>
            <Table.Th scope="col">{words.result}</Table.Th>
            {variables.map(({ name }) => (
              <Table.Th key={name} scope="col">
                <bdi>{name}</bdi>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const errors = findErrors(row, check);
            return (
              <Table.Tr key={row.line} data-left-out={row.isLeftOut || undefined}>
                <Table.Th scope="row" className={classes.first}>
                  <Checkbox
                    size="xs"
                    // At once: the rows follow a little later.
                    checked={!batch.leftOut.has(row.index)}
                    aria-label={words.useRow(row.line)}
                    label={formatNumber(row.line)}
                    onChange={({ currentTarget }) => onUse(row, currentTarget.checked)}
                  />
                </Table.Th>
                <Table.Td className={classes.result}>
                  <Result row={row} check={check} />
                </Table.Td>
                {variables.map((variable) => {
                  const { name } = variable;
                  const faults = row.isLeftOut ? [] : errors.filter((each) => each.variable === name);
                  const isCorrected = corrections[row.index]?.[name] !== undefined;
                  const Cell = variable.type === 'list' ? ListCell : TextCell;
                  return (
                    <Table.Td key={name} className={classes.cell}>
                      <Cell
                        variable={variable}
                        row={row}
                        faults={faults.map(({ detail }) => detail)}
                        original={isCorrected ? readOriginal(batch, row, name) : null}
                        onCorrect={(value) => onCorrect(row, name, value)}
                      />
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function readOriginal(
  { source, assignments }: PreparedBatch,
  { index }: PreparedRow,
  variable: string,
): string {
  const assignment = assignments[variable];
  if (assignment?.from === 'fixed') return assignment.value;
  const from = findSource(source, assignment);
  return from === null ? '' : readValue(source.records[index] ?? { cells: [] }, from);
}

function Result({ row, check }: { readonly row: PreparedRow; readonly check: RowCheck }): ReactNode {
  const state = findState(row, check);
  switch (state) {
    case 'leftOut':
      return <Status tone="neutral">{words.leftOut}</Status>;
    case 'pending':
      return <Status tone="neutral">{words.pending}</Status>;
    case 'fine':
      return <Status tone="good">{words.isFine}</Status>;
    case 'error':
      return (
        <>
          <Status tone="bad">{words.error}</Status>
          <ul className={classes.details}>
            {findErrors(row, check).map(({ variable, detail }) => (
              <li key={`${variable} ${detail}`} dir="auto">
                {detail}
              </li>
            ))}
          </ul>
        </>
      );
    case 'warning': {
      const warnings = check.find(row)?.warnings ?? [];
      return (
        <>
          <Status tone="attention">{words.warningCount(warnings.length)}</Status>
          <ul className={classes.details}>
            {warnings.map(({ code, elementId, detail }) => (
              <li key={`${code} ${elementId}`} dir="auto">
                {detail}
              </li>
            ))}
          </ul>
        </>
      );
    }
  }
}
