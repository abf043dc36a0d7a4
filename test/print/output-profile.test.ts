/** The printing condition of a template: in the file, and in what is seen of inks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  PDFString,
  decodePDFRawStream,
} from 'pdf-lib';

import type { TemplateDocument } from '../../generated/template.ts';
import { readProfile, standardProfile } from '../../src/render/inks/condition-profiles.ts';
import { openProfile } from '../../src/render/inks/output-profile.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import type { LayoutReport } from '../../src/render/layout-report.ts';
import { render } from '../helpers/scenes.ts';

const ink = 'device-cmyk(20% 91% 76% 0%)';
const base: TemplateDocument = {
  schemaVersion: 1,
  name: 't',
  viewport: { width: 40, height: 40 },
  viewportOutputIntent: 'print',
  elements: [{ type: 'rect', id: 'a', x: 0, y: 0, width: 40, height: 40, fill: ink }],
};
const hex = (profile: ReturnType<typeof standardProfile>): string =>
  `#${profile
    .see([0.2, 0.91, 0.76, 0])
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`;

async function intentOf(pdf: Uint8Array) {
  const document = await PDFDocument.load(pdf);
  const intent = document.catalog.lookup(PDFName.of('OutputIntents'), PDFArray).lookup(0, PDFDict);
  const text = (key: string) => {
    const value = intent.lookup(PDFName.of(key));
    return value instanceof PDFString ? value.decodeText() : (value?.toString() ?? null);
  };
  const stream = intent.lookup(PDFName.of('DestOutputProfile'));
  assert.ok(stream instanceof PDFRawStream);
  const profile = decodePDFRawStream(stream).decode();
  return { identifier: text('OutputConditionIdentifier'), registry: text('RegistryName'), profile };
}

test('the output intent names the condition, and has its profile, byte for byte', async () => {
  const expected = {
    FOGRA39: 'FOGRA39',
    FOGRA47: 'FOGRA47',
    GRACoL2013: 'CGATS21-2-CRPC6',
    SWOP2013: 'CGATS21-2-CRPC5',
  } as const;
  for (const [name, identifier] of Object.entries(expected)) {
    const { scene } = bindTemplate({ ...base, outputProfile: name }, new Map());
    const intent = await intentOf((await render(scene, { output: { format: 'pdf' } })).data);
    assert.equal(intent.identifier, identifier);
    assert.equal(intent.registry, 'http://www.color.org');
    assert.deepEqual(Buffer.from(intent.profile), readProfile(name as keyof typeof expected), name);
  }
});

test('inks are seen through the condition, in pictures and in SVGs', async () => {
  const seen = new Set<string>();
  for (const name of ['FOGRA39', 'FOGRA47', 'GRACoL2013', 'SWOP2013'] as const) {
    const { scene } = bindTemplate({ ...base, outputProfile: name }, new Map());
    const svg = new TextDecoder().decode((await render(scene, { output: { format: 'svg' } })).data);
    const color = hex(standardProfile(name));
    assert.ok(svg.includes(color), `${name}: ${color}`);
    seen.add(color);
  }
  assert.equal(seen.size, 4);
});

test('a profile of the folder is in the file, and inks are seen through it, in headers, too', async () => {
  const document: TemplateDocument = {
    ...base,
    outputProfile: 'press.icc',
    pages: [
      {
        id: 'p',
        header: {
          type: 'group',
          id: 'g',
          x: 0,
          y: 0,
          width: 40,
          height: 10,
          elements: [{ type: 'rect', id: 'h', x: 0, y: 0, width: 40, height: 9, fill: ink }],
        },
        elements: [{ type: 'rect', id: 'a', x: 0, y: 12, width: 40, height: 9, fill: ink }],
      },
    ],
  };
  delete (document as { elements?: unknown }).elements;
  const { scene, sources } = bindTemplate(document, new Map());
  assert.deepEqual(
    sources.map(({ key, kind }) => ({ key, kind })),
    [{ key: 'profile press.icc', kind: 'profile' }],
  );
  const bytes = readProfile('FOGRA47');
  const files = { 'profile press.icc': bytes };
  const svg = new TextDecoder().decode((await render(scene, { output: { format: 'svg' }, files })).data);
  assert.equal(svg.split(hex(openProfile(bytes))).length - 1, 2, svg);
  const intent = await intentOf((await render(scene, { output: { format: 'pdf' }, files })).data);
  assert.equal(intent.identifier, 'Custom');
  assert.equal(intent.registry, null);
  assert.deepEqual(Buffer.from(intent.profile), bytes);
});

test('a profile that its owner publishes under a registered condition names that condition', async () => {
  const { scene } = bindTemplate({ ...base, outputProfile: 'press.icc' }, new Map());
  const bytes = Buffer.from(readProfile('FOGRA47'));
  const name = 'FOGRA47 uncoated, compact';
  bytes.write('PSO Coated v3'.padEnd(name.length, '\0'), bytes.indexOf(name), 'latin1');
  const files = { 'profile press.icc': bytes };
  const intent = await intentOf((await render(scene, { output: { format: 'pdf' }, files })).data);
  assert.equal(intent.identifier, 'FOGRA51');
  assert.equal(intent.registry, 'http://www.color.org');
});

test('a file that is no profile fails with its name', async () => {
  const { scene } = bindTemplate({ ...base, outputProfile: 'press.icc' }, new Map());
  const files = { 'profile press.icc': new Uint8Array(500) };
  await assert.rejects(
    render(scene, { output: { format: 'png' }, files }),
    /The profile "press\.icc" is no ICC profile\./u,
  );
});

test('the layout report of a PDF for print says its condition, and whether it has RGB', async () => {
  const report = async (settings: Partial<TemplateDocument>, format: 'pdf' | 'png' = 'pdf') => {
    const { scene } = bindTemplate({ ...base, ...settings }, new Map());
    const files = { 'profile press.icc': readProfile('FOGRA47') };
    const inspect = { report: true, boxes: false };
    const { report: written } = await render(scene, { output: { format }, files, inspect });
    const { printingCondition, isConverted } = (written as unknown as LayoutReport).output;
    return [printingCondition, isConverted];
  };
  assert.deepEqual(await report({}), ['FOGRA39', undefined]);
  assert.deepEqual(await report({ outputProfile: 'SWOP2013', rgbToCmyk: 'convert' }), ['SWOP2013', true]);
  assert.deepEqual(await report({ outputProfile: 'press.icc' }), ['press.icc', undefined]);
  assert.deepEqual(await report({}, 'png'), [undefined, undefined]);
  assert.deepEqual(await report({ viewportOutputIntent: 'screen' }), [undefined, undefined]);
});
