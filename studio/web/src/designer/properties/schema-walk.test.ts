/** Every key of `template.schema.json` has a control, and every control has a key that it can set. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { propertyWords } from '../../words/designer/properties.ts';
import { symbologyNames } from '../../words/designer/symbologies.ts';
import type { TemplateElement } from '../model/template.ts';
import { parts, type Control, type Kind } from '../fields/controls.ts';
import { documentSections, pageGroupSections, pageSections } from './sections/page.ts';
import type { ControlSection } from './sections/section-types.ts';
import { editedElsewhere, listSections } from './sections/sections.ts';
import {
  elementSchemas,
  listKeys,
  toRule,
  templateSchema,
  type SchemaNode,
  type TemplateSchema,
} from '../fields/values/schema.ts';

test('every barcode has a name of its own', () => {
  const nodes = listKeys(elementSchemas(templateSchema).get('barcode')!, [], templateSchema).get(
    'symbology',
  )!;
  const names = toRule(nodes).options.map((option) => propertyWords.option('symbology', option));
  assert.equal(new Set(names).size, names.length);
  assert.deepEqual(
    ['qrcode', 'code128', 'ean13'].map((option) => propertyWords.option('symbology', option)),
    ['QR code', 'Code 128', 'EAN-13'],
  );
  for (const [index, option] of toRule(nodes).options.entries())
    assert.ok(symbologyNames[option] !== undefined && names[index] !== option, option);
});

/** The controls of sections, with those within others. */
function listControls(sections: readonly ControlSection[]): Control[] {
  const expand = (control: Control): Control[] => [
    control,
    ...(parts[control.kind] ?? []).flatMap((part) =>
      expand({ ...part, path: `${control.path}${part.path.startsWith('[]') ? '' : '.'}${part.path}` }),
    ),
  ];
  return sections.flatMap(({ controls }) => controls.flatMap(expand));
}

const findTypes = (nodes: readonly SchemaNode[], ...types: readonly string[]) =>
  types.every((type) => nodes.some((node) => node.type === type));

/** Whether a kind of control can set a key. */
const fits: Readonly<Record<Kind, (nodes: readonly SchemaNode[]) => boolean>> = {
  address: (nodes) => findTypes(nodes, 'string'),
  alternative: (nodes) => nodes.some(({ type, minLength }) => type === 'string' && minLength === undefined),
  cell: () => true,
  cells: (nodes) => nodes.some(({ items }) => items?.type === 'string'),
  chart: (nodes) => findTypes(nodes, 'object'),
  choice: (nodes) => toRule(nodes).options.length > 1,
  codeOptions: (nodes) => findTypes(nodes, 'object'),
  color: (nodes) => nodes.some(({ format }) => format === 'color'),
  colors: (nodes) => findTypes(nodes, 'object'),
  column: (nodes) => findTypes(nodes, 'integer'),
  columns: () => true,
  corners: (nodes) => findTypes(nodes, 'array', 'number'),
  list: (nodes) => findTypes(nodes, 'string'),
  entries: (nodes) => findTypes(nodes, 'string'),
  font: (nodes) => findTypes(nodes, 'string'),
  fonts: () => true,
  inks: () => true,
  format: (nodes) => findTypes(nodes, 'string'),
  palette: (nodes) => findTypes(nodes, 'array'),
  number: (nodes) => findTypes(nodes, 'number') || findTypes(nodes, 'integer'),
  numbers: (nodes) => nodes.some(({ items }) => items?.type === 'number' || items?.type === 'integer'),
  paint: (nodes) => nodes.some(({ format }) => format === 'color'),
  paragraph: (nodes) => findTypes(nodes, 'string'),
  pdfs: (nodes) => nodes.some(({ items }) => items?.type === 'string'),
  profile: (nodes) => findTypes(nodes, 'string') && toRule(nodes).options.length === 0,
  position: (nodes) => toRule(nodes).options.includes('attention'),
  runs: () => true,
  shadows: () => true,
  shift: (nodes) => findTypes(nodes, 'number') && toRule(nodes).options.join() === 'super,sub',
  source: (nodes) => findTypes(nodes, 'string'),
  switch: (nodes) => findTypes(nodes, 'boolean'),
  tags: (nodes) => findTypes(nodes, 'object'),
  text: (nodes) => findTypes(nodes, 'string') && toRule(nodes).options.length === 0,
  totals: () => true,
  unit: (nodes) => toRule(nodes).options.includes('mm'),
  visibility: (nodes) => findTypes(nodes, 'boolean', 'string'),
};

/** What is wrong between a schema and the controls. */
function compare(schema: TemplateSchema): string[] {
  const pages = [
    {
      name: 'document',
      keys: listKeys(schema, Object.keys(editedElsewhere.document), schema),
      sections: documentSections,
    },
    {
      name: 'page',
      keys: listKeys(schema.$defs['Page']!, Object.keys(editedElsewhere.page), schema),
      sections: pageSections,
    },
    {
      name: 'group of pages',
      keys: listKeys(schema.$defs['PageGroup']!, Object.keys(editedElsewhere.pageGroup), schema),
      sections: pageGroupSections,
    },
    ...Array.from(elementSchemas(schema), ([type, node]) => ({
      name: type,
      keys: listKeys(node, Object.keys(editedElsewhere.element), schema),
      sections: listSections(type as TemplateElement['type']),
    })),
  ];
  return pages.flatMap(({ name, keys, sections }) => {
    const controls = listControls(sections);
    const paths = controls.map(({ path }) => path);
    return [
      ...[...keys.keys()]
        .filter((key) => !paths.includes(key))
        .map((key) => `${name}: ${key} has no control`),
      ...paths
        .filter((path, index) => paths.indexOf(path) !== index)
        .map((path) => `${name}: ${path} has two controls`),
      ...controls.flatMap(({ path, kind }) => {
        const nodes = keys.get(path);
        if (nodes === undefined)
          return ['runs', 'fonts', 'inks', 'shadows', 'cell', 'columns', 'totals'].includes(kind)
            ? []
            : [`${name}: the schema has no ${path}`];
        return fits[kind](nodes) ? [] : [`${name}: a ${kind} cannot set ${path}`];
      }),
    ];
  });
}

/** A copy of the schema with another key. */
function withKey(place: (schema: TemplateSchema) => SchemaNode | undefined, key: string, node: SchemaNode) {
  const copy = structuredClone(templateSchema);
  const { properties } = place(copy) ?? {};
  assert.ok(properties);
  (properties as Record<string, SchemaNode>)[key] = node;
  return copy;
}

const shapeStops = (type: string) =>
  ['fill', 'stroke.color'].map((path) => `${type}: ${path}.stops[].extra has no control`);

describe('the controls and the schema', () => {
  test('every key has one control that can set it', () => {
    assert.deepEqual(compare(templateSchema), []);
    assert.equal(elementSchemas().size, 11);
  });

  test('a key without a control is found wherever it is added', () => {
    const places: Readonly<Record<string, readonly string[]>> = {
      RectElement: ['rect: extra has no control'],
      TextRun: ['text: runs[].extra has no control'],
      TextStroke: ['text: runs[].stroke.extra has no control', 'text: stroke.extra has no control'],
      Stroke: [
        ...['rect', 'ellipse', 'line', 'path'].map((type) => `${type}: stroke.extra has no control`),
        'group: background.stroke.extra has no control',
      ],
      TemplateFont: ['document: fonts[].extra has no control'],
      Ink: ['document: inks[].extra has no control'],
      ImageFilters: [
        'image: filters.extra has no control',
        'table: columns[].cell.filters.extra has no control',
      ],
      Viewport: ['document: viewport.extra has no control'],
      GradientStop: [
        'document: background.stops[].extra has no control',
        'text: runs[].color.stops[].extra has no control',
        'text: color.stops[].extra has no control',
        ...['rect', 'ellipse'].flatMap(shapeStops),
        'line: stroke.color.stops[].extra has no control',
        ...shapeStops('path'),
        ...[
          'columns[].style.color',
          'columns[].style.fill',
          'groupHeader.color',
          'groupHeader.fill',
          'groupTotal.color',
          'groupTotal.fill',
          'header.color',
          'header.fill',
          'body.color',
          'body.fill',
          'stripes',
          'total.color',
          'total.fill',
          'totals[].color',
          'totals[].fill',
          'carry.color',
          'carry.fill',
        ].map((path) => `table: ${path}.stops[].extra has no control`),
        'group: background.fill.stops[].extra has no control',
        'group: background.stroke.color.stops[].extra has no control',
      ],
    };
    for (const [name, faults] of Object.entries(places)) {
      const schema = withKey(({ $defs }) => $defs[name], 'extra', { type: 'number' });
      assert.deepEqual(compare(schema), faults, name);
    }
    assert.deepEqual(compare(withKey((schema) => schema, 'extra', { type: 'string' })), [
      'document: extra has no control',
    ]);
  });

  test('a key that a control cannot set any more is found', () => {
    const schema = withKey(({ $defs }) => $defs.QrCodeElement, 'margin', { type: 'string' });
    assert.deepEqual(compare(schema), ['qrcode: a number cannot set margin']);
  });
});
