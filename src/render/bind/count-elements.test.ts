import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument, TemplateElement } from '../../../generated/template.ts';
import { checkVariables } from '../../domain/variables/check-values.ts';
import { VariableError } from '../errors.ts';
import { bindTemplate } from './bind-template.ts';

const lists = ['a', 'b', 'c', 'd'];
const variables = lists.map((name) => ({
  name,
  type: 'list' as const,
  fields: [{ name: 'n', type: 'number' as const }],
}));

/** How often the text of an element is read when it is made. */
const textsRead = 2;

let made = 0;
/** A text that counts how often it is read. */
const counted = {
  type: 'text',
  id: 't',
  width: 10,
  height: 10,
  fontSize: 8,
  get text() {
    made += 1;
    return 'x';
  },
} as TemplateElement;

/** Groups in each other, each repeated for one of the lists. */
function nested(repeats: readonly string[]): TemplateElement {
  const [each = '', ...inner] = repeats;
  return {
    type: 'group',
    id: `g${repeats.length}`,
    width: 'hug',
    height: 'hug',
    layout: { direction: 'column' },
    repeat: { each, as: `e${repeats.length}` },
    elements: [inner.length === 0 ? counted : nested(inner)],
  };
}

function bind(document: Partial<TemplateDocument>, entries: number): unknown {
  const whole = {
    schemaVersion: 1,
    name: 'Nested',
    viewport: { width: 100, height: 100 },
    layout: { direction: 'column' },
    variables,
    ...document,
  } as TemplateDocument;
  const rows = Array.from({ length: entries }, (_, n) => ({ n: String(n) }));
  const values = Object.fromEntries(lists.map((name) => [name, rows]));
  const checked = checkVariables({ document: whole, files: [] }, values);
  assert.ok(checked.ok, JSON.stringify(checked));
  made = 0;
  try {
    bindTemplate(whole, checked.values);
    return null;
  } catch (error) {
    return error;
  }
}

describe('repeats', () => {
  for (const [name, repeats, entries] of [
    ['1,000 × 1,000', ['{{ a }}', '{{ b }}'], 1_000],
    ['40 × 40 × 40 × 40', ['{{ a }}', '{{ b }}', '{{ c }}', '{{ d }}'], 40],
    ['1,000 × 1,000 of one list', ['{{ a }}', '{{ a }}'], 1_000],
    [
      'lists that depend on the entry around them',
      ['{{ a }}', '{{ b.filter(x, x.n + e4.n >= 0.0) }}', '{{ c }}', '{{ d }}'],
      20,
    ],
    ['an expression', ['{{ a.filter(x, x.n >= 0.0) }}', '{{ b }}'], 1_000],
  ] as const) {
    test(`${name}: refused before anything is made`, () => {
      const error = bind({ elements: [nested(repeats)] }, entries);
      assert.ok(error instanceof VariableError, String(error));
      assert.match(error.message, /more than 100,000 elements/);
      assert.equal(made, 0);
    });
  }

  test('of a page count as well', () => {
    const page = { id: 'page', repeat: { each: '{{ a }}' }, layout: { direction: 'column' } };
    const pages = [{ ...page, elements: [nested(['{{ b }}', '{{ c }}'])] }];
    const error = bind({ pages } as unknown as Partial<TemplateDocument>, 60);
    assert.match(String(error), /more than 100,000 elements/);
    assert.equal(made, 0);
  });

  for (const key of ['header', 'footer'] as const) {
    for (const visible of [true, '{{ page > 1 }}']) {
      test(`in a ${key} count as well (visible: ${String(visible)})`, () => {
        const group = { type: 'group', id: key, height: 20, layout: { direction: 'column' } };
        const elements = [{ ...nested(['{{ a }}', '{{ b }}']), visible }];
        const pages = [{ id: 'page', elements: [], [key]: { ...group, elements } }];
        const error = bind({ pages }, 400);
        assert.match(String(error), /more than 100,000 elements/);
        // Its text is read where the element is copied, once.
        assert.equal(made, 1);
      });
    }
  }

  /** A table of 25 columns, whose cells count when they are read. */
  const table = (rows: string): TemplateElement =>
    ({
      type: 'table',
      id: 'prices',
      x: 0,
      y: 0,
      width: 100,
      rows,
      columns: Array.from({ length: 25 }, () => ({
        header: 'n',
        get value() {
          made += 1;
          return 'x';
        },
      })),
    }) as unknown as TemplateElement;

  const group = (element: TemplateElement): TemplateElement => ({
    type: 'group',
    id: 'around',
    width: 100,
    height: 100,
    elements: [element],
  });

  for (const [name, elements, entries] of [
    ['of a table', [table('{{ a }}')], 4_500],
    ['of two tables', [table('{{ a }}'), table('{{ b }}')], 3_000],
    ['of a table in a group', [group(table('{{ a }}'))], 4_500],
    ['of a table of an expression', [table('{{ a.filter(x, x.n >= 0.0) }}')], 4_500],
  ] satisfies [string, TemplateElement[], number][]) {
    test(`cells ${name}: refused before one is made`, () => {
      const error = bind({ elements }, entries);
      assert.ok(error instanceof VariableError, String(error));
      assert.match(error.message, /more than 100,000 elements, the maximum; "prices" is one too many/);
      assert.equal(made, 0);
    });
  }

  for (const rows of ['{{ b }}', '{{ b.filter(x, e1.n >= 0.0) }}']) {
    test(`cells of a table of ${rows} in a repeat: refused before one is made`, () => {
      const repeated = { ...nested(['{{ a }}']), elements: [table(rows)] } as TemplateElement;
      const error = bind({ elements: [repeated] }, 70);
      assert.match(String(error), /more than 100,000 elements, the maximum; the repeats in "g1" make too/);
      assert.equal(made, 0);
    });
  }

  test('cells of a table in a header: refused before one is made', () => {
    const header = { ...group(table('{{ a }}')), height: 20 };
    const error = bind({ pages: [{ id: 'page', elements: [], header }] } as never, 4_500);
    assert.match(String(error), /more than 100,000 elements, the maximum; "prices" is one too many/);
    // They are read where the element is copied, once.
    assert.ok(made <= 25, String(made));
  });

  test('a table that is not visible, or in a group that is not, does not count', () => {
    const hidden = { ...table('{{ a }}'), visible: false };
    const inHidden = { ...group(table('{{ a }}')), visible: '{{ 1 > 2 }}' };
    assert.equal(bind({ elements: [hidden, inHidden as TemplateElement] }, 4_500), null);
  });

  for (const [name, visible, repeats] of [
    ['by their entry', '{{ e1.n < 0.0 }}', ['{{ a }}']],
    ['all together', '{{ 1 > 2 }}', ['{{ a }}']],
    ['with what is inside', '{{ e2.n < 0.0 }}', ['{{ a }}', '{{ b.filter(x, x.n < 0.0) }}']],
  ] as const) {
    test(`whose elements are hidden ${name} count by the entries that they go through`, () => {
      const hidden = { ...nested(repeats), visible } as TemplateElement;
      const many = Array.from({ length: 41 }, (_, at) => ({ ...group(hidden), id: `around-${at}` }));
      const error = bind({ elements: many }, 5_000);
      assert.ok(error instanceof VariableError, String(error));
      assert.match(error.message, /repeats of the template go through more than 200,000 entries/);
      assert.equal(made, 0);
      assert.equal(bind({ elements: many.slice(0, 1) }, 5_000), null);
    });
  }

  test('of pages that become none count by the entries that they go through', () => {
    const empty = { each: '{{ b.filter(x, x.n < e.n) }}' };
    const pages = Array.from({ length: 900 }, (_, at) => ({ id: `p${at}`, repeat: empty, elements: [] }));
    const some = { id: 'some', elements: [] };
    const letters = { id: 'letters', repeat: { each: '{{ a }}', as: 'e' }, pages: [some, ...pages] };
    const error = bind({ pages: [letters] }, 1);
    assert.equal(error, null);
    const twice = bind({ pages: [letters] }, 500);
    assert.match(String(twice), /more than 200,000 entries|pages or more/);
  });

  test('of a group of pages, its pages and what is on them are multiplied', () => {
    const page = { id: 'page', repeat: { each: '{{ b }}' }, layout: { direction: 'column' } };
    const pages = [
      {
        id: 'letters',
        repeat: { each: '{{ a }}' },
        pages: [{ ...page, elements: [nested(['{{ c }}', '{{ d }}'])] }],
      },
    ];
    const error = bind({ pages } as unknown as Partial<TemplateDocument>, 20);
    assert.match(
      String(error),
      /more than 100,000 elements, the maximum; the repeats in "letters" make too many/,
    );
    assert.equal(made, 0);
  });

  test('of lists in lists are counted for each entry', () => {
    const inner = (name: string, fields: object[]) => ({ name, type: 'list', fields });
    const orders = inner('orders', [inner('items', [inner('parts', [{ name: 'n', type: 'text' }])])]);
    const repeated = {
      ...nested([
        '{{ orders }}',
        '{{ e3.items }}',
        '{{ e2.parts.filter(p, e3.items.all(i, i.parts.size() > 0)) }}',
      ]),
    };
    const document = {
      schemaVersion: 1,
      name: 'Orders',
      viewport: { width: 100, height: 100 },
      layout: { direction: 'column' },
      variables: [orders, ...variables],
      elements: [{ ...repeated, repeat: { each: '{{ a }}', as: 'e4' }, elements: [repeated] }],
    } as unknown as TemplateDocument;
    const part = { n: 'x' };
    const values = {
      orders: Array.from({ length: 10 }, () => ({
        items: Array.from({ length: 10 }, () => ({ parts: Array.from({ length: 30 }, () => part) })),
      })),
      a: Array.from({ length: 60 }, () => ({ n: '1' })),
    };
    const checked = checkVariables({ document, files: [] }, values);
    assert.ok(checked.ok, JSON.stringify(checked));
    made = 0;
    assert.throws(() => bindTemplate(document, checked.values), /more than 100,000 elements/);
    assert.equal(made, 0);
  });

  test('pictures and codes in cells count beside the cells: refused before one is made', () => {
    const columns = Array.from({ length: 12 }, () => ({
      header: 'n',
      cell: { kind: 'qrcode', width: 9, height: 9 },
      get value() {
        made += 1;
        return 'x';
      },
    }));
    const element = { ...table('{{ a }}'), columns } as unknown as TemplateElement;
    const error = bind({ elements: [element] }, 4_200);
    assert.match(String(error), /more than 100,000 elements, the maximum; "prices" is one too many/);
    assert.equal(made, 0);
  });

  test('invisible elements do not count', () => {
    const hidden = { ...nested(['{{ a }}', '{{ b }}']), visible: false };
    assert.equal(bind({ elements: [hidden] }, 1_000), null);
  });

  test('as many as are accepted are made', () => {
    assert.equal(bind({ elements: [nested(['{{ a }}', '{{ b }}'])] }, 40), null);
    assert.equal(made, 1_600 * textsRead);
    assert.equal(bind({ elements: [nested(['{{ a }}', '{{ b.filter(x, x.n != e2.n) }}'])] }, 30), null);
    assert.equal(made, 30 * 29 * textsRead);
  });
});
