/**
 * The templates of the gallery: each is drawn with its example values, with values as long as they may be,
 * and with the required ones alone. Nothing is cut, overlaps, is too small or too pale to be read.
 */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { TemplateDocument } from '../generated/template.ts';
import { checkTemplateFolder } from '../src/domain/templates/import-template.ts';
import type { LayoutReport, ReportedElement } from '../src/render/layout-report.ts';
import { measureContrast } from './helpers/contrast.ts';
import { readSample, renderSample, type Sample } from './helpers/samples.ts';

const folder = path.join(import.meta.dirname, '../gallery');
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

type Variable = NonNullable<TemplateDocument['variables']>[number];

/** CSS pixels: 12 px where a screen of the size of a hand shows the page, 6 points on paper. */
const MIN_FONT = { screen: 15, print: 7.9 };

for (const name of names) {
  test(`${name} is valid, readable and complete with short and long values`, async () => {
    const sample = await readSample(`../gallery/${name}`);
    const checked = await checkTemplateFolder(sample.folder);
    assert.deepEqual(checked.valid ? checked.warnings : checked.problems, []);
    const used = JSON.stringify([sample.document, sample.example]);
    for (const file of sample.folder.files.keys()) assert.ok(used.includes(`"${file}"`), `${file} is unused`);
    const variables = sample.document.variables ?? [];
    const required = variables.filter((variable) => variable.required === true);
    await checkRender(sample, sample.example);
    await checkRender(sample, pick(required, sample.example));
    await checkRender(sample, lengthen(variables, sample.example));
    if (sample.document.viewportOutputIntent !== 'print') return;
    const { warnings } = await renderSample(sample, 'pdf', { preflight: true });
    assert.deepEqual(
      warnings.filter(({ severity }) => severity !== 'advice'),
      [],
    );
  });
}

async function checkRender(sample: Sample, values: Sample['example']): Promise<void> {
  const inspect = { report: true, boxes: false };
  const { warnings, report, data } = await renderSample(sample, 'png', { values, inspect });
  assert.deepEqual(
    warnings.filter(({ code }) => code !== 'TEXT_SHRUNK'),
    [],
  );
  assert.ok(report !== undefined);
  const lines = report.elements.flatMap(findLines);
  const smallest = sample.document.viewportUnit === undefined ? MIN_FONT.screen : MIN_FONT.print;
  for (const [at, line] of lines.entries()) {
    assert.ok(line.smallest >= smallest, `${line.id} is ${line.smallest} px large: ${line.text}`);
    assert.ok(isOnPage(line, report), `${line.id} leaves the page: ${line.text}`);
    for (const other of lines.slice(at + 1))
      assert.ok(!overlap(line, other), `${line.id} and ${other.id} overlap: ${line.text}`);
  }
  for (const { line, contrast, needed } of await measureContrast(data, report, lines))
    assert.ok(contrast >= needed, `${line.id} has a contrast of ${contrast.toFixed(2)} to its ground`);
}

interface Line {
  readonly id: string;
  readonly text: string;
  readonly page: number | undefined;
  /** About the letters, on the page. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly smallest: number;
  readonly isBold: boolean;
}

/** The lines of a text that is neither turned nor on a path, which has no upright boxes. */
function findLines({ id, page, pageBox, text }: ReportedElement): Line[] {
  if (text === undefined || pageBox.rotation !== 0) return [];
  return text.lines
    .filter((line) => line.text.trim() !== '')
    .map((line) => {
      const sizes = line.runs.map(({ fontSize }) => fontSize);
      const largest = Math.max(...sizes);
      const isVertical = text.writingMode !== undefined;
      return {
        id,
        text: line.text,
        page,
        x: pageBox.x + line.x,
        y: pageBox.y + (isVertical ? line.top : line.baseline - largest * 0.72),
        width: line.width,
        height: isVertical ? line.height : largest * 0.9,
        smallest: Math.min(...sizes),
        isBold: line.runs.every(({ font }) => font.weight >= 700),
      };
    });
}

function isOnPage({ x, y, width, height }: Line, { page, pages }: LayoutReport): boolean {
  if (pages !== undefined) return true;
  return x > -1 && y > -1 && x + width < page.width + 1 && y + height < page.height + 1;
}

/** Whether letters of two texts stand over each other by more than a rounding. */
function overlap(a: Line, b: Line): boolean {
  if (a.id === b.id || a.page !== b.page) return false;
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  return across > 2 && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1.5;
}

function pick(variables: readonly Variable[], values: Sample['example']): Sample['example'] {
  return Object.fromEntries(variables.map(({ name }) => [name, values[name] ?? '']));
}

/** Values of the same words, as long as their variables allow. Codes and patterns stay as they are. */
function lengthen(variables: readonly Variable[], values: Sample['example']): Sample['example'] {
  const grown = variables.map((variable) => [variable.name, lengthenValue(variable, values[variable.name])]);
  return Object.fromEntries(grown.filter(([, value]) => value !== undefined)) as Sample['example'];
}

function lengthenValue(variable: Variable, value: unknown): unknown {
  const { type, validation: { maxLength = 0, pattern, options } = {} } = variable;
  if (type === 'list' && Array.isArray(value)) {
    const entries = Array.from({ length: maxLength }, (_, at) => value[at % value.length] as object);
    const fields = (variable.fields ?? []) as readonly Variable[];
    return entries.map((entry) => lengthen(fields, entry as Sample['example']));
  }
  if (type !== 'text' || typeof value !== 'string' || value === '') return value;
  if (maxLength === 0 || pattern !== undefined || options !== undefined) return value;
  const gap = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(value) ? '' : ' ';
  const words = value.replaceAll(/\s+/gu, ' ') + gap;
  return [...words.repeat(maxLength)].slice(0, maxLength).join('').trim();
}
