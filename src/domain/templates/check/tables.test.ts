import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkDocument } from './check-document.ts';

const variables = [
  {
    name: 'items',
    type: 'list',
    fields: [
      { name: 'name', type: 'text' },
      { name: 'price', type: 'number' },
      { name: 'day', type: 'date' },
    ],
  },
  { name: 'title', type: 'text' },
];

/** What is wrong with a document with a table, each with its place. */
async function getProblems(table: object, more: object = {}, areWarnings = false): Promise<string[]> {
  const element = {
    type: 'table',
    id: 'lines',
    x: 0,
    y: 0,
    width: 200,
    rows: '{{ items }}',
    columns: [{ header: 'Name', value: '{{ item.name }}' }],
    ...table,
  };
  const json = {
    schemaVersion: 1,
    name: 'Table',
    viewport: { width: 300, height: 200 },
    variables,
    elements: [element],
    ...more,
  };
  const { problems, warnings } = await checkDocument({ json, paths: [], maxOutputPixels: 1_000_000 });
  return (areWarnings ? warnings : problems).map(
    ({ pointer, detail }) => `${pointer.replace('/elements/0', '')}: ${detail}`,
  );
}

test('warns about a table whose columns are all hidden', async () => {
  const hidden = { value: 'x', visible: false };
  assert.deepEqual(await getProblems({ columns: [hidden, hidden] }, {}, true), [
    '/columns: The table shows nothing: none of its columns is visible.',
  ]);
  for (const columns of [[hidden, { value: 'x' }], [{ value: 'x', visible: '{{ title != "" }}' }]])
    assert.deepEqual(await getProblems({ columns }, {}, true), []);
});

const column = (value: string, format?: unknown) => ({
  columns: [{ value, ...(format === undefined ? {} : { format }) }],
});

test('accepts a table with all its parts', async () => {
  const table = {
    as: 'line',
    index: 'i',
    width: '{{ 100 + 100 }}',
    header: null,
    stripes: '#eee',
    columns: [
      { header: '{{ title }}', value: '{{ i + 1 }}. {{ line.name }}', width: 'hug' },
      {
        header: 'Price',
        value: '{{ line.price }}',
        align: 'right',
        format: { style: 'currency', currency: 'EUR' },
      },
      { value: '{{ line.day }}', format: 'date', width: 40 },
    ],
    body: { color: '{{ line.price > 1.0 ? "red" : "" }}' },
    borders: { between: 'all', outer: true },
    total: { cells: ['', '{{ sum(items.map(x, x.price)) }}', '{{ title }}'] },
  };
  assert.deepEqual(await getProblems(table), []);
});

test('refuses rows that are no entries of a list', async () => {
  assert.deepEqual(await getProblems({ rows: '{{ title }}', ...column('') }), [
    '/rows: A list is needed, but "title" is of type text.',
  ]);
  assert.deepEqual(await getProblems({ rows: '{{ items.size() }}', ...column('') }), [
    '/rows: Entries of a list are needed, but the expression makes something else.',
  ]);
  assert.deepEqual(await getProblems({ rows: '{{ itms }}', ...column('') }), [
    '/rows: No variable "itms" is declared. Did you mean "items"?',
  ]);
});

test('refuses unknown fields and names, with their places', async () => {
  assert.deepEqual(await getProblems(column('{{ item.nme }}')), [
    '/columns/0/value: Entries have no field "nme" (character 6 of the expression). Did you mean "name"?',
  ]);
  assert.deepEqual(await getProblems({ as: 'line' }), [
    '/columns/0/value: No variable "item.name" is declared. For a literal "{{" write "\\{{".',
  ]);
  assert.deepEqual(await getProblems({ as: 'title', ...column('') }), [
    '/as: The name "title" is taken by a variable: choose another one.',
  ]);
});

test('checks the sum that is carried: its value, its column, its format', async () => {
  const two = { columns: [{ value: '{{ item.name }}' }, { value: '{{ item.price }}' }] };
  const carry = { label: '{{ title }}', headLabel: 'Brought', value: '{{ item.price }}' };
  const check = (given: object, table: object = two) =>
    getProblems({ ...table, carry: { ...carry, ...given } });
  assert.deepEqual(await check({ column: 1, format: 'percent', color: 'red' }), []);
  assert.deepEqual(await check({ value: '{{ item.day }}' }), [
    '/carry/value: A sum needs a number, but the value is a date.',
  ]);
  assert.deepEqual(await check({ value: '{{ item.price }} {{ item.price }}' }), [
    '/carry/value: A sum needs one {{…}} here, with nothing before or after it.',
  ]);
  assert.deepEqual(await check({ value: '{{ item.prise }}' }), [
    '/carry/value: Entries have no field "prise" (character 6 of the expression). Did you mean "price"?',
  ]);
  assert.deepEqual(await check({ column: 2 }), ['/carry/column: expected a column from 0 to 1, got 2.']);
  assert.deepEqual(await check({}, { columns: two.columns.slice(0, 1) }), [
    '/carry: It needs two columns: one for the label, and one for the sum.',
  ]);
  assert.deepEqual(await check({ format: { dateStyle: 'long' } }), [
    '/carry/format: "dateStyle" is an option of dates, but a sum is a number.',
  ]);
  assert.deepEqual(await check({ format: { style: 'currency' } }), [
    '/carry/format: Intl refuses these options: Currency code is required with currency style.',
  ]);
  assert.deepEqual(await check({ format: 'date' }), [
    '/carry/format: expected number or percent, got "date".',
  ]);
  for (const key of ['label', 'headLabel', 'color'])
    assert.match(String(await check({ [key]: '{{ item.name }}' })), new RegExp(`^/carry/${key}: `, 'u'));
});

test('the entry is known in values and in the style of rows only', async () => {
  const refused = [
    [{ columns: [{ header: '{{ item.name }}', value: '' }] }, '/columns/0/header'],
    [{ header: { color: '{{ item.name }}' } }, '/header/color'],
    [{ total: { cells: ['{{ item.name }}'] } }, '/total/cells/0'],
    [{ stripes: '{{ item.name }}' }, '/stripes'],
    [{ visible: '{{ item.price > 0.0 }}' }, '/visible'],
  ] as const;
  for (const [table, pointer] of refused) {
    const [problem, ...others] = await getProblems(table);
    assert.ok(problem?.startsWith(`${pointer}: `), `${pointer}: ${problem}`);
    assert.deepEqual(others, []);
  }
});

test('refuses options that the code of a cell does not have', async () => {
  const cell = { type: 'barcode', symbology: 'ean13', value: '{{ item.name }}', height: 9 };
  const columns = [{ header: 'EAN', cell: { ...cell, options: { columns: 2 } } }];
  assert.deepEqual(await getProblems({ columns }), [
    '/columns/0/cell/options/columns: "columns" is no option of ean13; it has addongap.',
  ]);
});

test('refuses a total whose cells are not as many as the columns', async () => {
  assert.deepEqual(await getProblems({ total: { cells: ['a', 'b'] } }), [
    '/total/cells: expected a text for each of 1 columns, got 2.',
  ]);
});

test('refuses formats that do not fit their values', async () => {
  const refused: [value: string, format: unknown, problem: string][] = [
    [
      '{{ item.price }} EUR',
      'number',
      '/value: A column with a "format" needs one {{…}} here, with nothing before or after it.',
    ],
    [
      '{{ item.name }}',
      'number',
      '/format: A format needs a number or a date, but the value is a text: leave it out.',
    ],
    ['{{ item.price }}', 'date', '/format: "date" needs a date, but the value is a number.'],
    ['{{ item.day }}', 'percent', '/format: "percent" needs a number, but the value is a date.'],
    [
      '{{ item.day }}',
      { style: 'percent' },
      '/format: "style" is an option of numbers, but the value is a date.',
    ],
    [
      '{{ item.price }}',
      { dateStyle: 'long' },
      '/format: "dateStyle" is an option of dates, but the value is a number.',
    ],
    [
      '{{ item.price }}',
      { style: 'currency' },
      '/format: Intl refuses these options: Currency code is required with currency style.',
    ],
    ['{{ item.price }}', 'money', '/format: expected number, percent or date, got "money".'],
  ];
  for (const [value, format, problem] of refused) {
    const found = await getProblems(column(value, format));
    assert.deepEqual(found, [`/columns/0${problem}`]);
  }
});

test('refuses unknown options of formats', async () => {
  const [problem, ...others] = await getProblems(column('{{ item.price }}', { digits: 2 }));
  const expected = /^\/columns\/0\/format\/digits: The key "digits" is unknown. Accepted here: style, curr/u;
  assert.match(problem ?? '', expected);
  assert.deepEqual(others, []);
});

test('refuses fonts that there are not, and a table without columns', async () => {
  const [font] = await getProblems({ header: { fontFamily: 'Playfairy' } });
  assert.match(font ?? '', /^\/header\/fontFamily: The font family "Playfairy" is neither/u);
  assert.equal((await getProblems({ columns: [] })).length, 1);
  assert.deepEqual(await getProblems({ columns: undefined }), [': The key "columns" is missing.']);
});

test('rows may be entries of a repeat around them only as their own list', async () => {
  const table = {
    type: 'table',
    id: 'lines',
    width: 'fill',
    rows: '{{ items.filter(i, i.price > group.price) }}',
    columns: [{ value: '{{ item.price - group.price }}', format: 'number' }],
    repeat: { each: '{{ items }}', as: 'group' },
  };
  const page = { layout: { direction: 'column' }, elements: [table] };
  assert.deepEqual(await getProblems({}, page), []);
});

test('checks the rows of groups, the span of cells, and what columns are hidden by', async () => {
  const one = {
    columns: [{ value: '{{ item.name }}' }, { value: '{{ item.price }}' }],
    groupBy: '{{ item.name }}',
  };
  const header = { cells: ['{{ item.name }} {{ sum(group.map(x, x.price)) }}'], span: [2] };
  assert.deepEqual(await getProblems({ ...one, groupHeader: header, groupTotal: { cells: ['', ''] } }), []);
  assert.deepEqual(await getProblems({ ...one, groupHeader: { ...header, span: [1] } }), [
    '/groupHeader/span: expected numbers whose sum is 2, the number of columns, got 1.',
  ]);
  assert.deepEqual(await getProblems({ ...one, total: { cells: ['a'], span: [1, 1] } }), [
    '/total/cells: expected a text for each of 2 numbers of "span", got 1.',
  ]);
  assert.deepEqual(await getProblems({ ...one, groupBy: undefined, groupTotal: { cells: ['', ''] } }), [
    '/groupTotal: It needs "groupBy", which says what the rows of a group have in common.',
  ]);
  assert.match(
    String(
      await getProblems({
        ...one,
        as: 'group',
        groupBy: '{{ group.name }}',
        columns: [{ value: 'a' }],
        groupTotal: { cells: [''] },
      }),
    ),
    /"group" names the entries/u,
  );
  const places = await getProblems({
    ...one,
    groupBy: '{{ oops }}',
    total: { cells: ['{{ group.size() }}', ''] },
  });
  assert.deepEqual(
    places.map((problem) => problem.split(':')[0]),
    ['/groupBy', '/total/cells/0'],
  );
  const hidden = { columns: [{ value: 'a', visible: '{{ item.price > 1.0 }}' }] };
  assert.equal((await getProblems(hidden)).length, 1);
});

test('sums of a group are warned of no more than sums of the list', async () => {
  const grouped = { columns: [{ value: '{{ item.name }}' }], groupBy: '{{ item.name }}' };
  for (const list of ['group', 'items'])
    for (const source of [`sum(${list}.map(x, x.price))`, `${list}.map(x, x.price * 2.0).size()`])
      assert.deepEqual(
        await getProblems({ ...grouped, groupTotal: { cells: [`{{ ${source} }}`] } }, {}, true),
        [],
        source,
      );
  assert.deepEqual(
    await getProblems({ ...grouped, groupTotal: { cells: ['{{ group[0].price }}'] } }, {}, true),
    [],
  );
});

test('styles of rows and columns may name the entry; results of other types are refused', async () => {
  const style = {
    color: '{{ item.price > 1.0 ? "red" : "" }}',
    fontWeight: '{{ item.price > 1.0 ? 700 : 400 }}',
    fontStyle: '{{ item.price > 1.0 ? "italic" : "normal" }}',
    decoration: '{{ item.name }}',
    fill: '{{ item.name }}',
  };
  assert.deepEqual(await getProblems({ body: style }), []);
  assert.deepEqual(await getProblems({ columns: [{ value: 'x', style }] }), []);
  const refused = [
    [{ fontWeight: '{{ item.name }}' }, 'fontWeight: A number is needed, but the expression makes a text.'],
    [{ fontWeight: 'bold' }, 'fontWeight: expected a number'],
    [{ fontWeight: '{{ title }}' }, 'fontWeight: A number is needed, but "title" is of type text.'],
    [
      { fontStyle: '{{ item.price > 1.0 }}' },
      'fontStyle: One of "normal", "italic" is needed, but the expression makes a boolean.',
    ],
    [
      { decoration: '{{ item.price }}' },
      'decoration: One of "none", "underline", "line-through" is needed, but the expression makes a number.',
    ],
    [{ decoration: '{{ "under" }}line' }, 'decoration: expected one of the accepted words'],
    [{ fontStyle: '{{ item.nme }}' }, 'fontStyle: Entries have no field "nme"'],
    [{ fontStyle: 'bold' }, 'fontStyle: expected normal or italic'],
  ] as const;
  for (const [given, problem] of refused) {
    const places = [
      ['/body/', { body: given }],
      ['/columns/0/style/', { columns: [{ value: 'x', style: given }] }],
    ] as const;
    for (const [place, table] of places) {
      const [found, ...others] = await getProblems(table);
      assert.ok(found?.startsWith(`${place}${problem}`), `${found}\n${place}${problem}`);
      assert.deepEqual(others, []);
    }
  }
});

test('the default of a variable for a word has to be one of the accepted', async () => {
  const getWith = (defaultValue: string) =>
    getProblems(
      { header: { fontStyle: '{{ slant }}' } },
      { variables: [...variables, { name: 'slant', type: 'text', defaultValue }] },
    );
  assert.deepEqual(await getWith('italic'), []);
  assert.deepEqual(await getWith('bold'), [
    '/variables/2/defaultValue: "bold" is none of "normal", "italic", ' +
      'but /elements/0/header/fontStyle needs one.',
  ]);
});

test('families are looked up in the styles of all rows and columns', async () => {
  const style = { fontFamily: 'Intre' };
  const table = {
    columns: [{ value: 'x', style }],
    groupBy: '{{ item.name }}',
    ...Object.fromEntries(['header', 'body'].map((key) => [key, style])),
    ...Object.fromEntries(
      ['total', 'groupHeader', 'groupTotal'].map((key) => [key, { cells: ['x'], ...style }]),
    ),
    totals: [{ cells: ['x'], ...style }],
  };
  const places = (await getProblems(table)).map((problem) => problem.split(':')[0]);
  assert.deepEqual(places, [
    '/header/fontFamily',
    '/body/fontFamily',
    '/total/fontFamily',
    '/groupHeader/fontFamily',
    '/groupTotal/fontFamily',
    '/totals/0/fontFamily',
    '/columns/0/style/fontFamily',
  ]);
});

test('the span of the header has a number for all columns, and loses no text', async () => {
  const columns = [{ header: 'Name', value: 'x' }, { value: 'x' }, { header: 'Price', value: 'x' }];
  assert.deepEqual(await getProblems({ columns, header: { span: [2, 1] } }), []);
  assert.deepEqual(await getProblems({ columns, header: { span: [2, 2] } }), [
    '/header/span: expected numbers whose sum is 3, the number of columns, got 4.',
  ]);
  assert.deepEqual(await getProblems({ columns, header: { span: [1, 2] } }), [
    '/columns/2/header: This text is not shown: by "span" of the header, the cell of column 2 takes this ' +
      'column, too. Leave it out, or make "span" smaller.',
  ]);
});

const picture = { type: 'image', src: 'logo.png', height: 20 };
const code = { type: 'barcode', value: '{{ item.name }}', symbology: 'code128', height: 20 };

test('accepts cells with pictures and codes, whose values know the row', async () => {
  const qrcode = { type: 'qrcode', value: 'https://a.example/{{ i }}/{{ item.name }}', height: 20 };
  const image = { ...picture, src: '{{ item.name }}', alt: '{{ item.name }}', visible: '{{ i > 0 }}' };
  const table = {
    index: 'i',
    columns: [{ cell: image }, { cell: code, header: 'Code' }, { cell: qrcode, width: 'hug' }],
  };
  assert.deepEqual(await getProblems(table), []);
});

test('cells are checked as the elements that they are', async () => {
  const cells = [
    picture,
    { ...picture, src: 'https://a.example/a.png', href: 'javascript:1' },
    { ...code, value: '1234', symbology: 'ean13' },
    { ...code, value: '{{ nothing }}' },
    { ...code, color: 'no colour' },
    { ...code, x: 1 },
    { type: 'chart', height: 20 },
    { type: 'image', src: '{{ item.name }}' },
  ];
  const problems = await getProblems({ columns: cells.map((cell) => ({ cell })) });
  const starts = [
    '/columns/0/cell/src: The template\'s folder has no file "logo.png".',
    '/columns/1/cell/href: The link ',
    '/columns/2/cell/value: The value cannot be drawn as ean13 (element "lines.columns[2]")',
    '/columns/3/cell/value: ',
    '/columns/4/cell/color: expected a colour such as #rrggbb, got "no colour".',
    '/columns/5/cell/x: The key "x" is unknown.',
    '/columns/6/cell/type: expected image, qrcode or barcode, got "chart".',
    '/columns/7/cell: The key "height" is missing.',
  ];
  for (const start of starts)
    assert.equal(
      problems.filter((problem) => problem.startsWith(start)).length,
      1,
      `${start}\n${problems.join('\n')}`,
    );
  assert.equal(problems.length, starts.length, problems.join('\n'));
});

test('a column has a value or a cell, and a cell as wide as its content a width', async () => {
  const qrcode = { type: 'qrcode', value: 'A', height: 20 };
  const columns = [
    { value: 'A', cell: qrcode },
    { header: 'None' },
    { cell: code, width: 'hug' },
    { cell: { ...code, width: 60 }, width: 'hug', format: 'number' },
  ];
  assert.deepEqual((await getProblems({ columns })).toSorted(), [
    '/columns/0/value: `value` and `cell` cannot be used together: a column has texts, or pictures or codes.',
    '/columns/1: The key "value" is missing.',
    '/columns/2/cell: A column that is as wide as its content needs the "width" of its cell.',
    '/columns/3/format: It writes what "value" makes, and this column has pictures or codes: leave it out.',
  ]);
  const hugging = { width: 'hug', columns: [{ cell: code }, { cell: code, width: 60 }, { cell: qrcode }] };
  assert.deepEqual(await getProblems(hugging), [
    '/columns/0/cell: A column that is as wide as its content needs the "width" of its cell.',
  ]);
});
