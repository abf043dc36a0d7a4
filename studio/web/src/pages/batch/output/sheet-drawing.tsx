import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { countSheets } from '../../../../../../src/common/sheets/fill-order.ts';
import type { SheetGrid } from '../../../../../../src/common/sheets/sheet-grid.ts';
import type { SheetLayout, Size } from '../../../../../../src/common/sheets/sheet-layout.ts';
import { formatNumber } from '../../../formats.ts';
import { batchWords } from '../../../words/batch.ts';
import classes from '../batch.module.css';
import { rowsOfCells } from './sheet.ts';

const words = batchWords.sheet;

/** Cells of less than this part of the sheet's longer side have no number. */
const minNumberedPart = 0.03;

interface SheetDrawingProps {
  readonly grid: SheetGrid;
  readonly layout: SheetLayout;
  /** In points. */
  readonly cell: Size;
  /** Rows of the batch. */
  readonly count: number;
}

/** The first sheet: cells with the numbers of their rows, cut marks, and cells that stay empty. */
export function SheetDrawing({ grid, layout, cell, count }: SheetDrawingProps): ReactNode {
  const { width, height, cells, marks } = layout;
  const rows = rowsOfCells(grid, count);
  const { copies = 1 } = grid;
  const numberSize = Math.min(cell.height * 0.6, cell.width * 0.35, Math.max(width, height) * 0.06);
  const hasNumbers = numberSize >= Math.max(width, height) * minNumberedPart;
  return (
    <figure className={classes.sheet}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMinYMin"
        role="img"
        aria-label={words.drawing(grid.columns, grid.rows, words.papers[grid.paper], width > height)}
      >
        <rect className={classes.paper} width={width} height={height} />
        {cells.map(({ left, bottom }, index) => (
          <rect
            key={index}
            className={classes.sheetCell}
            data-empty={rows[index] === undefined || undefined}
            x={left}
            y={height - bottom - cell.height}
            width={cell.width}
            height={cell.height}
          />
        ))}
        {hasNumbers
          ? cells.map(({ left, bottom }, index) =>
              rows[index] === undefined ? null : (
                <text
                  key={index}
                  x={left + cell.width / 2}
                  y={height - bottom - cell.height / 2}
                  fontSize={numberSize}
                  textAnchor="middle"
                  dominantBaseline="central"
                >
                  {formatNumber(rows[index] + 1)}
                </text>
              ),
            )
          : null}
        {marks.map(([x1, y1, x2, y2], index) => (
          <line key={index} className={classes.mark} x1={x1} x2={x2} y1={height - y1} y2={height - y2} />
        ))}
      </svg>
      <Text component="figcaption" size="xs" c="dimmed" mt={6}>
        {typeof copies === 'number'
          ? words.count(cells.length, countSheets(grid, count * copies))
          : words.countByColumn(cells.length, copies)}
      </Text>
    </figure>
  );
}
