import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionNames } from '../../../../../src/common/expressions/environment.ts';
import { functionList, methodList } from '../../../../../src/common/expressions/function-list.ts';
import { insertOffer, offersFor, typedName } from './completion.ts';

const offered = (names: readonly string[], typed: string) =>
  offersFor(
    names.map((name) => ({ name })),
    typed,
  ).map(({ name }) => name);

test('a name is offered after two braces, until they are closed', () => {
  assert.equal(typedName('Hello {{', 8), '');
  assert.equal(typedName('Hello {{na', 10), 'na');
  assert.equal(typedName('Hello {{na', 7), null);
  assert.equal(typedName('Hello {{name}}', 14), null);
  assert.equal(typedName('Hello \\{{na', 11), null);
});

test('names that begin with what is typed come first', () => {
  assert.deepEqual(offered(['subtitle', 'Title', 'price'], 'ti'), ['Title', 'title', 'subtitle']);
  assert.deepEqual(offered(['a', 'b'], ''), ['a', 'b']);
});

test('names and functions are offered inside of an expression, too', () => {
  assert.equal(typedName('{{ currency(pr', 14), ' currency(pr');
  assert.equal(typedName('{{ number(x, {"a": pr', 21), ' number(x, {"a": pr');
  assert.deepEqual(offered(['price', 'name'], ' currency(pr'), ['price']);
  assert.deepEqual(offered(['price'], 'cur'), ['currency']);
  assert.deepEqual(offered(['price', 'percentage'], ' 1 + pe'), ['percentage', 'percent']);
  assert.deepEqual(offered(['price'], ' "pr'), []);
});

test('functions say how they are written, variables what they are', () => {
  const [price, ...rest] = offersFor([{ name: 'price', type: 'number' }], 'p');
  assert.deepEqual(price, { kind: 'variable', name: 'price', hint: 'number' });
  assert.match(rest.find(({ name }) => name === 'plural')?.hint ?? '', /^plural\(n, \{"one": .*: A form/);
});

test('functions of texts and lists are offered after a point', () => {
  assert.deepEqual(offered(['title'], ' title.s'), ['size', 'startsWith', 'substring', 'split']);
  assert.deepEqual(offered(['title'], ' upper(title).e'), ['endsWith', 'exists']);
  assert.deepEqual(offered(['a.b'], 'a.'), ['a.b'], 'a name may have a point');
});

test('formats are offered in quotation marks', () => {
  assert.deepEqual(offered([], ' date(day, "l'), ['long']);
  assert.deepEqual(offered([], ' currency(price, "'), 'EUR USD GBP CHF JPY CNY INR SEK PLN BRL'.split(' '));
  assert.deepEqual(offered([], ' number(price, {"max'), [
    'maximumFractionDigits',
    'maximumSignificantDigits',
  ]);
  assert.deepEqual(offered([], ' plural(n, {"one": "# seat", "o'), ['one', 'other']);
  assert.deepEqual(offered([], ' plural(n, {"one": "o'), [], 'a value is no key');
  assert.deepEqual(offered([], ' title == "l'), []);
});

test('a chosen name replaces what is typed, and closes the braces once', () => {
  const name = { kind: 'variable', name: 'name' } as const;
  assert.deepEqual(insertOffer('Hello {{na!', 10, name), { text: 'Hello {{name}}!', caret: 14 });
  assert.deepEqual(insertOffer('Hello {{na}}!', 10, name), { text: 'Hello {{name}}!', caret: 14 });
});

test('a choice is written as expressions need it', () => {
  const after = (before: string, kind: Parameters<typeof insertOffer>[2]['kind'], name: string) => {
    const [text, caret] = [before.replace('|', ''), before.indexOf('|')];
    const next = insertOffer(text, caret, { kind, name });
    return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`;
  };
  assert.equal(after('{{ currency(pr|', 'variable', 'price'), '{{ currency(price| }}');
  assert.equal(after('{{ 1 + un| }}', 'variable', 'unit price'), '{{ 1 + vars["unit price"]| }}');
  assert.equal(after('{{cur|', 'function', 'currency'), '{{currency(|) }}');
  assert.equal(after('{{ title.si| }}', 'method', 'size'), '{{ title.size()| }}');
  assert.equal(after('{{ title.| }}', 'method', 'split'), '{{ title.split(|) }}');
  assert.equal(after('{{ date(d, "l|") }}', 'style', 'long'), '{{ date(d, "long"|) }}');
  assert.equal(after('{{ date(d, "|', 'style', 'long'), '{{ date(d, "long"|');
  assert.equal(after('{{ date(d, {"mo|"}) }}', 'option', 'month'), '{{ date(d, {"month": |}) }}');
});

test('what is offered exists', () => {
  const names = new Set(functionNames());
  for (const { name } of [...functionList, ...methodList]) assert.ok(names.has(name), name);
});

const withEntry = [
  { name: 'item.name', entry: 'item' },
  { name: 'item["unit price"]', entry: 'item' },
  { name: 'i' },
  { name: 'items', type: 'list', fields: [{ name: 'name' }, { name: 'unit price' }] },
];
const offeredIn = (typed: string) => offersFor(withEntry, typed).map(({ name }) => name);

test('fields of an entry are offered with it', () => {
  assert.deepEqual(offeredIn('').slice(0, 3), ['item.name', 'item["unit price"]', 'i']);
  assert.deepEqual(offeredIn(' na'), ['item.name']);
  assert.deepEqual(offeredIn(' item.n'), ['item.name']);
  assert.deepEqual(offeredIn(' upper(item.'), ['item.name']);
  assert.deepEqual(offeredIn(' upper(item.name.tr'), [], 'functions of texts follow');
  assert.deepEqual(offeredIn(' item.name.si'), ['size']);
  assert.deepEqual(offeredIn(' other.n'), []);
});

test('loops over a list offer its fields', () => {
  assert.deepEqual(offeredIn(' sum(items.map(e, e.'), ['e.name']);
  assert.deepEqual(offeredIn(' sum(items.map(e, e').slice(0, 2), ['e.name', 'e["unit price"]']);
  assert.deepEqual(offeredIn(' sum(titles.map(e, e.'), []);
  const text = { name: 'title', type: 'text', fields: [{ name: 'name' }] };
  assert.deepEqual(
    offersFor([text], ' title.map(e, e.n').filter(({ kind }) => kind === 'field'),
    [],
    'a text has no entries',
  );
});

test('a loop that is closed offers nothing more', () => {
  const fields = (typed: string) => offeredIn(typed).filter((name) => name.startsWith('e.'));
  assert.deepEqual(fields(' items.map(e, e.name).size() + e'), []);
  assert.deepEqual(fields(' items.map(e, e.name).size() + sum(items.map(e, (1) + e'), ['e.name']);
  assert.deepEqual(fields(' "items.map(e, " + e'), [], 'a text is no loop');
});

test('a field is written as it is offered', () => {
  const after = (before: string, name: string) => {
    const [text, caret] = [before.replace('|', ''), before.indexOf('|')];
    const next = insertOffer(text, caret, { kind: 'field', name });
    return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`;
  };
  assert.equal(after('{{ it|', 'item.name'), '{{ item.name| }}');
  assert.equal(after('{{ item.na| }}', 'item.name'), '{{ item.name| }}');
  assert.equal(after('{{ currency(item.|', 'item["unit price"]'), '{{ currency(item["unit price"]| }}');
  assert.equal(after('{{ currency(na|, "EUR") }}', 'item.name'), '{{ currency(item.name|, "EUR") }}');
  assert.equal(after('{{|', 'item.name'), '{{item.name| }}');
});
