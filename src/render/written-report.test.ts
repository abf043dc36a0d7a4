import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayoutReport, ReportedElement } from './layout-report.ts';
import { joinReport, listPlaces, readReport, splitElements, writeReportAsJson } from './written-report.ts';

const element = (id: string, x: number): ReportedElement => ({
  id,
  type: 'rect',
  group: null,
  box: { x, y: 1, width: 2, height: 3, rotation: 0 },
  pageBox: { x, y: 1, width: 2, height: 3, rotation: 0 },
  onPage: { x, y: 1, width: 2, height: 3 },
  warnings: [],
});

const report = (elements: readonly ReportedElement[]): LayoutReport => ({
  page: { width: 10, height: 20, bleed: 0 },
  output: { format: 'png', width: 10, height: 20, unit: 'px', density: 96 },
  warnings: [{ code: 'OVERFLOW', elementId: 'a', detail: 'a ,\n b' }],
  elements,
});

test('a written report is read as it was, also one without elements', () => {
  for (const given of [report([element('a', 0.5), element('b ,\n "\u2028', 7)]), report([])]) {
    const written = structuredClone(writeReportAsJson(given));
    assert.deepEqual(readReport(written), given);
    assert.deepEqual(
      splitElements(written).map((json) => JSON.parse(json) as unknown),
      given.elements,
    );
    assert.deepEqual(
      listPlaces(written),
      given.elements.map(({ id, onPage }) => ({ id, onPage })),
    );
  }
});

test('elements that a client has are written as their ids', () => {
  const written = writeReportAsJson(report([element('a', 1), element('b', 2)]));
  const { elements, page } = JSON.parse(joinReport(written, '"a","b"')) as Record<string, unknown>;
  assert.deepEqual([elements, page], [['a', 'b'], written.page]);
});
