import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateVariable } from '../../../generated/template.ts';
import { StepBudget } from './budget.ts';
import { listTypes, type ExtraValues } from './extra-names.ts';
import { TemplateExpressions, toText } from './template-expressions.ts';

const variables: TemplateVariable[] = [
  { name: 'text', type: 'text' },
  { name: 'day', type: 'date' },
  { name: 'none', type: 'number' },
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'kind', type: 'text' },
      { name: 'price', type: 'number' },
      { name: 'due', type: 'date' },
    ],
  },
];
const items = [
  { name: 'Zebra 10', kind: 'toy', price: '2.50', due: '2026-03-02' },
  { name: 'äpfel', kind: 'food', price: '', due: '2026-01-02' },
  { name: 'Zebra 9', kind: 'toy', price: '10', due: '' },
  { name: 'Birne', kind: 'food', price: '0.1', due: '2026-02-02' },
  { name: 'Birne', kind: 'toy', price: '0.2', due: '2026-02-02' },
];
const values = new Map<string, never>(Object.entries({ text: 'a-b-c', day: '2026-03-10', items }) as never);
const expressions = new TemplateExpressions(variables);

function evaluate(source: string, locale = 'de', extra?: ExtraValues): string {
  return toText(expressions.forValues(values, { locale, now: new Date(0) })(source, extra));
}

function checkAll(cases: Readonly<Record<string, string>>, locale = 'de'): void {
  for (const [source, expected] of Object.entries(cases))
    assert.equal(evaluate(source, locale), expected, source);
}

const names = (list: string) => `${list}.map(n, n.name).join(",")`;

describe('functions of lists', () => {
  it('sort by numbers, dates and texts, with what is missing last, and keep the order of equal ones', () => {
    checkAll({
      [names('sort(items, x, x.name)')]: 'äpfel,Birne,Birne,Zebra 9,Zebra 10',
      [names('sort(items, x, x.price)')]: 'Birne,Birne,Zebra 10,Zebra 9,äpfel',
      [names('sort(items, x, x.due)')]: 'äpfel,Birne,Birne,Zebra 10,Zebra 9',
      [names('sort(items, x, x.kind + x.name)')]: 'äpfel,Birne,Birne,Zebra 9,Zebra 10',
      'sort([3, 1, 2]).map(n, string(n)).join("")': '123',
      'sort([0.3, 0.1, 1.0 / 3.0]).map(n, number(n)).join(" ")': '0,1 0,3 0,333',
      'join(sort(["b", "C", "a"]), "")': 'abC',
      'sort([true, false])[0]': 'false',
      'sort(["b"], x, 1)[0]': 'b',
      'sort([]).size()': '0',
    });
    assert.equal(evaluate('join(sort(["ö", "z", "o"]), "")', 'sv'), 'ozö');
    assert.equal(evaluate('join(sort(["ö", "z", "o"]), "")', 'de'), 'oöz');
    assert.throws(() => evaluate('sort([dyn(1), dyn("a")]).size()'), /sorts by something/u);
  });

  it('add up to each entry', () => {
    checkAll({
      'running(items, x, x.price == null ? 0.0 : x.price).map(n, number(n)).join(" ")':
        '2,5 2,5 12,5 12,6 12,8',
      'running([0.1, 0.2, 0.3])[2]': '0.6',
      'running([1, 2, 3])[1]': '3',
      'running(items, x, 1)[4]': '5',
      'running([]).size()': '0',
      'last(running(items, x, 2.5))': '12.5',
    });
    assert.throws(() => evaluate('running(items, x, x.price)[0]'), /needs a value of "items\[1\].price"/u);
    const refused = expressions.compile('running(items, x, x.name)[0]');
    assert.ok(!refused.ok);
    assert.match(refused.problem.detail, /running\(\) adds up numbers, but gets string/u);
  });

  it('find what is there once, and groups', () => {
    checkAll({
      [names('unique(items, x, x.kind)')]: 'Zebra 10,äpfel',
      'unique(["a", "b", "a"]).join("")': 'ab',
      'unique([1.0, 1.00, 2.0]).size()': '2',
      'unique(items, x, x.due).size()': '4',
      [names('group(items, x, x.kind)["food"]')]: 'äpfel,Birne',
      'group(items, x, x.kind)["none"].size()': '0',
      'group(items, x, x.kind).size()': '2',
      'group(items, x, x.due)["2026-02-02"].size()': '2',
      'cel.bind(g, group(items, x, x.kind), ["toy", "food"].map(k, k + string(g[k].size())).join(", "))':
        'toy3, food2',
      '"food" in group(items, x, x.kind)': 'true',
    });
  });

  it('take parts', () => {
    checkAll({
      [names('slice(items, 3)')]: 'Birne,Birne',
      [names('slice(items, 1, 2)')]: 'äpfel',
      [names('slice(items, -1)')]: 'Birne',
      'first(items).name + last(items).name': 'Zebra 10Birne',
      'first([7, 8]) + last([7, 8])': '15',
    });
    assert.throws(() => evaluate('first(items.filter(i, false)).name'), /first\(\) with an empty list/u);
  });

  it('make entries that tables and repeats can take', () => {
    for (const source of [
      'sort(items, x, x.price)',
      'unique(items, x, x.kind)',
      'slice(items, 1)',
      'group(items, x, x.kind)["toy"]',
      'sort(items.filter(i, i.kind == "toy"), x, x.name)',
    ]) {
      const compiled = expressions.compile(source);
      assert.ok(compiled.ok, source);
      assert.deepEqual([compiled.expression.type, compiled.expression.list], ['entries', 'items'], source);
    }
  });

  it('take linear time: balances, shares and sections of 5,000 rows', () => {
    const many = new Map(values).set(
      'items',
      Array.from({ length: 5_000 }, (_, at) => ({ ...items[0], price: '1.5', kind: `k${at % 50}` })) as never,
    );
    const budget = new StepBudget(5_000);
    const run = expressions.forValues(many, { locale: 'en', now: new Date(0) }, budget);
    const entries = expressions.toEntries('items', many.get('items') ?? []);
    for (const [at, item] of entries.entries()) {
      const extra: ExtraValues = new Map(Object.entries({ item, i: at }));
      assert.equal(toText(run('running(items, x, x.price)[i]', extra)), String((at + 1) * 1.5));
      run('percent(item.price / sum(items.map(x, x.price)))', extra);
      run('group(items, x, x.kind)[item.kind].size()', extra);
      run('sort(items, x, x.price)[i].name', extra);
    }
    assert.ok(budget.taken < 1_000_000, `${budget.taken}`);
  });

  it('are worked out once only where rows do not matter', () => {
    const typed = expressions.toEntries('items', items);
    const run = expressions.forValues(values, { locale: 'en', now: new Date(0) });
    for (const [source, expected] of [
      ['items.filter(x, x.kind == item.kind).size()', ['3', '2', '3', '2', '3']],
      ['items.map(item, item.kind).join("")', Array(5).fill('toyfoodtoyfoodtoy')],
      ['cel.bind(k, item.kind, items.filter(x, x.kind == k).size())', ['3', '2', '3', '2', '3']],
      ['[item.name].map(x, x + "!").join("")', items.map(({ name }) => `${name}!`)],
      [
        'items.map(x, items.filter(y, y.kind == x.kind).size() + i).map(n, string(n)).join("")',
        ['32323', '43434', '54545', '65656', '76767'],
      ],
      ['sort(items, item, item.name)[i].name', ['äpfel', 'Birne', 'Birne', 'Zebra 9', 'Zebra 10']],
    ] as const) {
      const results = typed.map((item, i) => toText(run(source, new Map(Object.entries({ item, i })))));
      assert.deepEqual(results, [...expected], source);
    }
    assert.ok(
      expressions.within(listTypes(new Map(Object.entries({ i: 1 })))).compile('items.size() + i').ok,
    );
  });

  it('go through empty lists', () => {
    checkAll({
      '[].map(n, n / 2).size()': '0',
      '[].filter(n, n > 1).size()': '0',
      '[].exists(n, n == 1)': 'false',
      '[].all(n, n / 2 > 1.0)': 'true',
      '[].exists_one(n, n == 1.5)': 'false',
      'cel.bind(l, [], l.map(x, x / 2).size())': '0',
      '[[]].map(x, x.map(y, y / 2)).size()': '1',
      'sum([])': '0',
      '([] + ["a"]).join("")': 'a',
      '(day == null ? [] : ["b"]).join("")': 'b',
      'sort([], x, x / 2).size() + unique([], x, x).size() + running([], x, x).size()': '0',
    });
  });

  it('are refused without a list, or a name of their own', () => {
    for (const [source, detail] of [
      ['sort(text, x, x)', /sort\(\) needs a list first/u],
      ['sort(items, "x", 1)', /sort\(\) needs a name of its own second/u],
      ['sort(items, x, x.prise)', /no field "prise"/u],
      ['running(items, x)', /No variable "x"/u],
    ] as const) {
      const compiled = expressions.compile(source);
      assert.ok(!compiled.ok, source);
      assert.match(compiled.problem.detail, detail);
    }
  });
});

describe('functions of texts', () => {
  it('change and divide texts', () => {
    checkAll({
      'split(text, "-").size()': '3',
      'join(split(text, "-"), "+")': 'a+b+c',
      'join(["a", "b"])': 'ab',
      'replace(text, "-", "–")': 'a–b–c',
      'replace(text, "", "")': 'a-b-c',
      'replace("a.b", ".", "$&")': 'a$&b',
      'slice(text, 0, 3) + slice(text, -1)': 'a-bc',
      'slice("👍🏽!", 0, 1)': '👍🏽',
      'padStart("7", 3, "0") + padStart(42, 5) + padStart(7, 2, "0")': '007   4207',
      'trim("  a ")': 'a',
      'string(day)': '2026-03-10',
      'replace(join(["x"], text), "x", "y")': 'y',
    });
    assert.throws(() => evaluate('padStart("a", 1001)'), /1001 characters: 1000 are possible/u);
  });

  it('count the longer texts that they make', () => {
    const long = new Map(values).set('text', 'a'.repeat(20_000) as never);
    const run = expressions.forValues(long, { locale: 'en', now: new Date(0) });
    assert.throws(() => run('replace(text, "a", text).size()'), /takes too long/u);
    assert.throws(() => run('join(split(text, ""), text).size()'), /takes too long/u);
  });
});

describe('numbers in words', () => {
  it('are written in the language of the locale', () => {
    for (const [locale, source, expected] of [
      ['en', 'words(1234)', 'one thousand two hundred thirty-four'],
      ['en-GB', 'words(101)', 'one hundred and one'],
      ['de', 'words(21)', 'einundzwanzig'],
      ['de-AT', 'words(30)', 'dreißig'],
      ['de-CH', 'words(30)', 'dreissig'],
      ['fr', 'words(80)', 'quatre-vingts'],
      ['fr-BE', 'words(71)', 'septante et un'],
      ['es', 'words(21)', 'veintiuno'],
      ['it', 'words(3)', 'tre'],
      ['nl', 'words(3)', 'drie'],
      ['pl', 'words(3)', 'trzy'],
      ['pt-BR', 'words(1216)', 'mil duzentos e dezesseis'],
      ['pt-PT', 'words(1216)', 'mil duzentos e dezasseis'],
      ['es', 'words(16)', 'dieciséis'],
      ['ro', 'words(112)', 'o sută doisprezece'],
      ['ro', 'words(12000)', 'douăsprezece mii'],
      ['nb', 'words(34)', 'trettifire'],
      // All letters are Cyrillic, and of Persian: a search finds them.
      ['uk', 'words(6)', 'шість'],
      ['fa', 'words(300600)', 'سیصد هزار و ششصد'],
      ['no', 'words(2)', 'to'],
      ['zh-TW', 'words(3)', '參'],
      ['en', 'words(-2)', 'minus two'],
      ['en', 'words(2.5)', 'two point five'],
      ['en', 'words(none)', ''],
    ] as const)
      assert.equal(evaluate(source, locale), expected, `${locale}: ${source}`);
    assert.throws(() => evaluate('words(1)', 'is'), /does not have the language of the locale "is"/u);
    for (const locale of ['da', 'el', 'fi', 'sv'])
      assert.throws(() => evaluate('words(1)', locale), /does not have the language/u, locale);
    assert.throws(() => evaluate('words(1e15)'), /more than 15 digits/u);
    assert.equal(evaluate('words(-123456789012345)').split(' ')[0], 'minus');
    for (const [locale, number] of [
      ['cs', 2_000_000_000],
      ['hr', 1_000_000_000],
      ['nb', 2_000_000],
      // A bilião of Portugal is a trilhão of Brazil.
      ['pt-BR', 1_000_000_000_000],
    ] as const)
      assert.throws(() => evaluate(`words(${number})`, locale), /more than \d+ digits, the most in/u, locale);
    for (const number of ['0.0000001', '1.0 / 3'])
      assert.throws(() => evaluate(`words(${number})`), /words\(\) with more than 6 decimals: round/u);
    assert.equal(evaluate('words(-0.125)', 'en'), 'minus zero point one two five');
    assert.equal(evaluate('words(12.05)', 'de-CH'), 'zwölf Komma null fünf');
    assert.throws(() => evaluate('words(1.0 / 0.0)'), /makes Infinity/u);
  });
});

describe('orders and kinds', () => {
  it('of texts and numbers are different', () => {
    assert.equal(evaluate('unique([1, "1", 1.0, "number 1"]).size()'), '3');
  });
});
