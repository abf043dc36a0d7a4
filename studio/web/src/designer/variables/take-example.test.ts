import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateVariable } from '../model/template.ts';
import { createDesigner } from '../state/designer.ts';
import { shownValues } from '../state/shown-values.ts';
import { takeExample } from './take-example.ts';

const getDesigner = (variables: TemplateVariable[]) =>
  createDesigner('t', {
    schemaVersion: 1,
    name: 'Test',
    viewport: { width: 10, height: 10 },
    variables,
    elements: [],
  });

test('an element keeps what it shows, in the example and in data sets without a value', () => {
  const store = getDesigner([{ name: 'photo', type: 'image' }]);
  store.getState().setSettings({
    dataSets: [
      { name: 'A', values: {} },
      { name: 'B', values: { photo: 'own.jpg' } },
    ],
  });
  takeExample(store, 'photo', 'night.jpg', true);
  const { settings } = store.getState();
  assert.deepEqual(settings.example, { photo: 'night.jpg' });
  assert.deepEqual(
    settings.dataSets.map(({ values }) => values),
    [{ photo: 'night.jpg' }, { photo: 'own.jpg' }],
  );
  assert.deepEqual(shownValues(store.getState()), { photo: 'night.jpg' });
  // A new variable of this name forgets the earlier one, an existing one does not.
  takeExample(store, 'photo', 'day.jpg', false);
  assert.deepEqual(shownValues(store.getState()), { photo: 'night.jpg' });
  takeExample(store, 'photo', 'day.jpg', true);
  assert.deepEqual(
    store.getState().settings.dataSets.map(({ values }) => values),
    [{ photo: 'day.jpg' }, { photo: 'own.jpg' }],
  );
});

test('a variable takes what it accepts for sure, and keeps its default', () => {
  const taken = (variable: Omit<TemplateVariable, 'name'>, shown: unknown) => {
    const store = getDesigner([{ name: 'it', ...variable }]);
    takeExample(store, 'it', shown, true);
    return store.getState().settings.example?.['it'];
  };
  assert.equal(taken({ type: 'text' }, 'Ada'), 'Ada');
  assert.equal(taken({ type: 'text', defaultValue: 'Bo' }, 'Ada'), undefined);
  assert.equal(taken({ type: 'text' }, 'Dear {{name}}'), undefined);
  assert.equal(taken({ type: 'text' }, undefined), undefined);
  assert.equal(taken({ type: 'text', validation: { maxLength: 2 } }, 'Ada'), undefined);
  assert.equal(taken({ type: 'text', validation: { options: ['x'] } }, 'Ada'), undefined);
  assert.equal(taken({ type: 'number' }, 12.5), '12.5');
  assert.equal(taken({ type: 'number', validation: { max: 3 } }, 12.5), undefined);
  assert.equal(taken({ type: 'number' }, 'twelve'), undefined);
  assert.equal(taken({ type: 'image' }, 'https://example.com/a.png'), 'https://example.com/a.png');
  assert.equal(taken({ type: 'url' }, 'a.png'), undefined);
  assert.equal(taken({ type: 'date' }, '2026-11-01'), '2026-11-01');
  assert.equal(taken({ type: 'email' }, 'Ada'), undefined);
});
