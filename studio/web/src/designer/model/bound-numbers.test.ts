import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateDocument } from './template.ts';
import { keepBound } from './bound-numbers.ts';

test('numbers that are worked out stay so while elements are moved', () => {
  const box = { width: 10, height: 10, fill: '#000' };
  const group = { type: 'group', id: 'g', x: 0, y: 0, opacity: '{{o}}', ...box, elements: [] as object[] };
  group.elements.push({ type: 'rect', id: 'inner', x: 1, y: '{{ a + 1 }}', ...box });
  const viewport = { width: 100, height: 100 };
  const document = { viewport, elements: [group, { type: 'rect', id: 'r', x: '{{a}}', y: 2, ...box }] };
  const content = { document: document as unknown as TemplateDocument };
  const seen: unknown[] = [];
  keepBound<typeof content>(content, ({ document: { elements } }) => {
    for (const element of elements) {
      seen.push(element.x, element.opacity);
      element.x += 5;
      element.y += 5;
    }
  })(content);
  assert.deepEqual(seen, [0, 1, 0, undefined]);
  const [moved, bound] = document.elements;
  assert.deepEqual([moved?.x, moved?.y, (moved as typeof group).opacity], [5, 5, '{{o}}']);
  assert.deepEqual(
    [bound?.x, bound?.y, group.elements[0]],
    ['{{a}}', 7, { ...group.elements[0], y: '{{ a + 1 }}' }],
  );
});
