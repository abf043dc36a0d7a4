import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { BUNDLED_FAMILIES } from '../../../render/fonts/bundled-fonts.ts';
import { buildSfnt, readAllTables } from '../../../render/fonts/sfnt.ts';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { checkTemplate } from './check-template.ts';
import { checkEntries } from './repeats.ts';

const limits = { maxImagePixels: 10_000, maxOutputPixels: 100_000_000, timeoutMs: 5000 };
const box = { x: 0, y: 0, width: 10, height: 10 };
const none = new Map<string, Uint8Array>();
const text = (value: string) => new TextEncoder().encode(value);
const rect = (id: string, more: object = {}) => ({ type: 'rect', id, ...box, ...more });

function getTemplate(elements: object[], more: object = {}) {
  return { schemaVersion: 1, name: 't', viewport: { width: 10, height: 10 }, elements, ...more };
}

/** The template's problems as `pointer: detail`. */
async function getProblems(
  template: unknown,
  files: ReadonlyMap<string, Uint8Array> = none,
): Promise<string[]> {
  const { problems } = await checkTemplate(template, files, limits);
  return problems.map(({ pointer, detail }) => `${pointer}: ${detail}`);
}

async function assertProblem(template: unknown, expected: RegExp, files = none, count = 1): Promise<void> {
  const problems = await getProblems(template, files);
  assert.equal(problems.length, count, problems.join('\n'));
  for (const problem of problems) assert.match(problem, expected);
}

describe('the shape of a template', () => {
  it('may be minimal', async () => assert.deepEqual(await getProblems(getTemplate([])), []));

  const cases: [string, unknown, RegExp][] = [
    ['an array', [], /^: expected an object, got an array\.$/u],
    [
      'a missing key',
      { schemaVersion: 1, viewport: { width: 1, height: 1 }, elements: [] },
      /^: The key "name" is missing/u,
    ],
    [
      'an unknown key',
      getTemplate([rect('a', { colour: '#000' })]),
      /^\/elements\/0\/colour: The key "colour" is unknown/u,
    ],
    ['a misspelt key', getTemplate([rect('a', { cornerRadios: 1 })]), /Did you mean "cornerRadius"\?/u],
    [
      'an unknown type',
      getTemplate([rect('a', { type: 'rectangle' })]),
      /^\/elements\/0\/type: expected text, image, .* or group, got "rectangle"\.$/u,
    ],
    ['a missing type', getTemplate([{ id: 'a', ...box }]), /^\/elements\/0: The key "type" is missing/u],
    [
      'a value outside an enumeration',
      getTemplate([], { viewportUnit: 'inch' }),
      /^\/viewportUnit: expected px, mm, cm, in or pt, got "inch"\. Did you mean "in"\?$/u,
    ],
    [
      'a bad colour',
      getTemplate([rect('a', { fill: '#12345g' })]),
      /^\/elements\/0\/fill: expected a colour such as #rrggbb, got "#12345g"\./u,
    ],
    [
      'a colour that is a number',
      getTemplate([rect('a', { stroke: { color: 5 } })]),
      /^\/elements\/0\/stroke\/color: expected a colour such as #rrggbb, got the number 5\./u,
    ],
    [
      'a string in place of a number',
      getTemplate([{ type: 'text', id: 't', ...box, text: 'a', fontSize: '26' }]),
      /^\/elements\/0\/fontSize: expected a number, or .*, got "26"\.$/u,
    ],
    [
      'an empty viewport',
      getTemplate([], { viewport: { width: 0, height: 1 } }),
      /^\/viewport\/width: expected a number greater than 0, got 0\.$/u,
    ],
    [
      'a visibility that is a word',
      getTemplate([rect('a', { visible: 'no' })]),
      /^\/elements\/0\/visible: expected true, false, or the name of a variable .*, got "no"\.$/u,
    ],
    [
      'three radii',
      getTemplate([rect('a', { cornerRadius: [1, 2, 3] })]),
      /^\/elements\/0\/cornerRadius: expected 4 entries, got 3\.$/u,
    ],
    [
      'half a pixel',
      getTemplate([], { viewport: { width: 1.5, height: 1 } }),
      /^\/viewport\/width: expected a whole number of pixels, got 1\.5\. .*"viewportUnit" mm, cm, in or pt/u,
    ],
    [
      'text and runs',
      getTemplate([{ type: 'text', id: 't', ...box, text: 'a', runs: [{ text: 'b' }] }]),
      /^\/elements\/0\/text: .*cannot be used together/u,
    ],
    [
      'a huge page',
      getTemplate([], { viewport: { width: 2e6, height: 1 } }),
      /^\/viewport: .*at most 1000000 px/u,
    ],
  ];
  for (const [name, template, expected] of cases)
    it(`refuses ${name}`, () => assertProblem(template, expected));

  it('refuses a page over the pixel ceiling at its own density', async () => {
    const sheet = (more: object) =>
      getTemplate([], { viewport: { width: 500, height: 600 }, viewportUnit: 'mm', ...more });
    assert.deepEqual(await getProblems(sheet({})), []);
    await assertProblem(
      sheet({ viewportExportDpi: 600 }),
      /^\/viewport: The output would be 11811 × 14173 px .*at most 100000000 .*smaller viewport or viewportExportDpi\.$/u,
    );
  });

  it('warns of formats that cannot hold the page', async () => {
    const getWarnings = async (width: number, more: object = {}) => {
      const template = getTemplate([], { viewport: { width, height: 100 }, ...more });
      const { problems, warnings } = await checkTemplate(template, none, limits);
      assert.deepEqual(problems, []);
      return warnings.map(({ pointer, detail }) => `${pointer}: ${detail.split('.')[0]}`);
    };
    assert.deepEqual(await getWarnings(16_383), []);
    assert.deepEqual(await getWarnings(16_384), ['/viewport: As webp this page is refused']);
    assert.deepEqual(await getWarnings(70_000), [
      '/viewport: As jpeg this page is refused',
      '/viewport: As webp this page is refused',
      '/viewport: As avif this page is refused',
      '/viewport: As pdf this page is refused',
      '/viewport: As zpl this page is refused',
    ]);
  });

  it('warns of an element off the page, but not if its place is refused', async () => {
    const template = getTemplate([rect('a', { x: 20 }), rect('b', { x: '20' }), rect('c', { x: 5 })]);
    const { problems, warnings } = await checkTemplate(template, none, limits);
    assert.deepEqual(
      [problems, warnings].map((found) => found.map(({ pointer }) => pointer)),
      [['/elements/1/x'], ['/elements/0']],
    );
  });

  it('warns of an expression that needs what may be left out', async () => {
    const text = { type: 'text', id: 'a', ...box, text: '{{ currency(net * 1.19, "EUR") }}' };
    const net = { name: 'net', type: 'number' };
    const check = async (more: object) =>
      (await checkTemplate(getTemplate([text], { variables: [{ ...net, ...more }] }), none, limits)).warnings;
    assert.deepEqual(
      (await check({})).map(({ detail }) => detail),
      ['The expression {{ currency(net * 1.19, "EUR") }} needs a value of "net", which may be left out.'],
    );
    assert.deepEqual(await check({ required: true }), []);
  });

  it('names a problem deep inside a group by its pointer', () =>
    assertProblem(
      getTemplate([{ type: 'group', id: 'g', ...box, elements: [rect('a'), rect('b', { oops: 1 })] }]),
      /^\/elements\/0\/elements\/1\/oops: /u,
    ));

  it('lists problems of the schema, of files, fonts and variables together', async () => {
    const template = getTemplate(
      [
        { type: 'text', id: 't', ...box, text: 'Hi {{nobody}}', fontSize: '26' },
        { type: 'image', id: 'i', ...box, x: 'left', src: 'missing.png' },
        { type: 'path', id: 'p', ...box, d: 'L1 1', fill: '#12345g' },
        { type: 'circle', id: 'c', ...box, text: '{{nothing}}' },
        { type: 'group', id: 'g', ...box, clip: 'star', elements: [rect('t', { fill: '{{none}}' }), 5] },
        { type: 'barcode', id: 'b', ...box, symbology: 'ean13', value: 'x' },
        { type: 'image', id: 'j', y: 0, width: 10, height: 10 },
      ],
      {
        viewportUnit: 'em',
        fonts: [{ family: 'F', src: 'bad.ttf', weight: '400' }, { family: 'G' }],
        variables: [
          { name: 'a', type: 'date', defaultValue: 'soon', oops: 1 },
          { name: 'b', type: 'txt' },
          { type: 'text' },
        ],
      },
    );
    const places = (await getProblems(template, new Map([['bad.ttf', text('no font')]]))).map(
      (line) => line.split(':')[0],
    );
    assert.deepEqual(places.toSorted(), [
      '/elements/0/fontSize',
      '/elements/0/text',
      '/elements/1/src',
      '/elements/1/x',
      '/elements/2/d',
      '/elements/2/fill',
      '/elements/3/text',
      '/elements/3/type',
      '/elements/4/clip',
      '/elements/4/elements/0/fill',
      '/elements/4/elements/0/id',
      '/elements/4/elements/1',
      '/elements/5/value',
      '/elements/6',
      '/elements/6',
      '/fonts/0/src',
      '/fonts/0/weight',
      '/fonts/1',
      '/variables/0/defaultValue',
      '/variables/0/oops',
      '/variables/1/type',
      '/variables/2',
      '/viewportUnit',
    ]);
  });

  it('counts the problems beyond a hundred', async () => {
    const problems = await getProblems(
      getTemplate(Array.from({ length: 60 }, (_, i) => rect(`${i}`, { x: '', y: '' }))),
    );
    assert.equal(problems.length, 101);
    assert.equal(problems.at(-1), ': There are 20 more problems.');
  });

  it('lists every problem', async () => {
    const problems = await getProblems(
      getTemplate([rect('a', { x: 'left' }), rect('b', { opacity: 2 })], { viewportUnit: 'em' }),
    );
    assert.deepEqual(problems.map((line) => line.split(':')[0]).toSorted(), [
      '/elements/0/x',
      '/elements/1/opacity',
      '/viewportUnit',
    ]);
  });
});

describe('declarations of variables', () => {
  const declare = (...variables: object[]) => getTemplate([], { variables });
  const cases: [string, object[], RegExp][] = [
    [
      'a name twice',
      [
        { name: 'a', type: 'text' },
        { name: 'a', type: 'text' },
      ],
      /^\/variables\/1\/name: "a" is declared already/u,
    ],
    [
      'lookahead',
      [{ name: 'a', type: 'text', validation: { pattern: '(?=x)' } }],
      /^\/variables\/0\/validation\/pattern: .*Lookaround/u,
    ],
    [
      'patterns that are large together',
      Array.from({ length: 34 }, (_, at) => ({
        name: `v${at}`,
        type: 'text',
        validation: { pattern: '(a?){1000}' },
      })),
      /^\/variables\/33\/validation\/pattern: .*too large together/u,
    ],
    ['lookbehind', [{ name: 'a', type: 'text', validation: { pattern: '(?<!x)y' } }], /Lookaround/u],
    ['a backreference', [{ name: 'a', type: 'text', validation: { pattern: '(a)\\1' } }], /backreferences/u],
    [
      'a broken pattern',
      [{ name: 'a', type: 'text', validation: { pattern: '[' } }],
      /not an RE2 expression/u,
    ],
    [
      'a minLength above maxLength',
      [{ name: 'a', type: 'text', validation: { minLength: 3, maxLength: 2 } }],
      /minLength \(3\) is greater/u,
    ],
    [
      'a min above max',
      [{ name: 'a', type: 'number', validation: { min: 3, max: 2 } }],
      /min \(3\) is greater/u,
    ],
    ['a min for text', [{ name: 'a', type: 'text', validation: { min: 3 } }], /rule for number variables/u],
    [
      'an empty list of options',
      [{ name: 'a', type: 'text', validation: { options: [] } }],
      /no value could be valid/u,
    ],
    [
      'an option of another type',
      [{ name: 'a', type: 'number', validation: { options: ['1', 'x'] } }],
      /options\/1: .*never be chosen/u,
    ],
    [
      'a default of another type',
      [{ name: 'a', type: 'date', defaultValue: 'soon' }],
      /^\/variables\/0\/defaultValue: The default must be a date/u,
    ],
    [
      'a default that is not an option',
      [{ name: 'a', type: 'text', defaultValue: 'x', validation: { options: ['y'] } }],
      /one of "y"/u,
    ],
  ];
  for (const [name, variables, expected] of cases)
    it(`refuses ${name}`, () => assertProblem(declare(...variables), expected));

  it('refuses a default that a code cannot encode', () =>
    assertProblem(
      getTemplate([{ type: 'barcode', id: 'b', ...box, symbology: 'ean13', value: '{{a}}' }], {
        variables: [{ name: 'a', type: 'barcode', defaultValue: '12' }],
      }),
      /^\/variables\/0\/defaultValue: .*ean13/u,
    ));
});

describe('font families', () => {
  const of = (fontFamily: string, fonts: object[] = []) =>
    getTemplate([{ type: 'text', id: 't', ...box, text: 'a', fontFamily }], { fonts });

  it('must be in the catalogue or in the template', () =>
    assertProblem(
      of('Arial'),
      /^\/elements\/0\/fontFamily: The font family "Arial" is neither in "fonts" nor in the catalogue\. Did you mean "Arimo"\? The catalogue has Inter, /u,
    ));
  it('are suggested by the nearest name', async () => {
    await assertProblem(of('Intre'), /Did you mean "Inter"\?/u);
    await assertProblem(of('Playfair'), /Did you mean "Playfair Display"\?/u);
    await assertProblem(of('NotoSansJP, Nope'), /Did you mean "Noto Sans JP"\?/u);
    await assertProblem(
      of('Hous', [{ family: 'House', src: 5 }]),
      /\/fonts\/0\/src|Did you mean "House"\?/u,
      none,
      2,
    );
  });
  it('are checked in runs', () =>
    assertProblem(
      getTemplate([
        { type: 'text', id: 't', ...box, runs: [{ text: 'a' }, { text: 'b', fontFamily: 'Nope' }] },
      ]),
      /^\/elements\/0\/runs\/1\/fontFamily: /u,
    ));
  it('may be generic, in any case, quoted, or one known name of several', async () => {
    for (const family of ['inter', 'serif', "'Playfair Display', Georgia", 'Helvetica, sans-serif', 'emoji'])
      assert.deepEqual(await getProblems(of(family)), [], family);
  });
});

it('refuses a text that is longer than a page may have', () =>
  assertProblem(
    getTemplate([{ type: 'text', id: 't', ...box, text: 'x'.repeat(200_001) }]),
    /^\/elements\/0\/text: The text has 200001 characters; a page may have 200000\.$/u,
  ));

describe('colours', () => {
  const of = (fill: string, defaultValue?: string) =>
    getTemplate([rect('a', { fill })], { variables: [{ name: 'v', type: 'text', defaultValue }] });
  it('are refused if the defaults do not make a colour', () =>
    assertProblem(
      of('#{{v}}', 'nope'),
      /^\/variables\/0\/defaultValue: "#nope" is not a colour, .* \/elements\/0\/fill/u,
    ));
  it('are refused if the braces are escaped', () =>
    assertProblem(of('\\{{v}}'), /^\/elements\/0\/fill: "\{\{v\}\}" is not a colour/u));
  it('may come from defaults or from values', async () => {
    for (const template of [of('#{{v}}', 'f00'), of('{{v}}'), of('{{v}}', ' ')])
      assert.deepEqual(await getProblems(template), []);
  });
});

describe('elements', () => {
  const variables = [
    { name: 'title', type: 'text' },
    { name: 'photo', type: 'image' },
  ];
  const cases: [string, object[], RegExp][] = [
    [
      'an id twice',
      [rect('a'), { type: 'group', id: 'g', ...box, elements: [rect('a')] }],
      /^\/elements\/1\/elements\/0\/id: .*\/elements\/0/u,
    ],
    [
      'a variable that is not declared',
      [{ type: 'text', id: 't', ...box, text: 'Hi {{titel}}' }],
      /^\/elements\/0\/text: .*Did you mean "title"/u,
    ],
    [
      'an undeclared variable in a run',
      [{ type: 'text', id: 't', ...box, runs: [{ text: '{{x}}' }] }],
      /^\/elements\/0\/runs\/0\/text: No variable "x"/u,
    ],
    [
      'an undeclared variable in a stroke',
      [rect('a', { stroke: { color: '{{x}}' } })],
      /^\/elements\/0\/stroke\/color/u,
    ],
    [
      'an undeclared variable in a gradient stop',
      [rect('a', { fill: { type: 'linear', stops: [{ offset: 0, color: '{{x}}' }] } })],
      /^\/elements\/0\/fill\/stops\/0\/color/u,
    ],
    ['an undeclared variable in visible', [rect('a', { visible: '{{x}}' })], /^\/elements\/0\/visible/u],
    [
      'a variable in a key that is not filled',
      [{ type: 'text', id: 't', ...box, text: 'a', fontFamily: '{{title}}' }],
      /not filled in "fontFamily"/u,
    ],
    ['braces that never close', [{ type: 'text', id: 't', ...box, text: 'Hi {{title}' }], /never closed/u],
    [
      'truncated path data',
      [{ type: 'path', id: 'p', ...box, d: 'M0 0 L 1' }],
      /^\/elements\/0\/d: This is not SVG path data/u,
    ],
    [
      'hyphenation without a language',
      [{ type: 'text', id: 't', ...box, text: 'x', hyphens: 'auto' }],
      /^\/elements\/0\/hyphens: To divide words takes a "language"/u,
    ],
    [
      'hyphenation in a language without rules',
      [{ type: 'text', id: 't', ...box, text: 'x', hyphens: 'auto', language: 'ja' }],
      /^\/elements\/0\/hyphens: There are no rules .*"ja"/u,
    ],
    [
      'columns without room',
      [{ type: 'text', id: 't', ...box, text: 'x', columns: 3, columnGap: 1_000 }],
      /^\/elements\/0\/columnGap: 3 columns with gaps of 1000 leave no room/u,
    ],
    [
      'optical margins of a path',
      [{ type: 'text', id: 't', ...box, text: 'x', opticalMargins: true, path: { d: 'M0 0H9' } }],
      /^\/elements\/0\/opticalMargins: A text on a path has no margins/u,
    ],
    [
      'another way to wrap',
      [{ type: 'text', id: 't', ...box, text: 'x', wrap: 'balanced' }],
      /^\/elements\/0\/wrap: .*"?balance"?.*pretty/u,
    ],
    [
      'a text that fits a box which hugs it',
      [{ type: 'text', id: 't', ...box, height: 'hug', text: 'x', textFit: 'box' }],
      /^\/elements\/0\/textFit: .* give it another "height"/u,
    ],
    [
      'a largest size of a text that does not grow',
      [{ type: 'text', id: 't', ...box, text: 'x', maxFontSize: 40 }],
      /^\/elements\/0\/maxFontSize: .*"textFit": "box"/u,
    ],
    [
      'a largest size below the least',
      [{ type: 'text', id: 't', ...box, text: 'x', textFit: 'box', minFontSize: 9, maxFontSize: 8 }],
      /^\/elements\/0\/maxFontSize: expected at least "minFontSize", 9, got 8/u,
    ],
    [
      'columns on a path',
      [{ type: 'text', id: 't', ...box, text: 'x', columns: 3, path: { d: 'M0 0H9' } }],
      /^\/elements\/0\/columns: A text on a path has one line/u,
    ],
    [
      'a path of a text without a move',
      [{ type: 'text', id: 't', ...box, text: 'x', path: { d: 'H9' } }],
      /^\/elements\/0\/path\/d: Path data must begin with a move/u,
    ],
    [
      'vertical lines on a path',
      [{ type: 'text', id: 't', ...box, text: 'x', writingMode: 'vertical-rl', path: { d: 'M0 0H9' } }],
      /^\/elements\/0\/writingMode: A text on a path has no vertical lines/u,
    ],
    ['path data without a move', [{ type: 'path', id: 'p', ...box, d: 'L1 1' }], /must begin with a move/u],
    [
      'a flat view box',
      [{ type: 'path', id: 'p', ...box, d: 'M0 0L1 1', viewBox: [0, 0, 0, 1] }],
      /viewBox/u,
    ],
    [
      'a literal that its code cannot encode',
      [{ type: 'barcode', id: 'b', ...box, symbology: 'upca', value: 'x' }],
      /^\/elements\/0\/value: The value cannot/u,
    ],
    [
      'an option that its symbology does not have',
      [{ type: 'barcode', id: 'b', ...box, symbology: 'pdf417', value: 'x', options: { colums: 3 } }],
      /^\/elements\/0\/options\/colums: "colums" is no option of pdf417; it has columns, rows/u,
    ],
    [
      'an option of a code that is out of range',
      [{ type: 'barcode', id: 'b', ...box, symbology: 'pdf417', value: 'x', options: { columns: 31 } }],
      /^\/elements\/0\/options\/columns: expected a whole number from 1 to 30, got 31\.$/u,
    ],
    [
      'a value that does not fit the version of its QR code',
      [{ type: 'qrcode', id: 'b', ...box, value: 'x'.repeat(15), options: { version: 1 } }],
      /^\/elements\/0\/value: .* than a QR code of version 1 holds/u,
    ],
    [
      'an unknown symbology',
      [{ type: 'barcode', id: 'b', ...box, symbology: 'code123', value: '1' }],
      /one of .*Did you mean "code128"/u,
    ],
  ];
  for (const [name, elements, expected] of cases)
    it(`refuse ${name}`, () => assertProblem(getTemplate(elements, { variables }), expected));

  it('accept variables in every filled key, and escaped braces', async () => {
    const elements = [
      {
        type: 'text',
        id: 't',
        ...box,
        text: '{{title}} \\{{literal}} {{ title }}',
        color: '{{title}}',
        visible: '{{title}}',
      },
      {
        type: 'text',
        id: 'r',
        ...box,
        runs: [{ text: '{{title}}', color: '#{{title}}' }],
        highlight: { color: '{{title}}' },
      },
      { type: 'image', id: 'i', ...box, src: '{{photo}}', shadow: { color: '{{title}}' } },
      { type: 'qrcode', id: 'q', ...box, value: 'https://a.example/{{title}}', color: '{{title}}' },
    ];
    assert.deepEqual(await getProblems(getTemplate(elements, { variables })), []);
  });
});

describe('files of a template', () => {
  const image = (src: string) => getTemplate([{ type: 'image', id: 'i', ...box, src }]);
  const svg = (inner: string, head = '') =>
    text(`${head}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inner}</svg>`);

  const doctype = (declarations: string) => `<!DOCTYPE svg [${declarations}]>`;

  for (const src of [
    '../x.png',
    '/x.png',
    'a/../../x.png',
    'a\\x.png',
    'c:x.png',
    'file:///x.png',
    'ftp://a.example/x.png',
    'http://a.example/x.png',
  ]) {
    it(`refuses the path ${src}`, () => assertProblem(image(src), /^\/elements\/0\/src: /u));
  }
  it('reports a missing file, and suggests the nearest name', () =>
    assertProblem(
      image('photo.png'),
      /no file "photo\.png"\. Did you mean "Photo\.png"\?/u,
      new Map([['Photo.png', text('')]]),
    ));
  it('checks the links of elements and runs', async () => {
    const linked = (href: string) =>
      getTemplate([{ type: 'group', id: 'g', ...box, elements: [], href }], {
        variables: [{ name: 'id', type: 'text' }],
      });
    for (const href of [
      'https://a.example',
      'http://a.example/{{id}}',
      'mailto:a@b.example',
      'tel:+49',
      '{{id}}',
    ])
      assert.deepEqual(await getProblems(linked(href)), [], href);
    const wrong =
      /^\/elements\/0\/href: The link must be an http, https, mailto or tel address, but received/u;
    for (const href of ['javascript:alert(1)', 'javascript:{{id}}', 'www.a.example', 'file:///etc', 'https:'])
      await assertProblem(linked(href), wrong);
    await assertProblem(
      getTemplate([{ type: 'text', id: 't', ...box, runs: [{ text: 'a', href: 'ftp://a.example' }] }]),
      /^\/elements\/0\/runs\/0\/href: /u,
    );
  });
  it('checks the icons of runs as images', async () => {
    const runs = (...given: object[]) => getTemplate([{ type: 'text', id: 't', ...box, runs: given }]);
    await assertProblem(
      runs({ text: 'a' }, { text: '', icon: 'star.svg' }),
      /^\/elements\/0\/runs\/1\/icon: .*no file/u,
    );
    await assertProblem(
      runs({ text: '', icon: 'https://a.example/b.png', ruby: 'c' }),
      /^\/elements\/0\/runs\/0\/ruby: A run with an icon has no reading/u,
    );
    assert.deepEqual(await getProblems(runs({ text: '', icon: 'https://a.example/b.png' })), []);
  });
  it('refuses a font whose outlines are cut off', async () => {
    const whole = BUNDLED_FAMILIES[0]?.faces[0]?.path ?? '';
    const tables = readAllTables(readFileSync(whole));
    const glyf = tables.get('glyf') ?? new Uint8Array();
    const damaged = buildSfnt(new Map([...tables, ['glyf', glyf.subarray(0, glyf.length / 2)]]));
    const template = getTemplate([{ type: 'text', id: 't', ...box, text: 'a', fontFamily: 'Cut' }], {
      fonts: [{ family: 'Cut', src: 'cut.ttf' }],
    });
    const cut = /^\/fonts\/0\/src: The file "cut\.ttf" .*glyf ends inside glyph/u;
    await assertProblem(template, cut, new Map([['cut.ttf', damaged]]));
    assert.deepEqual(await getProblems(template, new Map([['cut.ttf', readFileSync(whole)]])), []);
  });

  it('reports a file that is neither an image, a font nor a PDF', () =>
    assertProblem(
      image('notes.txt'),
      /^\/elements\/0\/src: "notes\.txt" is neither an image, a font, a PDF nor a colour profile .*; accepted are avif, gif, .*\.$/u,
      new Map([['notes.txt', text('a')]]),
    ));
  it('refuses a data: URL without strict base64', () =>
    assertProblem(image('data:image/png;base64,A'), /data: URL must be/u));
  it('refuses a data: URL that does not decode', () =>
    assertProblem(
      image('data:image/png;base64,AAAA'),
      /^\/elements\/0\/src: The data: URL is not a picture/u,
    ));

  it('accepts images, plain SVG, fonts and https URLs, and ignores unused files', async () => {
    const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const inter = fileURLToPath(
      import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
    );
    const files = new Map<string, Uint8Array>([
      ['a.png', png],
      [
        'sub/logo.svg',
        svg(
          '<defs><path id="p" d="M0 0h9v9z"/></defs><use href="#p" fill="url(#g)"/>',
          '<?xml version="1.0" encoding="UTF-8"?>',
        ),
      ],
      ['inter.ttf', readFileSync(inter)],
      ['unused.png', text('nothing')],
    ]);
    const elements = ['a.png', './sub/logo.svg', 'https://a.example/x.png'].map((src, index) => ({
      type: 'image',
      id: `i${index}`,
      ...box,
      src,
    }));
    assert.deepEqual(
      await getProblems(getTemplate(elements, { fonts: [{ family: 'F', src: 'inter.ttf' }] }), files),
      [],
    );
  });

  it('refuses each file that cannot be decoded', async () => {
    const big = await sharp({ create: { width: 101, height: 100, channels: 3, background: '#123456' } })
      .png()
      .toBuffer();
    const good = await sharp({
      create: {
        width: 50,
        height: 50,
        channels: 3,
        background: '#123456',
        noise: { type: 'gaussian', mean: 9, sigma: 99 },
      },
    })
      .png()
      .toBuffer();
    const files = new Map<string, Uint8Array>([
      ['big.png', big],
      ['cut.png', good.subarray(0, good.length / 2)],
      ['text.png', text('hello')],
      ['f.ttf', text('no font')],
    ]);
    const elements = ['big.png', 'cut.png', 'text.png'].map((src, index) => ({
      type: 'image',
      id: `i${index}`,
      ...box,
      src,
    }));
    const problems = await getProblems(
      getTemplate(elements, { fonts: [{ family: 'F', src: 'f.ttf' }] }),
      files,
    );
    assert.equal(problems.length, 4, problems.join('\n'));
    assert.match(problems[0] ?? '', /^\/fonts\/0\/src: The file "f\.ttf" is not a font that can be read/u);
    assert.match(problems[1] ?? '', /^\/elements\/0\/src: The file "big\.png" has 101 × 100 pixels/u);
    assert.match(
      problems[2] ?? '',
      /^\/elements\/1\/src: The file "cut\.png" is damaged or cut off: only 48 % of its rows/u,
    );
    assert.match(problems[3] ?? '', /^\/elements\/2\/src: The file "text\.png" is not a picture/u);
  });

  it('checks the images that a value could name', () =>
    assertProblem(
      getTemplate([{ type: 'image', id: 'i', ...box, src: 'icons/{{kind}}.svg' }], {
        variables: [{ name: 'kind', type: 'text' }],
      }),
      /"icons\/bad\.svg" is an SVG with a <script>/u,
      new Map([
        ['icons/bad.svg', svg('<script>1</script>')],
        ['other/bad.svg', svg('<script>1</script>')],
      ]),
    ));

  it('checks the pictures that values of image variables may name', () =>
    assertProblem(
      getTemplate([], { variables: [{ name: 'photo', type: 'image' }] }),
      /^\/variables\/0: The file "icons\/bad\.svg" is an SVG with a <script>/u,
      new Map([['icons/bad.svg', svg('<script>1</script>')]]),
    ));

  it('accepts defaults and options that name a picture of the folder, and no others', async () => {
    const variables = (name: string): TemplateDocument['variables'] => [
      { name: 'photo', type: 'image', defaultValue: name, validation: { options: [name] } },
      { name: 'people', type: 'list', fields: [{ name: 'face', type: 'image', defaultValue: name }] },
    ];
    const files = new Map([['images/a.svg', svg('<g/>')]]);
    const find = async (name: string) =>
      (await checkTemplate(getTemplate([], { variables: variables(name) }), files)).problems;
    assert.deepEqual(await find('files/images/a.svg'), []);
    const problems = await find('a.svg');
    assert.deepEqual(
      problems.map(({ pointer }) => pointer),
      [
        '/variables/0/defaultValue',
        '/variables/0/validation/options/0',
        '/variables/1/fields/0/defaultValue',
      ],
    );
    assert.match(problems[0]?.detail ?? '', /which has "images\/a\.svg", but received "a\.svg"/u);
  });

  it('reports an undeclared variable, but not the images that it might name', () =>
    assertProblem(
      getTemplate([{ type: 'image', id: 'i', ...box, src: '{{kind}}' }]),
      /^\/elements\/0\/src: No variable "kind" is declared/u,
      new Map([['bad.svg', svg('<script>1</script>')]]),
    ));

  const unsafe: [string, Uint8Array, RegExp][] = [
    ['a script', svg('<script>alert(1)</script>'), /<script>/u],
    ['a handler', svg('<rect onclick="x()"/>'), /onclick/u],
    ['a script in foreign content', svg('<foreignObject><script/></foreignObject>'), /<script>/u],
    ['a handler in foreign content', svg('<foreignObject><p onclick="x()"/></foreignObject>'), /onclick/u],
    ['foreign content that does not end', text('<svg xmlns="x"><foreignObject></svg>'), /well-formed/u],
    ['a script as a link', svg('<a href="javascript:x()"/>'), /refers to "javascript:/u],
    ['a remote font', svg('<style>@font-face{src:url(https://a.example/f)}</style>'), /styles/u],
    ['two fonts, one remote', svg('<style>@font-face{src:url(data:,),url(//a/f)}</style>'), /styles/u],
    ['a script in UTF-16', Buffer.from('\ufeff<svg><script/></svg>', 'utf16le'), /<script>/u],
    ['UTF-8 that it is not', Buffer.from('<svg>\xe9</svg>', 'latin1'), /not UTF-8 text/u],
    ['a remote image', svg('<image href="https://a.example/x.png"/>'), /refers to "https:/u],
    ['a local file', svg('<image xlink:href="file:///etc/passwd" xmlns:xlink="x"/>'), /refers to "file:/u],
    ['a remote paint', svg('<rect fill="url(https://a.example/#p)"/>'), /fill/u],
    ['a style that imports', svg('<style>@import "x.css";</style>'), /styles/u],
    ['a style that imports with an escape', svg('<style>@\\69mport "x.css";</style>'), /styles/u],
    ['a style split by CDATA', svg('<style>@im<![CDATA[port "x.css";]]></style>'), /styles/u],
    ['a style around an element', svg('<style><g/>@import "x.css";</style>'), /styles/u],
    ['a remote paint with an escape', svg('<rect fill="u\\72l(https://a.example/#p)"/>'), /fill/u],
    ['a style sheet', svg('', '<?xml-stylesheet href="x.css"?>'), /style sheet/u],
    ['entities inside each other', svg('&b;', doctype('<!ENTITY a "b"><!ENTITY b "&a;&a;">')), /entities/u],
    ['an entity of a file', svg('&a;', doctype('<!ENTITY a SYSTEM "/etc/passwd">')), /entities/u],
    ['an entity with markup', svg('&a;', doctype('<!ENTITY a "<script/>">')), /entities/u],
    ['a parameter entity', svg('', doctype('<!ENTITY % a "b">')), /entities/u],
    [
      'many large entities',
      svg('&a;'.repeat(9000), doctype(`<!ENTITY a "${'b'.repeat(3000)}">`)),
      /entities/u,
    ],
    ['a reference in an entity', svg('<image href="&a;"/>', doctype('<!ENTITY a "file:///a">')), /refers/u],
    [
      'too many style rules for its elements',
      svg(`<style>${'.a{fill:red}'.repeat(4000)}</style>${'<g/>'.repeat(3000)}`),
      /4000 style rules for 3002 elements/u,
    ],
    ['another encoding', svg('', '<?xml version="1.0" encoding="UTF-7"?>'), /UTF-7/u],
    ['blanks before a script', svg('<script/>', ' '.repeat(2000)), /<script>/u],
    ['tags that do not match', text('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'), /well-formed/u],
  ];
  for (const [name, bytes, expected] of unsafe) {
    it(`refuses an SVG with ${name}`, () =>
      assertProblem(image('a.svg'), expected, new Map([['a.svg', bytes]])));
  }

  it('accepts namespaces as entities, and warns about what an SVG loses', async () => {
    const head = doctype(
      '<!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY ns_ai "http://ns.adobe.com/a">',
    );
    const extension = '<foreignObject requiredExtensions="&ns_ai;" width="1" height="1"/>';
    const lossy =
      `${head}<svg xmlns="&ns_svg;" width="9" height="9"><switch>${extension}<g/></switch>` +
      '<text id="t" textLength="9" font-family="Arial">a</text></svg>';
    const files = new Map([['a.svg', text(lossy)]]);
    const { problems, warnings } = await checkTemplate(image('a.svg'), files, limits);
    assert.deepEqual(problems, []);
    assert.deepEqual(warnings, [
      {
        pointer: '/elements/0/src',
        detail:
          'The file "a.svg" has textLength (element "t" of the SVG). SVG pictures are drawn without it.',
      },
      {
        pointer: '/elements/0/src',
        detail:
          'The file "a.svg" has the font "Arial", which SVG pictures do not have (element "t" of the SVG). ' +
          'SVG pictures are drawn without it.',
      },
    ]);
  });

  it('stops a decoder that takes too long', async () => {
    let inner = '<filter id="f" x="-9" y="-9" width="99" height="99">';
    for (let index = 0; index < 60; index++)
      inner += '<feMorphology operator="dilate" radius="90"/><feTurbulence numOctaves="200"/>';
    inner += '</filter><rect width="9" height="9" filter="url(#f)"/>';
    const template = image('slow.svg');
    const { problems } = await checkTemplate(template, new Map([['slow.svg', svg(inner)]]), {
      ...limits,
      timeoutMs: 300,
    });
    assert.match(problems[0]?.detail ?? '', /takes too much time/u);
  });
});

describe('features and axes', () => {
  const variable = new Map([
    [
      'v.ttf',
      new Uint8Array(readFileSync(new URL('../../../../test/visual/assets/variable.ttf', import.meta.url))),
    ],
  ]);
  const textWith = (more: object) => ({ type: 'text', id: 'a', ...box, text: 'a', ...more });

  it('tags have four letters or digits', async () => {
    const good = textWith({ fontFeatures: { tnum: 1, smcp: true, ss01: 2 } });
    assert.deepEqual(await getProblems(getTemplate([good])), []);
    await assertProblem(
      getTemplate([textWith({ fontFeatures: { tnumm: 1, smcp: true } })]),
      /^\/elements\/0\/fontFeatures\/tnumm: expected a tag of four letters or digits, got "tnumm"\.$/u,
    );
    await assertProblem(
      getTemplate([textWith({ fontVariations: { wdth: 'x' } })]),
      /^\/elements\/0\/fontVariations\/wdth: expected a number, got the string "x"\.$/u,
    );
  });

  it('warns of an axis that the font lacks', async () => {
    const runs = [
      { text: 'a', fontVariations: { wdth: 85, slnt: 3 } },
      { text: 'b', fontFamily: 'Inter', fontVariations: { wdth: 85 } },
    ];
    const element = { type: 'text', id: 'a', ...box, fontFamily: 'V', runs };
    const template = getTemplate([element], { fonts: [{ family: 'V', src: 'v.ttf' }] });
    const { problems, warnings } = await checkTemplate(template, variable, limits);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      warnings.map(({ pointer, detail }) => `${pointer}: ${detail}`),
      [
        '/elements/0/runs/0/fontVariations/slnt: The font "V" has no axis "slnt", so this changes nothing: ' +
          'its axes are wght, wdth.',
        '/elements/0/runs/1/fontVariations/wdth: The font "Inter" has no axis "wdth", so this changes ' +
          'nothing: it is not a variable font.',
      ],
    );
  });
});

describe('shadows', () => {
  it('warns of what an element without an outline cannot have', async () => {
    const shadow = [{ x: 1 }, { inset: true, spread: 2 }];
    const elements = [
      { ...rect('a'), shadow },
      { ...rect('b'), type: 'group', elements: [], shadow },
      { ...rect('c'), type: 'group', elements: [], clip: 'box', shadow },
    ];
    const { problems, warnings } = await checkTemplate(getTemplate(elements), none, limits);
    assert.deepEqual(problems, []);
    const own = warnings.filter(({ detail }) => detail.includes('outline'));
    assert.deepEqual(
      own.map(({ pointer }) => pointer),
      ['/elements/1/shadow/1/inset', '/elements/1/shadow/1/spread'],
    );
  });
});

describe('lists', () => {
  const fields = [{ name: 'price', type: 'number' }];
  const of = (list: object, elements: object[] = []) =>
    getTemplate(elements, { variables: [{ name: 'items', type: 'list', ...list }] });

  it('have fields, a default and a number of entries', async () => {
    for (const defaultValue of [[{ price: '1' }], '[{"price": "1"}]', '', []])
      assert.deepEqual(await getProblems(of({ fields, defaultValue, validation: { minLength: 1 } })), []);
  });

  const inner = (name: string, own: readonly object[]) => ({ name, type: 'list', fields: own });

  it('may be in each other, three deep', async () => {
    const list = { fields: [inner('a', [inner('b', fields), ...fields])] };
    const texts = [
      '{{ sum(items.map(i, sum(i.a.map(a, a.price + sum(a.b.map(b, b.price)))))) }}',
      '{{ items[0].a[0].b.size() }}',
    ];
    const elements = texts.map((text, index) => ({ type: 'text', id: `t${index}`, ...box, text }));
    assert.deepEqual(await getProblems(of(list, elements)), []);
    for (const [text, expected] of [
      ['{{ items.map(i, i.a.map(a, a.prise)).size() }}', /Entries have no field "prise".*"price"/u],
      ['{{ items[0].a[0].price.size() }}', /size/u],
      ['{{ items[0].a }}', /The result is entries of "items\[\]\.a", which cannot be shown/u],
      ['{{ items[0].a[0].b }}', /The result is entries of "items\[\]\.a\[\]\.b", which cannot be shown/u],
    ] as const) {
      const element = { type: 'text', id: 'a', ...box, text };
      await assertProblem(of(list, [element]), expected);
    }
  });

  for (const [name, list, expected] of [
    ['without fields', {}, /^\/variables\/0\/fields: "items" is a list, which needs the key "fields"/u],
    ['with no field', { fields: [] }, /^\/variables\/0\/fields: expected at least 1 entry, got 0/u],
    [
      'four deep',
      { fields: [inner('a', [inner('b', [inner('c', fields)])])] },
      /^\/variables\/0\/fields\/0\/fields\/0\/fields\/0\/type: Lists may be 3 deep in each other; "c" is one/u,
    ],
    [
      'without fields inside of a list',
      { fields: [{ name: 'a', type: 'list' }] },
      /^\/variables\/0\/fields\/0\/fields: "a" is a list, which needs the key "fields"/u,
    ],
    [
      'with a field twice inside of a list',
      { fields: [inner('a', [...fields, ...fields])] },
      /^\/variables\/0\/fields\/0\/fields\/1\/name: "price" is declared already/u,
    ],
    [
      'with a wrong default inside of a list',
      { fields: [{ ...inner('a', fields), defaultValue: [{ price: 'x' }] }] },
      /^\/variables\/0\/fields\/0\/defaultValue\/0\/price: .*"a\[0\]\.price" must be a number/u,
    ],
    [
      'with a wrong value of a list in its default',
      { fields: [inner('a', fields)], defaultValue: [{ a: [{ price: '1' }, { price: 'x' }] }] },
      /^\/variables\/0\/defaultValue\/0\/a\/1\/price: .*"items\[0\]\.a\[1\]\.price" must be a number/u,
    ],
    [
      'with defaults that make too many entries',
      {
        fields: [
          { ...inner('a', fields), defaultValue: Array.from({ length: 100 }, () => ({ price: '1' })) },
        ],
        defaultValue: Array.from({ length: 50 }, () => ({})),
      },
      /^\/variables\/0\/defaultValue: .*at most 5,000 entries, those of the lists in its entries included/u,
    ],
    [
      'with a field twice',
      { fields: [...fields, ...fields] },
      /^\/variables\/0\/fields\/1\/name: "price" is declared already, at \/variables\/0\/fields\/0/u,
    ],
    [
      'with a wrong rule of a field',
      { fields: [{ name: 'a', type: 'text', validation: { min: 1 } }] },
      /^\/variables\/0\/fields\/0\/validation\/min: min is a rule for number variables/u,
    ],
    [
      'with a rule of texts',
      { fields, validation: { pattern: 'a' } },
      /^\/variables\/0\/validation\/pattern: pattern is no rule of lists/u,
    ],
    [
      'with a wrong default',
      { fields, defaultValue: [{ price: '1' }, { price: 'x' }] },
      /^\/variables\/0\/defaultValue\/1\/price: .*"items\[1\]\.price" must be a number/u,
    ],
    [
      'with a wrong default in JSON',
      { fields, defaultValue: '[{"prise": "1"}]' },
      /^\/variables\/0\/defaultValue: .*no field "prise"\. Did you mean "price"/u,
    ],
    [
      'with values that are no strings in its default',
      { fields, defaultValue: [{ price: 1 }] },
      /^\/variables\/0\/defaultValue\/0\/price: expected a string, got the number 1/u,
    ],
    [
      'whose type is another',
      { type: 'text', fields },
      /^\/variables\/0\/fields: fields are those of a list/u,
    ],
  ] as const)
    it(`are refused ${name}`, async () => {
      await assertProblem(of(list), expected);
    });

  it('cannot be shown as the result of an expression', async () => {
    const element = { type: 'text', id: 'a', ...box, text: '{{ items.filter(i, i.price > 1.0) }}' };
    await assertProblem(of({ fields }, [element]), /text: The result is entries of "items", which cannot/u);
    const misspelt = { ...element, text: '{{ sum(items.map(i, i.prise)) }}' };
    await assertProblem(of({ fields }, [misspelt]), /Entries have no field "prise" .*Did you mean "price"/u);
    const good = { ...element, text: '{{ currency(sum(items.map(i, i.price)), "EUR") }}' };
    assert.deepEqual(await getProblems(of({ fields }, [good])), []);
  });

  it('make entries for the keys that need them', () => {
    const document = {
      variables: [
        { name: 'items', type: 'list', fields },
        { name: 'a', type: 'text' },
      ],
    };
    const check = (text: string) => {
      const { findings, list } = checkEntries(text, '/each', document as unknown as TemplateDocument);
      return list ?? findings.problems[0]?.detail;
    };
    assert.equal(check('{{items}}'), 'items');
    assert.equal(check('{{ items.filter(i, i.price > 1.0) }}'), 'items');
    assert.equal(check('{{a}}'), 'A list is needed, but "a" is of type text.');
    assert.match(check('{{ a + a }}') ?? '', /the expression makes something else/u);
    assert.match(check('{{items}}!') ?? '', /one \{\{…\}\}, with nothing before or after it/u);
    assert.match(check('{{ itens }}') ?? '', /No variable "itens" is declared\. Did you mean "items"/u);
  });

  it('cannot be shown', async () => {
    for (const [key, advice] of [
      [
        'text',
        /^\/elements\/0\/text: "items" is a list, which cannot be shown: .* \{\{ items\.size\(\) \}\}/u,
      ],
      ['visible', /^\/elements\/0\/visible: "items" is a list.*\{\{ items\.size\(\) > 0 \}\}/u],
      ['opacity', /^\/elements\/0\/opacity: "items" is a list/u],
    ] as const) {
      const element = { type: 'text', id: 'a', ...box, text: 'x', [key]: '{{items}}' };
      await assertProblem(of({ fields }, [element]), advice);
    }
  });
});
