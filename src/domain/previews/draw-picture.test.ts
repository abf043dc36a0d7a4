import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { outputSize } from '../../render/output-size.ts';
import { outputSettings } from '../renders/output-options.ts';
import { fitPicture, maxPictureSidePx } from './draw-picture.ts';

const page = (width: number, height: number, more: Partial<TemplateDocument> = {}): TemplateDocument => ({
  schemaVersion: 1,
  name: 'Page',
  viewport: { width, height },
  elements: [],
  ...more,
});

test('a picture that fits keeps its options', () => {
  const options = { scale: 2 };
  assert.equal(fitPicture(page(784, 100), options), options);
});

test('a larger one gets the scale at which its longest side is exactly as long as it may be', () => {
  for (const [document, options] of [
    [page(785, 100), { scale: 2 }],
    [page(100, 1_569), {}],
    [page(30_001, 7), {}],
    [page(210, 297, { viewportUnit: 'mm', viewportExportDpi: 600 }), {}],
    [page(132.8, 3, { viewportUnit: 'mm' }), { outputDpi: 300 }],
    [page(8.5, 11, { viewportUnit: 'in' }), { scale: 4, outputDpi: 300, backgroundColor: '#fff' }],
  ] as const) {
    const fitted = fitPicture(document, options);
    const output = outputSettings({ document }, { format: 'png', options: fitted });
    const { width, height } = outputSize(document, output);
    assert.equal(Math.max(width, height), maxPictureSidePx);
    assert.deepEqual({ ...fitted, scale: 1 }, { ...options, scale: 1 });
  }
});
