/** Variables reach their elements, whatever converters have done with these since. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redPng } from '../../test/helpers/authoring.ts';
import { getDesign, getLosses, undecoded } from '../../test/helpers/designs.ts';
import { convertDesign } from './convert-design.ts';
import type { ConvertedDesign, VariableChoice } from './design.ts';
import { Proposals } from './proposals.ts';

const convert = async (content: string, variables: VariableChoice = 'marked'): Promise<ConvertedDesign> =>
  await convertDesign(getDesign('a.svg', content), { variables, fetchImage: null }, undecoded);

const picture = `data:image/png;base64,${redPng.toString('base64')}`;
const page = (inside: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${inside}</svg>`;

test('texts and pictures with an opacity, in groups, shifted and clipped have their variables', async () => {
  const inside = [
    '<text x="9" y="20" opacity="0.5">Dear {a}</text>',
    '<g opacity="0.5"><text x="9" y="40">Dear {b}</text><rect width="9" height="9"/></g>',
    '<g opacity="0.5"><text x="9" y="60">Dear {c}</text></g>',
    '<clipPath id="k"><rect x="0" y="0" width="200" height="100"/></clipPath>',
    '<g clip-path="url(#k)"><text x="20" y="50" font-size="9">Dear {d}</text></g>',
    '<clipPath id="p"><path d="M0 0L200 0L100 100Z"/></clipPath>',
    '<g clip-path="url(#p)"><text x="20" y="50">Dear {e}</text></g>',
    `<image id="var-photo" opacity="0.5" width="9" height="9" href="${picture}"/>`,
    `<g opacity="0.5"><image id="var-logo" width="9" height="9" href="${picture}"/>`,
    '<rect width="9" height="9"/></g>',
  ].join('');
  const { document } = await convert(page(inside));
  const json = JSON.stringify(document.elements);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'photo', 'logo'])
    assert.ok(json.includes(`{{${name}}}`), `${name} is not in ${json}`);
  assert.deepEqual(
    document.variables?.map(({ name }) => name),
    ['a', 'b', 'c', 'd', 'e', 'photo', 'logo'],
  );
});

test('what no element has is not proposed', () => {
  const proposals = new Proposals('all');
  const [shown, gone] = [{ text: 'One' }, { text: 'Two' }];
  for (const [name, target] of Object.entries({ shown, gone })) {
    const place = { target, key: 'text', mark: null, defaultValue: target.text };
    proposals.add({ ...place, name, from: name, type: 'text', isMarked: false });
  }
  const copy = { ...shown };
  assert.deepEqual(
    proposals.apply([copy]).map(({ name }) => name),
    ['shown'],
  );
  assert.deepEqual(copy, { text: '{{shown}}' });
  assert.deepEqual(Object.getOwnPropertySymbols(copy), []);
  assert.deepEqual(
    proposals.list().map(({ name }) => name),
    ['shown'],
  );
});

test('a text that is repeated is one variable; numbers are not', async () => {
  const texts = ['Acme', '7', 'Acme', '7'].map((text, at) => `<text y="${at * 20 + 20}">${text}</text>`);
  const { variables, document } = await convert(page(texts.join('')), 'all');
  assert.deepEqual(
    variables.map(({ name }) => name),
    ['Acme', '7', '7 2'],
  );
  assert.deepEqual(
    document.elements.map((element) => (element.type === 'text' ? element.text : '')),
    ['{{Acme}}', '{{7}}', '{{Acme}}', '{{7 2}}'],
  );
});

test('a picture whose address is a mark is a variable', async () => {
  const { document, losses, folder } = await convert(
    page('<image width="50" height="50" href="{{PHOTO}}"/><image width="50" height="50" href="%%LOGO%%"/>'),
  );
  assert.deepEqual(losses, []);
  assert.deepEqual(
    document.elements.map((element) => (element.type === 'image' ? element.src : '')),
    ['{{PHOTO}}', '{{LOGO}}'],
  );
  assert.equal(folder.files.size, 2);
});

test('losses of elements that have no name, or the same one, are listed each', async () => {
  const missing = Array.from({ length: 3 }, () => '<image width="9" height="9" href="gone.png"/>').join('');
  const losses = getLosses(await convert(page(missing)));
  assert.deepEqual(losses, ['image: src', 'image 2: src', 'image 3: src']);
});
