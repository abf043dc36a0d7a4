import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDesigner } from '../state/designer.ts';
import { emptySettings } from '../state/design-settings.ts';
import { presentText } from './present-text.ts';

const variables = [
  { name: 'price', type: 'text' as const },
  { name: 'size', type: 'number' as const, defaultValue: '12' },
];
const store = createDesigner(
  't',
  { schemaVersion: 1, name: 'Test', viewport: { width: 10, height: 10 }, variables, elements: [] },
  emptySettings,
  { values: { price: '3.50' }, variables },
);
const present = async (text: string) => await presentText(store.getState(), text, 'text');

test('a text shows the values of the canvas, and defaults where there are none', async () => {
  assert.equal(await present('{{price}}'), '3.50');
  assert.equal(await present('{{size}}'), '12');
  assert.equal(await present('From {{price}} on'), 'From 3.50 on');
  assert.equal(await present('{{ size * 2.0 }}'), '24');
  assert.equal(await present('{{ nobody.size() }}'), null);
});
