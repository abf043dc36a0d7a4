import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findColorBehind } from '../../model/color-behind.ts';
import type { TemplateElement } from '../../model/template.ts';
import { contrastRatio } from './contrast.ts';

test('contrast is that of WCAG', () => {
  assert.equal(contrastRatio('#000000', '#ffffff'), 21);
  assert.equal(contrastRatio('#ffffff', '#ffffff'), 1);
  // The grey that is just enough on white.
  assert.equal(Math.round(contrastRatio('#767676', '#ffffff') * 100), 454);
});

test('the color behind an element is that of the foremost rectangle that covers it, or of the page', () => {
  const box = { x: 10, y: 10, width: 20, height: 10 };
  const text = { type: 'text', id: 't', ...box, text: 'a' };
  const page = { schemaVersion: 1, name: 'Test', viewport: { width: 100, height: 100 } } as const;
  const behind = (...elements: object[]) =>
    findColorBehind({ ...page, elements: [...elements, text] as TemplateElement[] }, 't');
  const card = { type: 'rect', id: 'c', x: 0, y: 0, width: 50, height: 50, fill: '#123456' };
  assert.equal(behind(), '#ffffff');
  assert.equal(behind(card), '#123456');
  assert.equal(behind(card, { ...card, id: 'far', x: 60 }), '#123456');
  assert.equal(behind(card, { ...card, id: 'hidden', fill: '#000', visible: false }), '#123456');
  for (const unknown of [
    { ...card, fill: '{{ color }}' },
    { ...card, opacity: 0.5 },
    { ...card, width: 15 },
    { ...card, type: 'image', src: 'a.png' },
  ])
    assert.equal(behind(card, { ...unknown, id: 'u' }), null);
});
