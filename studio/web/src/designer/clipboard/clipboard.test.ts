import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateElement } from '../model/template.ts';
import { collectFiles, movePaths } from './clipboard.ts';

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

test('copied elements show the files that are theirs under another name', () => {
  const box = { x: 0, y: 0, width: 10, height: 10 };
  const elements: TemplateElement[] = [
    { type: 'image', id: 'photo', ...box, src: 'images/image.png', mask: { src: 'masks/a.svg' } },
    { type: 'text', id: 'text', ...box, runs: [{ text: '', icon: 'images/image.png' }] },
    { type: 'text', id: 'named', ...box, text: 'images/image.png' },
  ];
  const copied = { platen: 'elements', templateId: 'a', elements, free: elements, variables: [] } as const;
  const moved = movePaths(
    { ...copied, elements: [...elements], free: [...elements] },
    new Map([['images/image.png', 'images/image-2.png']]),
  );
  for (const list of [moved.elements, moved.free ?? []]) {
    assert.deepEqual(collectFiles(list), ['images/image-2.png', 'masks/a.svg', 'images/image-2.png']);
    assert.deepEqual(list[2], elements[2]);
  }
  assert.equal(elements[0]?.type === 'image' ? elements[0].src : '', 'images/image.png');
});
