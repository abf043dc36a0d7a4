import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstOutput } from './batch-output.ts';
import { renderOptions } from './render-options.ts';

test('only options of the format are sent: the text of an SVG, the quality, the scale', () => {
  const output = { ...firstOutput({ page: null }), scale: 2, quality: 70, svgText: 'text' } as const;
  assert.deepEqual(renderOptions({ ...output, format: 'svg' }, null), { svgText: 'text' });
  assert.deepEqual(renderOptions({ ...output, format: 'svg', svgText: 'outlines' }, null), {});
  assert.deepEqual(renderOptions({ ...output, format: 'avif' }, null), { scale: 2, quality: 70 });
  assert.deepEqual(renderOptions({ ...output, format: 'png' }, null), { scale: 2 });
});

test('the first format is PDF for pages of paper, in whichever unit', () => {
  const getFormat = (unit: 'px' | 'mm' | 'cm' | 'in' | 'pt') =>
    firstOutput({ page: { unit, width: 4, height: 6, dpi: 300 } }).format;
  assert.deepEqual((['mm', 'cm', 'in', 'pt'] as const).map(getFormat), Array(4).fill('pdf'));
  assert.equal(getFormat('px'), 'png');
  assert.equal(firstOutput({ page: null }).format, 'png');
});

test('a standard and the check for print are sent for PDFs; sheets take no standard', () => {
  const output = { ...firstOutput({ page: null }), pdfStandard: 'PDF/X-4', preflight: true } as const;
  const page = { unit: 'mm', width: 85, height: 54, dpi: 300 } as const;
  const optionsOf = (given: object) => renderOptions({ ...output, format: 'pdf', ...given }, page);
  assert.deepEqual(optionsOf({}), { pdfStandard: 'PDF/X-4', preflight: true });
  assert.deepEqual(optionsOf({ isOnSheets: true }), { preflight: true });
  assert.deepEqual(optionsOf({ preflight: false }), { pdfStandard: 'PDF/X-4' });
  assert.deepEqual(renderOptions({ ...output, format: 'png' }, page), {});
  assert.deepEqual(optionsOf({ pdfStandard: undefined, preflight: false }), {});
});
