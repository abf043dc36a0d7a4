import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encodeCode } from '../../src/render/codes/encode-code.ts';
import type { EncodedCode } from '../../src/render/codes/encode-code.ts';
import { findSymbology } from '../../src/render/codes/symbologies.ts';
import { readPatterns } from './read-patterns.ts';

/** Of bars in two widths, whose ratio is the encoder's choice. */
const twoWidths = new Set(['code11', 'matrix2of5', 'plessey']);

for (const [symbology, { value, rows }] of Object.entries(await readPatterns())) {
  test(`${symbology}, in its bars and modules, is what another encoder makes of it`, () => {
    const found = findSymbology(symbology);
    assert.ok(found);
    const own = toRows(encodeCode(found, value));
    if (twoWidths.has(symbology)) assert.deepEqual(widths(symbology, own), widths(symbology, rows));
    else assert.deepEqual(outline(own), outline(rows));
  });
}

/** Modules as 0 and 1: of bars of several heights a row for each stretch of height in which the same ones are dark. */
function toRows(code: EncodedCode): string[] {
  assert.ok(code.kind !== 'hexagons');
  if (code.kind === 'matrix') {
    const rows = Array.from({ length: code.rows }, (_, row) =>
      code.dark.slice(row * code.columns, (row + 1) * code.columns).join(''),
    );
    // Between those of Code 16K and Code 49 are rows dark all across.
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
        // Postal bars are as far apart as they are wide, more or less.
        if (!Number.isInteger(bar.width)) return (isDark ? '1' : '0') + (next === undefined ? '' : '0');
        const gap = next === undefined ? 0 : next.x - bar.x - bar.width;
        return (isDark ? '1' : '0').repeat(bar.width) + '0'.repeat(gap);
      })
      .join('');
  });
}

/** Each of several equal rows once, without the light columns at the sides. */
function outline(rows: readonly string[]): string[] {
  const different = rows.filter((row, index) => row !== rows[index - 1]);
  const left = Math.min(...different.map((row) => row.indexOf('1')).filter((at) => at >= 0));
  const right = Math.max(...different.map((row) => row.lastIndexOf('1')));
  return different.map((row) => row.padEnd(right + 1, '0').slice(left, right + 1));
}

/** Bars and spaces as narrow or wide; Plessey's spaces only fill up what its bars leave. */
function widths(symbology: string, [row = '']: readonly string[]): string {
  const runs = row.match(symbology === 'plessey' ? /1+/g : /1+|0+/g) ?? [];
  return runs.map((run) => (run.length > 1 ? 'W' : 'n')).join('');
}

function toLevel(height: number): number {
  return Math.round(height * 100) / 100;
}
