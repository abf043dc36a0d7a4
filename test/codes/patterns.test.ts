import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encodeCode } from '../../src/render/codes/encode-code.ts';
import type { EncodedCode } from '../../src/render/codes/encode-code.ts';
import { findSymbology } from '../../src/render/codes/symbologies.ts';
import { readPatterns } from './read-patterns.ts';

/** Symbologies with bars of two widths, whose ratio each encoder chooses. */
const twoWidths = new Set(['code11', 'matrix2of5', 'plessey']);

for (const [symbology, { value, rows }] of Object.entries(await readPatterns())) {
  test(`${symbology} has the same bars and modules as zint’s`, () => {
    const found = findSymbology(symbology);
    assert.ok(found);
    const own = toRows(encodeCode(found, value));
    if (twoWidths.has(symbology)) assert.deepEqual(widths(symbology, own), widths(symbology, rows));
    else assert.deepEqual(outline(own), outline(rows));
  });
}

/**
 * Rows of 0 and 1. Bars of several heights become one row for each range of height with the same dark bars.
 */
function toRows(code: EncodedCode): string[] {
  assert.ok(code.kind !== 'hexagons');
  if (code.kind === 'matrix') {
    const rows = Array.from({ length: code.rows }, (_, row) =>
      code.dark.slice(row * code.columns, (row + 1) * code.columns).join(''),
    );
    // Code 16K and Code 49 have dark separator rows.
    return rows.filter((row) => !/^0*1{60,}0*$/.test(row));
  }
  const levels = [...new Set(code.bars.flatMap(({ top, bottom }) => [toLevel(top), toLevel(bottom)]))];
  levels.sort((one, other) => other - one);
  return levels.slice(1).map((level, index) => {
    const above = levels[index] ?? level;
    return code.bars
      .map((bar, position) => {
        const isDark = toLevel(bar.top) >= above && toLevel(bar.bottom) <= level;
        const next = code.bars[position + 1];
        // The gaps of postal codes are about as wide as the bars.
        if (!Number.isInteger(bar.width)) return (isDark ? '1' : '0') + (next === undefined ? '' : '0');
        const gap = next === undefined ? 0 : next.x - bar.x - bar.width;
        return (isDark ? '1' : '0').repeat(bar.width) + '0'.repeat(gap);
      })
      .join('');
  });
}

/** Removes repeated rows, and the light columns at both sides. */
function outline(rows: readonly string[]): string[] {
  const different = rows.filter((row, index) => row !== rows[index - 1]);
  const left = Math.min(...different.map((row) => row.indexOf('1')).filter((at) => at >= 0));
  const right = Math.max(...different.map((row) => row.lastIndexOf('1')));
  return different.map((row) => row.padEnd(right + 1, '0').slice(left, right + 1));
}

/** Bars and spaces as narrow (n) or wide (W); the spaces of Plessey carry no data. */
function widths(symbology: string, [row = '']: readonly string[]): string {
  const runs = row.match(symbology === 'plessey' ? /1+/g : /1+|0+/g) ?? [];
  return runs.map((run) => (run.length > 1 ? 'W' : 'n')).join('');
}

function toLevel(height: number): number {
  return Math.round(height * 100) / 100;
}
