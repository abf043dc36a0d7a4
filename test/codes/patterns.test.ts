import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encodeCode } from '../../src/render/codes/encode-code.ts';
import type { EncodedCode } from '../../src/render/codes/encode-code.ts';
import { findSymbology } from '../../src/render/codes/symbologies.ts';
import { readPatterns } from './read-patterns.ts';

const stacked = new Set(['code16k', 'code49']);
/** Of bars in two widths, whose ratio is the encoder's choice. */
const twoWidths = new Set(['code11', 'matrix2of5', 'plessey']);

for (const [symbology, { value, rows }] of Object.entries(await readPatterns())) {
  test(`${symbology}, which no reader knows, is what another encoder makes of it`, () => {
    const found = findSymbology(symbology);
    assert.ok(found);
    const own = toRows(symbology, encodeCode(found, value));
    if (twoWidths.has(symbology)) assert.deepEqual(widths(symbology, own), widths(symbology, rows));
    else assert.deepEqual(own, rows);
  });
}

/** Modules as 0 and 1: of bars of several heights a row for each stretch of height in which the same ones are dark. */
function toRows(symbology: string, code: EncodedCode): string[] {
  assert.ok(code.kind !== 'hexagons');
  if (code.kind === 'matrix') {
    const rows = Array.from({ length: code.rows }, (_, row) =>
      code.dark.slice(row * code.columns, (row + 1) * code.columns).join(''),
    );
    // Stacked rows are told apart by what is dark all across, and have clear space at their sides.
    const told = rows.filter((row, index) => row !== rows[index - 1] && !/^0*1{60,}0*$/.test(row));
    return stacked.has(symbology) ? told.map((row) => row.slice(10, -1)) : rows;
  }
  const levels = [...new Set(code.bars.flatMap(({ top, bottom }) => [toLevel(top), toLevel(bottom)]))];
  levels.sort((one, other) => other - one);
  return levels.slice(1).map((level, index) => {
    const above = levels[index] ?? level;
    return code.bars
      .map((bar, position) => {
        const isDark = toLevel(bar.top) >= above && toLevel(bar.bottom) <= level;
        const next = code.bars[position + 1];
        // Postal bars are as far apart as they are wide, more or less.
        if (!Number.isInteger(bar.width)) return (isDark ? '1' : '0') + (next === undefined ? '' : '0');
        const gap = next === undefined ? 0 : next.x - bar.x - bar.width;
        return (isDark ? '1' : '0').repeat(bar.width) + '0'.repeat(gap);
      })
      .join('');
  });
}

/** Bars and spaces as narrow or wide; Plessey's spaces only fill up what its bars leave. */
function widths(symbology: string, [row = '']: readonly string[]): string {
  const runs = row.match(symbology === 'plessey' ? /1+/g : /1+|0+/g) ?? [];
  return runs.map((run) => (run.length > 1 ? 'W' : 'n')).join('');
}

function toLevel(height: number): number {
  return Math.round(height * 100) / 100;
}
