import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkDocument } from './check-document.ts';

const inks = [{ name: 'Gold', cmyk: [20, 30, 80, 10] }];

async function check(settings: object) {
  const json = {
    schemaVersion: 1,
    name: 'inks',
    viewport: { width: 9, height: 9 },
    elements: [],
    ...settings,
  };
  const { problems } = await checkDocument({ json, paths: [], maxOutputPixels: 1e6 });
  return problems.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

const box = { id: 'a', x: 0, y: 0, width: 9, height: 9 };
const colored = (fill: unknown, more: object = {}) =>
  check({ elements: [{ ...box, type: 'rect', fill }], inks, ...more });

test('accepts colours in inks that are declared', async () => {
  assert.deepEqual(await colored('device-cmyk(0% 91% 76% 0%)'), []);
  assert.deepEqual(await colored('ink("Gold" 80% / 50%)'), []);
  assert.deepEqual(await colored('{{ c }}', { variables: [textVariable('c', 'ink("Gold")')] }), []);
});

const textVariable = (name: string, defaultValue: string) => ({ name, type: 'text', defaultValue });

test('refuses an ink that is not declared, with its place', async () => {
  const silver =
    '"ink(\\"Silver\\")" names the ink "Silver", which the document does not declare: its inks are "Gold".';
  const stops = [
    { offset: 0, color: '#fff' },
    { offset: 1, color: 'ink("Silver")' },
  ];
  assert.deepEqual(await colored('ink("Silver")'), [`/elements/0/fill ${silver}`]);
  assert.deepEqual(await colored({ type: 'linear', stops }), [`/elements/0/fill/stops/1/color ${silver}`]);
  assert.deepEqual(await check({ inks, background: 'ink("Silver")' }), [`/background ${silver}`]);
  const [none] = await check({ background: 'ink("Silver")' });
  assert.match(none ?? '', /it declares none in "inks"/u);
  const variables = [textVariable('c', 'ink("Silver")')];
  const [byDefault] = await colored('{{ c }}', { variables });
  assert.match(byDefault ?? '', /^\/variables\/0\/defaultValue "ink.*names the ink "Silver"/u);
});

test('refuses inks in charts that are not declared', async () => {
  const mark = { type: 'bar', color: 'ink("Silver")' };
  const chart = { ...box, type: 'chart', spec: { data: { values: [{ a: 1 }] }, mark } };
  const palette = { ...chart, palette: ['ink("Silver")'], spec: { ...chart.spec, mark: 'bar' } };
  const [inSpec] = await check({ elements: [chart], inks });
  assert.match(inSpec ?? '', /^\/elements\/0\/spec\/mark\/color .*names the ink "Silver"/u);
  const [inPalette] = await check({ elements: [palette], inks });
  assert.match(inPalette ?? '', /^\/elements\/0\/palette\/0 .*names the ink "Silver"/u);
});

test('refuses wrong amounts and forms, and says what is accepted', async () => {
  const [amount] = await colored('device-cmyk(0 91 76 0)');
  assert.match(amount ?? '', /^\/elements\/0\/fill an ink is from 0% to 100%, or from 0 to 1, got "device/u);
  const [form] = await colored('ink(Gold)');
  assert.match(form ?? '', /expected the name of an ink in quotes, such as ink\("NAME" 80%\)/u);
});

test('refuses inks with bad names, amounts and the same name', async () => {
  for (const name of ['', ' Gold', 'Go"ld', 'Black', 'All', 'none', 'a{b}', 'a'.repeat(61)])
    assert.equal((await check({ inks: [{ name, cmyk: [0, 0, 0, 0] }] })).length, 1, name);
  for (const cmyk of [
    [0, 0, 0],
    [0, 0, 0, 101],
    [0, -1, 0, 0],
  ])
    assert.equal((await check({ inks: [{ name: 'a', cmyk }] })).length, 1, cmyk.join(' '));
  const twice = await check({ inks: [...inks, ...inks] });
  assert.deepEqual(twice, [
    '/inks/1/name The ink "Gold" is declared already, by /inks/0: choose another name.',
  ]);
});
