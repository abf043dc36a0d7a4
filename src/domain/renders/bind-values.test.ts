import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TemplateDocument } from '../../../generated/template.ts';
import { unpackJob } from '../../render/pack-scene.ts';
import { VariableError } from '../../render/errors.ts';
import { bindChecked, bindValues, checkValuesInTurn } from './bind-values.ts';
import { checkAndBind, type BindRequest } from './check-and-bind.ts';
import { prepareRender } from './render-template.ts';

const list = { name: 'rows', type: 'list', fields: [{ name: 'a', type: 'text' }] } as const;
const getRows = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ a: 'x' })));

function getDocument(elements: readonly object[], more: object = {}): TemplateDocument {
  const viewport = { width: 200, height: 100 };
  const document: unknown = {
    schemaVersion: 1,
    name: 'Bound',
    viewport,
    variables: [list],
    elements,
    ...more,
  };
  return document as TemplateDocument;
}

const text = { type: 'text', id: 't', width: 'hug', height: 'hug', text: '{{ item.a }}' };
const hug = { width: 'hug', height: 'hug', layout: { direction: 'row' } };
const inner = { type: 'group', id: 'g', ...hug, repeat: { each: '{{ rows }}', as: 'c' } };
const nested = {
  type: 'group',
  id: 'root',
  x: 0,
  y: 0,
  ...hug,
  elements: [{ ...inner, elements: [{ ...text, repeat: { each: '{{ rows }}' } }] }],
};
const table = {
  type: 'table',
  id: 'table',
  x: 0,
  y: 0,
  width: 200,
  rows: '{{ rows }}',
  columns: Array.from({ length: 8 }, () => ({ value: '{{ item.a }}' })),
};
const expression = {
  ...text,
  x: 0,
  y: 0,
  text: '{{ rows.map(a, rows.filter(b, a.a == b.a).size()).size() }}',
};
const header = { type: 'group', id: 'head', height: 20, layout: { direction: 'row' } };

/** Barcodes with different values. */
const getCodes = (count: number, more: object) =>
  Array.from({ length: count }, (_, at) => ({
    type: 'barcode',
    id: `code-${at}`,
    x: 0,
    y: 0,
    width: 50,
    height: 50,
    symbology: 'hanxin',
    value: `{{title}}{{salt}}${at}`,
    ...more,
  }));

/** Turns of this thread's event loop until a task has ended. */
async function countTurns(task: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  let turns = 0;
  const running = task().finally(() => (isRunning = false));
  while (isRunning) {
    await nextTurn();
    turns += 1;
  }
  await running;
  return turns;
}

describe('binding', () => {
  for (const [name, document, rows] of [
    ['repeats in each other', getDocument([nested]), 300],
    ['a table of many rows', getDocument([table]), 5_000],
    ['an expression that uses up its steps', getDocument([expression]), 1_000],
    [
      'repeats in a header',
      getDocument([], {
        pages: [{ id: 'p', elements: [], header: { ...header, elements: [nested] } }],
        elements: undefined,
      }),
      200,
    ],
    [
      'a large document',
      getDocument(Array.from({ length: 5_000 }, (_, at) => ({ ...expression, id: `t${at}`, text: 'x' }))),
      1,
    ],
  ] as const) {
    test(`of ${name} does not hold the event loop`, async () => {
      const variables = { rows: getRows(rows) };
      const target = { format: 'png', options: {} } as const;
      const parts = { maxOutputPixels: 1e9 };
      const turns = await countTurns(() =>
        prepareRender(parts, { document, files: [] }, variables, target, 'a workspace'),
      );
      assert.ok(turns > 20, String(turns));
    });
  }

  for (const [name, elements, variable, value] of [
    ['codes that are large by their options', getCodes(30, { options: { version: 40 } }), {}, 'x'],
    ['many small codes', getCodes(60, {}), {}, 'x'],
    ['long values of codes', getCodes(1, {}), {}, 'x'.repeat(200)],
    ['a pattern of many states', [], { validation: { pattern: '(a?){1000}b' } }, 'a'.repeat(5_000)],
  ] as const) {
    test(`and the check of ${name} do not hold the event loop`, async () => {
      const variables = [{ name: 'title', type: 'text', ...variable }];
      // Codes that were encoded before are kept.
      const given = { title: value, salt: String(Math.random()).slice(2, 8) };
      const document = getDocument(elements, { variables: [...variables, { name: 'salt', type: 'text' }] });
      const template = { document, files: [] };
      const target = { format: 'png', options: {} } as const;
      const tasks: Readonly<Record<string, () => Promise<unknown>>> = {
        bind: () => prepareRender({ maxOutputPixels: 1e9 }, template, given, target, 'a workspace'),
        check: () => checkValuesInTurn(template, { ...given, salt: 'other' }, 'a workspace'),
      };
      for (const [task, run] of Object.entries(tasks)) {
        const turns = await countTurns(run);
        assert.ok(turns > 20, `${task}: ${turns}`);
      }
    });
  }

  test('in a thread makes the same scene and sources', async () => {
    const picture = { type: 'image', id: 'p', x: 0, y: 0, width: 9, height: 9 };
    const document = getDocument([
      nested,
      table,
      { ...picture, src: 'https://pictures.example/{{ rows.size() }}.png' },
      { ...picture, id: 'q', src: `data:image/png;base64,${'A'.repeat(40)}` },
    ]);
    const request: BindRequest = {
      document,
      files: [],
      values: { rows: getRows(3) },
      options: { now: new Date(0), locale: 'de-AT' },
    };
    const [here, there] = [await checkAndBind(request), await bindValues(request, 'w')];
    assert.ok(here.ok && there.ok);
    const { scene, sources } = there.bound;
    assert.ok(scene instanceof Uint8Array);
    const job = { scene, assets: {}, output: {} as never, imageMaxPixels: 1 };
    assert.deepEqual(unpackJob(job).scene, here.bound.scene);
    assert.deepEqual(
      sources.map(({ location, ...rest }) => ({ ...rest, location: { ...location } })),
      here.bound.sources.map(({ location, ...rest }) => ({
        ...rest,
        location: 'bytes' in location ? { ...location, bytes: new Uint8Array(location.bytes) } : location,
      })),
    );
  });

  test('in a thread refuses with the same problems and errors', async () => {
    const bad: BindRequest = {
      document: getDocument([nested]),
      files: [],
      values: { rows: 'no list', other: 'x' },
      options: {},
    };
    const refuse = async (request: BindRequest) => {
      const { workMs, ...there } = { workMs: 0, ...(await bindValues(request, 'w')) };
      assert.ok(workMs > 0);
      assert.deepEqual(there, await checkAndBind(request));
    };
    await refuse(bad);
    const locale = { ...bad, values: { rows: '[]' }, options: { locale: 'not a locale' } };
    await refuse(locale);
    const many = { ...bad, values: { rows: getRows(1_000) } };
    const [here, there] = await Promise.all([
      checkAndBind(many).catch((error: unknown) => error),
      bindValues(many, 'w').catch((error: unknown) => error),
    ]);
    assert.ok(here instanceof VariableError && there instanceof VariableError);
    assert.deepEqual([there.message, there.variable], [here.message, here.variable]);
    const color = {
      ...getDocument([{ type: 'rect', id: 'r', x: 0, y: 0, width: 1, height: 1, fill: '{{ rows.size() }}' }]),
    };
    await assert.rejects(bindChecked(color, new Map([['rows', []]]), {}, 'w'), VariableError);
  });

  test('of one workspace does not wait for that of another', async () => {
    const long: BindRequest = {
      document: getDocument([nested]),
      files: [],
      values: { rows: getRows(100) },
      options: {},
    };
    const ended: string[] = [];
    const bind = async (name: string, request: BindRequest) => {
      await bindValues(request, name);
      ended.push(name);
    };
    const short = { ...long, values: { rows: getRows(1) } };
    // Starts both threads.
    await Promise.all([bind('one', long), bind('other', short)]);
    ended.length = 0;
    await Promise.all([...Array.from({ length: 4 }, () => bind('one', long)), bind('other', short)]);
    assert.equal(ended.indexOf('other') < 2, true, ended.join());
  });

  test('of a card happens where it is asked for', async () => {
    const card = getDocument([{ ...text, x: 0, y: 0, text: '{{ title }}' }], {
      variables: [{ name: 'title', type: 'text' }],
    });
    const request: BindRequest = { document: card, files: [], values: { title: 'x' }, options: {} };
    const binding = await bindValues(request, 'w');
    assert.ok(binding.ok && !(binding.bound.scene instanceof Uint8Array));
  });
});
