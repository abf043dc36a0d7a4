/** `template validate --preflight`, and the same warnings of `template render`. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import type { TemplateDocument } from '../../generated/template.ts';
import { runCommand } from '../helpers/cli.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-preflight-'));
after(() => rm(folder, { recursive: true }));

const list: NonNullable<TemplateDocument['variables']> = [
  {
    name: 'items',
    type: 'list',
    label: 'Items',
    required: false,
    fields: [{ name: 'name', type: 'text', label: 'Name', required: false }],
    defaultValue: [{ name: 'Bolts' }, { name: 'Nuts' }, { name: 'Screws' }],
  },
];

function makeDocument(given: Partial<TemplateDocument>): TemplateDocument {
  return {
    schemaVersion: 1,
    name: 'label',
    viewport: { width: 100, height: 80 },
    viewportUnit: 'mm',
    viewportExportDpi: 300,
    viewportOutputIntent: 'print',
    bleed: 3,
    variables: list,
    elements: [],
    ...given,
  };
}

let count = 0;

function validate(given: Partial<TemplateDocument>, ...options: string[]) {
  return validateDocument(makeDocument(given), ...options);
}

async function validateDocument(document: object, ...options: string[]) {
  const place = path.join(folder, `template-${(count += 1)}`);
  await mkdir(place);
  await writeFile(path.join(place, 'template.json'), JSON.stringify(document));
  const { code, stdout, stderr } = await runCommand(
    ['template', 'validate', place, '--preflight', ...options],
    // Secrets leave the environment when the settings are read, so a second reading would find half of these.
    {
      OIDC_ISSUER: 'https://sign-in.example',
      OIDC_CLIENT_ID: 'platen',
      OIDC_CLIENT_SECRET: 'a secret of the client',
    },
  );
  return { code, stdout, stderr };
}

interface Preflighted {
  readonly valid: boolean;
  readonly preflight: {
    readonly pages: number;
    readonly errors: number;
    readonly advice: number;
    readonly findings: readonly { code: string; elementId: string; severity: string; page?: number }[];
  };
}

const small = {
  type: 'text',
  id: 'small',
  x: 10,
  y: 10,
  width: 50,
  height: 8,
  text: '{{ items[0].name }}',
  fontSize: 1.5,
  color: '#c01030',
} as const;

test('errors make the command fail, in lines and as JSON', async () => {
  const elements: TemplateDocument['elements'] = [
    small,
    { type: 'rect', id: 'band', x: -1, y: 40, width: 102, height: 10, fill: '#336699' },
  ];
  const inWords = await validate({ elements });
  assert.equal(inWords.code, 1);
  assert.match(
    inWords.stdout,
    /^The template is valid\.\nerror: TEXT_TOO_SMALL \(small\): "Bolts" is 4\.25 pt/u,
  );
  assert.match(inWords.stdout, /\nerror: BLEED_SHORT \(band\): .*\(left and right\)/u);
  assert.match(inWords.stdout, /\nPreflight: 2 errors, 1 of advice\.\n$/u);
  const { code, stdout } = await validate({ elements }, '--json', '--vars', '{"items": [{"name": "Nails"}]}');
  assert.equal(code, 1);
  const { valid, preflight } = JSON.parse(stdout) as Preflighted;
  assert.deepEqual([valid, preflight.pages, preflight.errors, preflight.advice], [true, 1, 2, 0]);
  assert.match(JSON.stringify(preflight.findings), /Nails/u);
});

test('a template without errors passes, with its advice', async () => {
  const elements: TemplateDocument['elements'] = [
    { type: 'rect', id: 'band', x: 0, y: 40, width: 100, height: 10, fill: '#336699' },
  ];
  const { code, stdout } = await validate({ bleed: 0, elements });
  assert.equal(code, 0);
  assert.match(stdout, /\nadvice: BLEED_SHORT \(band\): .*has no bleed/u);
  const nothing = await validate({ elements: [{ ...small, color: '#c0c0c0', text: 'Bolts' }] });
  assert.deepEqual(
    [nothing.code, nothing.stdout],
    [0, 'The template is valid.\nPreflight has found nothing.\n'],
  );
});

test('a template for screens is refused, and says why', async () => {
  const { code, stderr } = await validate({ viewportOutputIntent: 'screen' });
  assert.equal(code, 1);
  assert.match(stderr, /Preflight is for templates for print, whose "viewportOutputIntent" is "print"/u);
});

test('values without --preflight are refused, since nothing would be laid out', async () => {
  for (const option of [
    ['--vars', '{}'],
    ['--locale', 'de'],
  ]) {
    const { code, stderr } = await runCommand(['template', 'validate', folder, ...option], {});
    assert.equal(code, 1);
    assert.match(stderr, /--vars and --locale are for --preflight/u);
  }
});

test('tables, repeats, groups and pages have the same rules', async () => {
  const thin = { color: '#000000', width: 0.05 };
  const table = {
    type: 'table',
    id: 'table',
    x: 10,
    y: 10,
    width: 80,
    rows: '{{ items }}',
    columns: [
      { value: '{{ item.name }}' },
      { cell: { type: 'qrcode', value: '{{ item.name }}', height: 10, color: '#801020' } },
    ],
    body: { fontSize: 1.5, color: '#c01030' },
    borders: thin,
  };
  const { x: _x, y: _y, ...flowing } = small;
  const repeated = {
    ...flowing,
    id: 'repeated',
    repeat: { each: '{{ items }}' },
    text: '{{ item.name }}',
  };
  const rows = {
    type: 'group',
    id: 'rows',
    x: 10,
    y: 10,
    width: 60,
    height: 30,
    layout: { direction: 'column' },
  };
  const turned = {
    type: 'group',
    id: 'turned',
    x: 10,
    y: 60,
    width: 50,
    height: 10,
    rotation: 180,
    opacity: 0.5,
  };
  const line = { type: 'line', id: 'line', x: 0, y: 0, width: 40, height: 0, stroke: thin };
  const pages = [
    { id: 'front', elements: [table] },
    {
      id: 'back',
      elements: [
        { ...rows, elements: [repeated] },
        { ...turned, elements: [line] },
      ],
    },
  ];
  const { elements: _elements, ...document } = makeDocument({
    pages,
  } as unknown as Partial<TemplateDocument>);
  const { stdout } = await validateDocument(document, '--json');
  assert.match(stdout, /"findings"/u);
  const { preflight } = JSON.parse(stdout) as Preflighted;
  const found = preflight.findings.filter(({ code }) => code !== 'DEFAULT_USED');
  assert.deepEqual(
    found.map(({ elementId, code, page }) => `${elementId} ${code} ${page}`),
    [
      'table LINE_TOO_THIN 1',
      'table[0][0] TEXT_TOO_SMALL 1',
      'table[0][1].qrcode CODE_TOO_SMALL 1',
      'repeated[0] TEXT_TOO_SMALL 2',
      'line LINE_TOO_THIN 2',
    ],
  );
});
