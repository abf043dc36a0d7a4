import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateElement } from '../model/template.ts';
import { collectFiles } from './clipboard.ts';

test('files go with what is copied: of images, masks and icons, in groups too', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const elements: TemplateElement[] = [
    {
      type: 'group',
      id: 'group',
      ...box,
      mask: { src: 'masks/group.png' },
      elements: [
        { type: 'image', id: 'photo', ...box, src: 'images/photo.jpg', mask: { src: 'masks/photo.svg' } },
        { type: 'image', id: 'far', ...box, src: 'https://pictures.example/a.png', mask: { d: 'M0 0h9v9z' } },
        { type: 'image', id: 'given', ...box, src: '{{photo}}' },
      ],
    },
    { type: 'text', id: 'text', ...box, runs: [{ text: 'a' }, { text: '', icon: 'icons/star.svg' }] },
  ];
  assert.deepEqual(collectFiles(elements).sort(), [
    'icons/star.svg',
    'images/photo.jpg',
    'masks/group.png',
    'masks/photo.svg',
  ]);
});
