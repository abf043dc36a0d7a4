/** One problem costs one element: what the service's own checks refuse is left out, and the rest is drawn. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkDocument } from '../../src/domain/templates/check/check-document.ts';
import { ApiError } from '../../studio/web/src/api/problem.ts';
import { refusedProblems } from '../../studio/web/src/parts/template/refused-problems.ts';
import { drawWithoutFaults } from '../../studio/web/src/designer/canvas/picture/without-faults.ts';
import { closePages, openPages } from '../../studio/web/src/designer/model/pages.ts';

const box = { x: 10, y: 10, width: 200, height: 60 };
const fine = { type: 'text', id: 'fine', ...box, text: 'This is fine' };

interface Faulty {
  readonly elements?: readonly object[];
  readonly pages?: readonly object[];
  readonly variables?: readonly object[];
  readonly fonts?: readonly object[];
  readonly [key: string]: unknown;
}

/** The document that is drawn of one with faults. */
async function draw(
  change: Faulty,
): Promise<{ readonly document: Faulty; readonly problems: readonly string[] }> {
  const document = openPages({
    schemaVersion: 1,
    name: 'Case',
    viewport: { width: 400, height: 300 },
    ...change,
  });
  const request = { document, values: {}, options: {} };
  const { picture, problems } = await drawWithoutFaults(request, async (each) => {
    const json = closePages(each.document);
    const found = (await checkDocument({ json, paths: [], maxOutputPixels: 1e8 })).problems;
    if (found.length === 0) return json as Faulty;
    const located = found.map(({ pointer, detail }) => ({ pointer, detail, elementId: null }));
    throw new ApiError({
      status: 400,
      code: 'TEMPLATE_INVALID',
      problems: located,
    } as unknown as ConstructorParameters<typeof ApiError>[0]);
  });
  return { document: picture, problems: problems.map(({ pointer }) => pointer) };
}

const kinds = (elements: readonly object[] | undefined) =>
  (elements as readonly { id: string; type: string }[]).map(({ id, type }) => `${id} ${type}`);

describe('what is drawn of a document', () => {
  const faultyElements: Readonly<Record<string, object>> = {
    'an expression that cannot be read': { type: 'text', id: 'bad', ...box, text: '{{ price * }}' },
    'a variable that is not there': { type: 'text', id: 'bad', ...box, text: '{{ nobody }}' },
    'a color that is none': { type: 'rect', id: 'bad', ...box, fill: 'reddish' },
    'a type that is none': { type: 'cloud', id: 'bad', ...box },
    'a length that is none': { type: 'rect', id: 'bad', ...box, width: 'wide' },
    'a picture that is no file': { type: 'image', id: 'bad', ...box, src: 'images/gone.jpg' },
    'a family that is not there': { type: 'text', id: 'bad', ...box, text: 'a', fontFamily: 'Gone Sans' },
    'a table of no list': {
      type: 'table',
      id: 'bad',
      ...box,
      rows: 'nobody',
      columns: [{ header: 'Price', value: '{{ item.price }}', format: 'number', width: 100 }],
    },
  };
  for (const [what, bad] of Object.entries(faultyElements)) {
    test(`an element with ${what} is an empty box`, async () => {
      const { document, problems } = await draw({ elements: [fine, bad, { ...fine, id: 'fine 2' }] });
      assert.deepEqual(kinds(document.elements), ['fine text', 'bad rect', 'fine 2 text']);
      assert.deepEqual(document.elements?.[0], fine);
      assert.ok(problems.length > 0 && problems.every((pointer) => pointer.startsWith('/elements/1')));
    });
  }

  test('in a group, only the inner element is empty', async () => {
    const group = {
      type: 'group',
      id: 'group',
      ...box,
      elements: [fine, { ...faultyElements['a color that is none'] }],
    };
    const { document } = await draw({ elements: [group] });
    const [drawn] = document.elements as readonly { readonly elements: readonly object[] }[];
    assert.deepEqual(kinds(drawn?.elements), ['fine text', 'bad rect']);
  });

  test('on another page, only that element is empty', async () => {
    const { document } = await draw({
      pages: [
        { id: 'one', elements: [fine] },
        { id: 'two', elements: [{ ...faultyElements['a color that is none'] }, { ...fine, id: 'fine 2' }] },
      ],
    });
    const [one, two] = document.pages as readonly { readonly elements: readonly object[] }[];
    assert.deepEqual(
      [kinds(one?.elements), kinds(two?.elements)],
      [['fine text'], ['bad rect', 'fine 2 text']],
    );
  });

  test('a page with a wrong key is there without it', async () => {
    const faults: Readonly<Record<string, unknown>> = {
      background: 'reddish',
      viewport: { width: -1, height: 300 },
      repeat: 'nobody',
    };
    for (const [key, value] of Object.entries(faults)) {
      const { document, problems } = await draw({
        pages: [
          { id: 'one', elements: [fine], [key]: value },
          { id: 'two', elements: [{ ...fine, id: 'fine 2' }] },
        ],
      });
      const [one, two] = document.pages as readonly Faulty[];
      assert.deepEqual(one, { id: 'one', elements: [fine] }, key);
      assert.equal(two?.['id'], 'two');
      assert.ok(
        problems.length > 0 && problems.every((pointer) => pointer.startsWith(`/pages/0/${key}`)),
        key,
      );
    }
  });

  test('what cannot be drawn is refused for its own faults', async () => {
    await assert.rejects(draw({ schemaVersion: 7, elements: [fine] }), (error) => {
      assert.ok(error instanceof ApiError);
      const found = refusedProblems(error)?.map(({ pointer }) => pointer);
      assert.deepEqual(found, ['/schemaVersion']);
      return true;
    });
  });

  test('a page whose sides are no whole pixels has the nearest', async () => {
    const { document, problems } = await draw({
      viewport: { width: 400.4, height: 0.3 },
      elements: [fine],
    });
    assert.deepEqual(document['viewport'], { width: 400, height: 1 });
    assert.deepEqual(problems, ['/viewport/width', '/viewport/height']);
    assert.deepEqual(document.elements, [fine]);
  });

  test('a variable with a wrong default has none, and a font without a file is not there', async () => {
    const { document, problems } = await draw({
      elements: [fine, { ...fine, id: 'priced', text: '{{ price }}' }],
      variables: [{ name: 'price', type: 'number', defaultValue: 'three' }],
      fonts: [{ family: 'Own', src: 'fonts/gone.ttf' }],
    });
    assert.deepEqual(kinds(document.elements), ['fine text', 'priced text']);
    assert.deepEqual(document.variables, [{ name: 'price', type: 'number' }]);
    assert.deepEqual(document.fonts, []);
    assert.ok(problems.length >= 2);
  });

  test('a document with a size that is none is drawn in another one', async () => {
    const sizes: readonly [viewport: object, drawn: object, pointers: RegExp][] = [
      [{ width: 0, height: 300 }, { width: 800, height: 300 }, /^\/viewport\/width$/],
      [{ width: 400, height: -5 }, { width: 400, height: 800 }, /^\/viewport\/height$/],
      // No side of it is said to be wrong.
      [{ width: 400, height: 9e9 }, { width: 800, height: 800 }, /^\/viewport/],
    ];
    for (const [viewport, drawn, pointers] of sizes) {
      const { document, problems } = await draw({ viewport, elements: [fine] });
      assert.deepEqual(document['viewport'], drawn);
      assert.deepEqual(document.elements, [fine]);
      assert.ok(problems.length > 0 && problems.every((each) => pointers.test(each)), problems.join(' '));
    }
  });
});
