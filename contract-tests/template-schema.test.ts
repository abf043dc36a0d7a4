import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { codeSymbologies } from '../src/render/codes/symbologies.ts';

const schema = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../template.schema.json'), 'utf8'),
) as { $defs: Record<string, { properties: Record<string, { enum: string[] }> }> };
const ajv = new Ajv2020({
  discriminator: true,
  allErrors: true,
  strict: true,
  strictRequired: false,
  formats: { color: true },
});
const validate = ajv.compile(schema);

const box = { id: 'a', x: 10, y: 10, width: 100, height: 50 };

function documentWith(changes: object = {}): object {
  return { schemaVersion: 1, name: 'Card', viewport: { width: 1200, height: 630 }, elements: [], ...changes };
}

function withElement(element: object): object {
  return documentWith({ elements: [{ ...box, ...element }] });
}

/** The places of a document's errors; an `if` only repeats its branch. */
function getProblems(document: object): string[] {
  if (validate(document)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

const good: Record<string, object> = {
  'the least there is': documentWith(),
  'every key of a document': documentWith({
    description: 'A card',
    viewportUnit: 'mm',
    viewportExportDpi: 300,
    viewportOutputIntent: 'print',
    bleed: 3,
    background: {
      type: 'linear',
      angle: 90,
      stops: [
        { offset: 0, color: '#000' },
        { offset: 1, color: '{{accent}}' },
      ],
    },
    fonts: [{ family: 'House', weight: 700, style: 'italic', src: 'fonts/house.woff2' }],
    variables: [
      {
        name: 'accent',
        type: 'text',
        label: 'Accent',
        required: true,
        defaultValue: '#f00',
        validation: { minLength: 1, maxLength: 9, min: 0, max: 5, pattern: '#.*', options: ['#f00', '#0f0'] },
      },
    ],
  }),
  'decimals in every unit but px': documentWith({
    viewportUnit: 'mm',
    viewport: { width: 99.1, height: 0.4 },
  }),
  'no background': documentWith({ background: null }),
  'every key that all elements share': withElement({
    type: 'rect',
    rotation: -12.5,
    opacity: 0.5,
    visible: '{{shown}}',
    blendMode: 'color-dodge',
    shadow: { x: 1, y: 2, blur: 3, color: '#0008' },
    blur: 2,
  }),
  'a text': withElement({
    type: 'text',
    text: 'Hello {{name}}, \\{{ literal',
    fontFamily: 'Inter',
    fontSize: 24,
    fontWeight: 650,
    fontStyle: 'italic',
    color: { type: 'radial', center: { x: 0.5, y: 0 }, radius: 1, stops: [{ offset: 0, color: '#fff' }] },
    lineHeight: 1.4,
    letterSpacing: -0.5,
    align: 'justify',
    verticalAlign: 'middle',
    direction: 'rtl',
    overflow: 'shrink',
    minFontSize: 6,
    maxLines: 2,
    wrap: false,
    transform: 'uppercase',
    decoration: 'underline',
    stroke: { color: '#000', width: 1 },
    highlight: { color: '#ff0', padding: 4, cornerRadius: 2 },
  }),
  'a text of runs': withElement({
    type: 'text',
    runs: [
      { text: 'A', fontFamily: 'Inter', fontSize: 9, fontWeight: 100, fontStyle: 'normal' },
      { text: 'B', color: '{{accent}}', letterSpacing: 1, decoration: 'line-through' },
    ],
  }),
  'an image': withElement({
    type: 'image',
    src: '{{photo}}',
    fit: 'scale-down',
    position: { x: 0, y: 1 },
    cornerRadius: [1, 2, 3, 4],
    filters: { grayscale: 1, sepia: 0, saturate: 2, brightness: 1, contrast: 1, blur: 0 },
  }),
  'an image with the position attention': withElement({ type: 'image', src: 'a.jpg', position: 'attention' }),
  'a rectangle': withElement({
    type: 'rect',
    fill: '#0f08',
    stroke: { color: '#112233', width: 2, dash: [4, 2] },
    cornerRadius: 8,
  }),
  'a rectangle with all that strokes, paints and shadows have': withElement({
    type: 'rect',
    fill: { type: 'conic', center: { x: 0 }, angle: 45, stops: [{ offset: 0, color: '{{accent}}' }] },
    stroke: {
      color: { type: 'linear', stops: [{ offset: 0, color: '#fff' }] },
      dash: [1],
      dashOffset: -1,
      cap: 'round',
      join: 'bevel',
      miterLimit: 1,
      align: 'outside',
    },
    shadow: [
      { x: 1, spread: -1 },
      { inset: true, color: '{{accent}}' },
    ],
  }),
  'an ellipse': withElement({ type: 'ellipse', fill: '#11223344', stroke: { width: 2 } }),
  'a line': withElement({ type: 'line', height: 0, stroke: { color: '#000', width: 2 }, cap: 'round' }),
  'a path': withElement({
    type: 'path',
    d: 'M0 0L10 10',
    viewBox: [0, 0, 10, 10],
    fill: '#000',
    stroke: { color: '#000' },
    fillRule: 'evenodd',
  }),
  'a QR code': withElement({
    type: 'qrcode',
    value: '{{url}}',
    errorCorrection: 'H',
    color: '#000',
    background: '#fff',
    margin: 2,
  }),
  'a barcode': withElement({
    type: 'barcode',
    value: '590123412345',
    symbology: 'ean13',
    color: '#000',
    background: '#fff',
    showText: false,
  }),
  'a group in a group': withElement({
    type: 'group',
    clip: 'ellipse',
    cornerRadius: [0, 0, 4, 4],
    elements: [{ ...box, id: 'b', type: 'group', elements: [{ ...box, id: 'c', type: 'rect' }] }],
  }),
};

const bad: Record<string, [document: object, ...problems: string[]]> = {
  'another version': [documentWith({ schemaVersion: 2 }), '/schemaVersion const'],
  'an unknown key': [documentWith({ sheets: [] }), ' additionalProperties'],
  'a viewport of nothing': [
    documentWith({ viewport: { width: 0, height: 1.5 } }),
    '/viewport/height multipleOf',
    '/viewport/width exclusiveMinimum',
  ],
  'half a pixel': [
    documentWith({ viewportUnit: 'px', viewport: { width: 1.5, height: 1 } }),
    '/viewport/width multipleOf',
  ],
  'a dpi beyond its range': [documentWith({ viewportExportDpi: 601 }), '/viewportExportDpi maximum'],
  'a negative bleed': [documentWith({ bleed: -1 }), '/bleed minimum'],
  'a name with braces': [
    documentWith({ variables: [{ name: 'a}b', type: 'text' }] }),
    '/variables/0/name pattern',
  ],
  'a variable without a type': [documentWith({ variables: [{ name: 'a' }] }), '/variables/0 required'],
  'an unknown rule': [
    documentWith({ variables: [{ name: 'a', type: 'text', validation: { regex: 'a' } }] }),
    '/variables/0/validation additionalProperties',
  ],
  'an element without a type': [withElement({}), '/elements/0 discriminator'],
  'an element of an unknown type': [withElement({ type: 'triangle' }), '/elements/0 discriminator'],
  'a misspelt key': [withElement({ type: 'rect', fil: '#000' }), '/elements/0 additionalProperties'],
  'a key of another type': [
    withElement({ type: 'ellipse', cornerRadius: 3 }),
    '/elements/0 additionalProperties',
  ],
  'a misspelt key deep inside': [
    withElement({
      type: 'group',
      elements: [{ ...box, id: 'b', type: 'image', src: 'a', filters: { grey: 1 } }],
    }),
    '/elements/0/elements/0/filters additionalProperties',
  ],
  'a colour of another kind': [
    withElement({ type: 'rect', fill: 'hwb(0 0% 0%)' }),
    '/elements/0/fill pattern',
  ],
  'a stop off the line': [
    withElement({ type: 'rect', fill: { type: 'linear', stops: [{ offset: 2, color: '#000' }] } }),
    '/elements/0/fill/stops/0/offset maximum',
  ],
  'an unknown gradient': [
    withElement({ type: 'rect', fill: { type: 'spiral' } }),
    '/elements/0/fill discriminator',
  ],
  'text and runs': [
    withElement({ type: 'text', text: 'a', runs: [{ text: 'b' }] }),
    '/elements/0/text false schema',
  ],
  'neither text nor runs': [withElement({ type: 'text' }), '/elements/0 required'],
  'three radii': [
    withElement({ type: 'rect', cornerRadius: [1, 2, 3] }),
    '/elements/0/cornerRadius minItems',
  ],
  'a string in place of a number': [
    withElement({ type: 'rect', rotation: '5' }),
    '/elements/0/rotation pattern',
  ],
  'a visibility that is neither boolean nor variable': [
    withElement({ type: 'rect', visible: 'no' }),
    '/elements/0/visible pattern',
  ],
  'an unknown symbology': [
    withElement({ type: 'barcode', value: '1', symbology: 'code1' }),
    '/elements/0/symbology enum',
  ],
};

for (const [name, document] of Object.entries(good)) {
  test(`accepted: ${name}`, () => assert.deepEqual(getProblems(document), []));
}

for (const [name, [document, ...problems]] of Object.entries(bad)) {
  test(`refused with one error at its pointer: ${name}`, () =>
    assert.deepEqual(getProblems(document), problems));
}

test('lists exactly the symbologies that can be drawn', () => {
  assert.deepEqual(schema.$defs['BarcodeElement']?.properties['symbology']?.enum, codeSymbologies);
});
