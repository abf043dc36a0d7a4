import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign, undecoded } from '../../test/helpers/designs.ts';
import { convertDesign } from './convert-design.ts';
import { lookUp } from './look-up.ts';

const convert = (name: string, content: unknown) =>
  convertDesign(getDesign(name, content), { variables: 'marked', fetchImage: null }, undecoded);

test('what all objects have is in no table', () => {
  assert.equal(lookUp({ a: 1 }, 'a'), 1);
  assert.equal(lookUp({ a: 1 }, 'constructor'), undefined);
});

test('designs whose names are those of what all objects have are converted', async () => {
  const svg = await convert(
    'a.svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><constructor/><text y="9" font-weight="valueOf">A</text></svg>',
  );
  assert.deepEqual(svg.losses, [
    { element: 'constructor', property: '<constructor>', reason: 'There is no such element.' },
  ]);
  const objects = ['constructor', '__proto__'].map((type) => ({ type, width: 9, height: 9 }));
  const fabric = await convert('a.json', { version: '5.3.0', width: 9, height: 9, objects });
  assert.deepEqual(
    fabric.losses.map(({ property }) => property),
    ['constructor', '__proto__'],
  );
  const box = { position: { x: 1, y: 1 }, width: 50, height: 10 };
  const several = { type: 'multiVariableText', variables: ['constructor'], text: 'Dear {constructor}' };
  const pdfme = await convert('a.json', {
    basePdf: { width: 100, height: 60, padding: [0, 0, 0, 0] },
    schemas: [[{ name: 'Line', ...box, ...several, content: '{}' }]],
  });
  assert.deepEqual(pdfme.document.variables, [{ name: 'constructor', type: 'text' }]);
});
