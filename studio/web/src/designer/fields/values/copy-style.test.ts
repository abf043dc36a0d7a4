import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateElement } from '../../model/template.ts';
import { applyStyle, readStyle } from './copy-style.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };

test('a style goes to elements of its type whole, to others as far as all have it', () => {
  const from = {
    type: 'text',
    id: 'a',
    ...box,
    text: 'Red',
    fontSize: 30,
    color: '#c00',
    opacity: 0.5,
  } as TemplateElement;
  const text = { type: 'text', id: 'b', ...box, x: 5, text: 'Blue', color: '#00c', fontWeight: 700 };
  const rect = { type: 'rect', id: 'c', ...box, fill: '#0c0' };
  const style = readStyle(from);
  for (const target of [text, rect]) applyStyle(target as TemplateElement, style);
  assert.deepEqual(JSON.parse(JSON.stringify([text, rect])), [
    { type: 'text', id: 'b', ...box, x: 5, text: 'Blue', color: '#c00', opacity: 0.5, fontSize: 30 },
    { ...rect, opacity: 0.5 },
  ]);
});
