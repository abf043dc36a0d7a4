/** Variables of a document: what uses them, and the commands that change them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument } from '../template.ts';
import type { ChartElement } from '../../../../../../generated/template.ts';
import { openDesign, redo, undo, type Design } from '../design.ts';
import {
  addVariable,
  changeVariable,
  copyValue,
  moveVariable,
  removeVariable,
  renameVariable,
  usesOfVariable,
} from './variables.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };

function makeDocument(): TemplateDocument {
  return {
    schemaVersion: 1,
    name: 'The {{title}} of a document is no filled string',
    viewport: { width: 100, height: 100 },
    background: { type: 'linear', stops: [{ offset: 0, color: '{{brand}}' }] },
    variables: [
      { name: 'title', type: 'text', required: true, defaultValue: 'Hello {{' },
      { name: 'titles', type: 'text' },
      { name: 'brand', type: 'text', defaultValue: '#ff0000' },
      { name: 'shown', type: 'text' },
    ],
    elements: [
      { type: 'text', id: 'heading', ...box, text: '{{title}}, {{ title }} and \\{{title}} of {{titles}}' },
      {
        type: 'group',
        id: 'panel',
        ...box,
        visible: '{{shown}}',
        elements: [
          {
            type: 'text',
            id: 'runs',
            ...box,
            runs: [{ text: 'By ' }, { text: '{{title}}', color: '{{brand}}' }],
            highlight: { color: '{{titles}}' },
          },
          { type: 'qrcode', id: 'code', ...box, value: 'https://example.com/{{title}}' },
        ],
      },
      {
        type: 'rect',
        id: '{{title}}',
        ...box,
        fill: { type: 'radial', stops: [{ offset: 0, color: '{{brand}}' }] },
        stroke: { color: '{{brand}}', width: 1 },
        shadow: { color: '{{brand}}' },
      },
      { type: 'image', id: 'photo', ...box, src: '{{title}}' },
    ],
  };
}

const write = ({ document }: Design): string => JSON.stringify(document);

/** Runs a command, then checks that undo and redo restore both documents byte for byte. */
function run(command: (design: Design) => Design, document = makeDocument()): TemplateDocument {
  const before = openDesign(document);
  const after = command(before);
  assert.equal(after.done.length, 1, 'one step of undo');
  assert.equal(write(undo(after)), write(before));
  assert.equal(write(redo(undo(after))), write(after));
  return after.document;
}

/** The document with text exchanged in its JSON. */
function withText(from: string, to: string): string {
  return JSON.stringify(makeDocument()).replaceAll(from, to);
}

describe('uses of a variable', () => {
  test('are found in texts, runs, sources, values and colors', () => {
    const document = makeDocument();
    assert.deepEqual(usesOfVariable(document, 'title'), {
      elements: ['heading', 'runs', 'code', 'photo'],
      isOnPage: false,
    });
    assert.deepEqual(usesOfVariable(document, 'brand'), { elements: ['runs', '{{title}}'], isOnPage: true });
    assert.deepEqual(usesOfVariable(document, 'titles').elements, ['heading', 'runs']);
    assert.deepEqual(usesOfVariable(document, 'shown').elements, ['panel']);
  });

  test('are neither literal braces nor names of elements', () => {
    const document = { ...makeDocument(), elements: makeDocument().elements.slice(2, 3) };
    assert.deepEqual(usesOfVariable(document, 'title'), { elements: [], isOnPage: false });
  });
});

describe('renaming', () => {
  test('writes the new name in every filled string, and nowhere else', () => {
    const document = run((design) => renameVariable(design, 'title', 'a $& b'));
    const [heading, panel, rect, photo] = document.elements;
    assert.deepEqual(heading, {
      ...makeDocument().elements[0],
      text: '{{a $& b}}, {{a $& b}} and \\{{title}} of {{titles}}',
    });
    assert.ok(panel?.type === 'group' && panel.elements[0]?.type === 'text');
    assert.equal(panel.elements[0].runs?.[1]?.text, '{{a $& b}}');
    assert.ok(panel.elements[1]?.type === 'qrcode');
    assert.equal(panel.elements[1].value, 'https://example.com/{{a $& b}}');
    assert.deepEqual(rect, makeDocument().elements[2], 'an id is no filled string');
    assert.ok(photo?.type === 'image');
    assert.equal(photo.src, '{{a $& b}}');
    assert.equal(document.name, makeDocument().name);
    assert.equal(document.variables?.[0]?.name, 'a $& b');
  });

  test('reaches stops, strokes, shadows and the page', () => {
    assert.equal(
      JSON.stringify(run((design) => renameVariable(design, 'brand', 'accent'))),
      withText('{{brand}}', '{{accent}}').replace('"name":"brand"', '"name":"accent"'),
    );
  });

  test('takes other keys along in the same step', () => {
    const document = run((design) =>
      changeVariable(design, 'shown', { name: 'visible', type: 'number', required: true }),
    );
    assert.deepEqual(document.variables?.[3], { name: 'visible', type: 'number', required: true });
    assert.equal(document.elements[1]?.visible, '{{visible}}');
  });

  test('renames the colors that an image exchanges', () => {
    const image = (name: string) =>
      ({ type: 'image', id: 'logo', ...box, src: 'logo.svg', colors: { '#fff': `{{${name}}}` } }) as const;
    const design = openDesign({ ...makeDocument(), elements: [image('brand')] });
    assert.deepEqual(renameVariable(design, 'brand', 'accent').document.elements, [image('accent')]);
  });

  test('changes nothing for the same or an unknown name', () => {
    const design = openDesign(makeDocument());
    assert.equal(renameVariable(design, 'title', 'title'), design);
    assert.equal(renameVariable(design, 'nobody', 'x'), design);
  });

  test('keeps the values of data sets under both names', () => {
    assert.deepEqual(copyValue({ a: '1' }, 'a', 'b'), { a: '1', b: '1' });
    assert.deepEqual(copyValue({ c: '1' }, 'a', 'b'), { c: '1' });
  });
});

describe('removing', () => {
  test('leaves the default value in its place, with its braces as they are', () => {
    const document = run((design) => removeVariable(design, 'title'));
    assert.deepEqual(document.elements[0], {
      ...makeDocument().elements[0],
      text: 'Hello \\{{, Hello \\{{ and \\{{title}} of {{titles}}',
    });
    assert.deepEqual(
      document.variables?.map(({ name }) => name),
      ['titles', 'brand', 'shown'],
    );
    assert.deepEqual(usesOfVariable(document, 'title').elements, []);
  });

  test('leaves the value that was shown', () => {
    const document = run((design) => removeVariable(design, 'title', 'Shown'));
    assert.ok(document.elements[0]?.type === 'text');
    assert.equal(document.elements[0].text, 'Shown, Shown and \\{{title}} of {{titles}}');
  });

  test('leaves colors that are colors, and elements that are visible or not', () => {
    const withBrand = run((design) => removeVariable(design, 'brand'));
    assert.ok(withBrand.elements[2]?.type === 'rect');
    assert.equal(withBrand.elements[2].stroke?.color, '#ff0000');
    const withTitles = run((design) => removeVariable(design, 'titles'));
    assert.ok(
      withTitles.elements[1]?.type === 'group' && withTitles.elements[1].elements[0]?.type === 'text',
    );
    assert.equal(withTitles.elements[1].elements[0].highlight?.color, 'transparent');
    assert.equal(run((design) => removeVariable(design, 'shown')).elements[1]?.visible, false);
  });
});

describe('the list', () => {
  test('gets its first variable, and loses it with undo', () => {
    const { variables: _, ...bare } = makeDocument();
    const document = run((design) => addVariable(design, { name: 'first', type: 'date' }), bare);
    assert.deepEqual(document.variables, [{ name: 'first', type: 'date' }]);
  });

  test('is put in another order, within its ends', () => {
    const names = ({ variables }: TemplateDocument) => variables?.map(({ name }) => name).join(' ');
    assert.equal(names(run((design) => moveVariable(design, 'brand', -1))), 'title brand titles shown');
    assert.equal(names(run((design) => moveVariable(design, 'title', 1))), 'titles title brand shown');
    const design = openDesign(makeDocument());
    assert.equal(moveVariable(design, 'title', -1).document, design.document);
    assert.equal(moveVariable(design, 'shown', 1).document, design.document);
  });
});

describe('variables of charts and repeats', () => {
  const spec = {
    title: { text: 'Of {{shop}}', subtitle: ['{{ upper(shop) }}', '2026'] },
    data: { name: 'items' },
    transform: [{ filter: "datum.shop != shop && datum.items > limit || 'shop' == shop" }],
    mark: 'bar',
    encoding: { x: { field: 'shop', title: { expr: 'shop' } }, y: { field: 'limit', title: '{{ limit }}' } },
  };
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: 'Charts',
    viewport: { width: 100, height: 100 },
    variables: [
      { name: 'items', type: 'list', fields: [{ name: 'shop', type: 'text' }] },
      { name: 'shop', type: 'text', defaultValue: 'Aachen' },
      { name: 'limit', type: 'number', defaultValue: '3' },
    ],
    elements: [
      { type: 'chart', id: 'chart', ...box, spec },
      {
        type: 'group',
        id: 'rows',
        ...box,
        layout: { direction: 'column' },
        elements: [{ type: 'text', id: 'row', ...box, text: 'x', repeat: { each: '{{ items }}' } }],
      },
    ],
  };
  const getSpec = ({ document: { elements } }: Design) => {
    const [chart] = elements;
    return (chart as ChartElement).spec as Record<string, unknown>;
  };

  test('are found in titles, data, expressions and what is repeated', () => {
    const find = (name: string) => usesOfVariable(document, name).elements;
    assert.deepEqual(find('shop'), ['chart']);
    assert.deepEqual(find('limit'), ['chart']);
    assert.deepEqual(find('items'), ['chart', 'row']);
  });

  test('are renamed in all of them, but fields of data are not', () => {
    const shop = getSpec(renameVariable(openDesign(document), 'shop', 'store'));
    assert.deepEqual(shop, {
      ...spec,
      title: { text: 'Of {{store}}', subtitle: ['{{ upper(store) }}', '2026'] },
      transform: [{ filter: "datum.shop != store && datum.items > limit || 'shop' == store" }],
      encoding: { x: { field: 'shop', title: { expr: 'store' } }, y: spec.encoding.y },
    });
    const items = renameVariable(openDesign(document), 'items', 'sales').document;
    assert.deepEqual(getSpec({ ...openDesign(items) })['data'], { name: 'sales' });
    assert.ok(JSON.stringify(items).includes('"each":"{{sales}}"'));
    assert.ok(!JSON.stringify(items).includes('"name":"items"'));
  });

  test('leave their default in titles when they are removed', () => {
    const { title } = getSpec(removeVariable(openDesign(document), 'shop')) as typeof spec;
    assert.deepEqual(title, { text: 'Of Aachen', subtitle: ['{{ upper("Aachen") }}', '2026'] });
    const removed = removeVariable(openDesign(document), 'items').document;
    assert.ok(JSON.stringify(removed).includes('"each":"{{ items }}"'));
  });
});
