import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from '../model/template.ts';
import { createDesigner } from '../state/designer.ts';
import type { Held } from './drag.ts';
import { pressCanvas } from './pointer.ts';

const none: Held = { shift: false, alt: false, control: false };

function open(width = 400) {
  const shape = { type: 'shape', shape: 'rectangle', fill: '#dddddd' };
  const store = createDesigner('template', {
    formatVersion: 1,
    viewport: { width: 400, height: 300, unit: 'px' },
    variables: [],
    elements: [
      { ...shape, id: 'back', x: 0, y: 0, width, height: 300 },
      { ...shape, id: 'seal', x: 200, y: 200, width: 50, height: 50 },
    ],
  } as unknown as TemplateDocument);
  store.getState().setView({ x: 0, y: 0, zoom: 1 });
  const position = () => store.getState().design.document.elements.map(({ id, x }) => [id, x]);
  const drag = (held: Held = none) => {
    const pressed = pressCanvas(store, { x: 100, y: 100 }, held);
    pressed.move({ x: 150, y: 150 }, held);
    pressed.move({ x: 220, y: 220 }, held);
    pressed.end();
  };
  return { store, position, drag, selection: () => store.getState().design.selection };
}

test('a drag on the background of the page selects what it touches and moves nothing', () => {
  const { drag, position, selection } = open();
  drag();
  assert.deepEqual(position(), [
    ['back', 0],
    ['seal', 200],
  ]);
  assert.deepEqual(selection(), ['seal']);
});

test('a click selects the background, and then a drag moves it', () => {
  const { store, drag, position, selection } = open();
  pressCanvas(store, { x: 100, y: 100 }, none).end();
  assert.deepEqual(selection(), ['back']);
  drag();
  assert.notEqual(position()[0]?.[1], 0);
});

test('a drag with Alt copies the background', () => {
  const { drag, position } = open();
  drag({ ...none, alt: true });
  assert.equal(position().length, 3);
});

test('a drag on an element that leaves a part of the page free moves it', () => {
  const { drag, position } = open(300);
  drag();
  assert.notEqual(position()[0]?.[1], 0);
});
