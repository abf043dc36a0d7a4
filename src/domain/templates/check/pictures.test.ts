import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkTemplate } from './check-template.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#FFF" d="M0 0h8v8z"/></svg>';
const files = new Map([
  ['logo.svg', new TextEncoder().encode(svg)],
  ['photo.png', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)],
]);

/** The files are fine: nothing decodes them. */
const limits = {
  maxImagePixels: 10_000,
  maxOutputPixels: 10_000,
  timeoutMs: 5000,
  checker: (list: readonly unknown[]) => Promise.resolve(list.map(() => null)),
};

/** What is found of an image, as `pointer: detail`. */
async function check(keys: object) {
  const element = { type: 'image', id: 'a', ...box, src: 'logo.svg', ...keys };
  const page = { schemaVersion: 1, name: 't', viewport: { width: 10, height: 10 }, elements: [element] };
  const { problems, warnings } = await checkTemplate(page, files, limits);
  const list = (found: typeof problems) =>
    found.map(({ pointer, detail }) => `${pointer.replace('/elements/0/', '')}: ${detail}`);
  return { problems: list(problems), warnings: list(warnings) };
}

test('keys of a picture that change nothing are warned of', async () => {
  const tile = { fit: 'tile', tileWidth: 4, position: 'absolute', pin: { left: 0, top: 0 } };
  assert.deepEqual(await check(tile), { problems: [], warnings: [] });
  assert.deepEqual((await check({ fit: 'tile', position: { x: 0 } })).warnings, [
    'position: It changes nothing: tiles begin at the top left corner of the box.',
  ]);
  assert.deepEqual((await check({ tileWidth: 4 })).warnings, [
    'tileWidth: It changes nothing: only the fit "tile" repeats the picture.',
  ]);
  assert.deepEqual((await check({ fit: 'tile', tileWidth: 0 })).problems, [
    'tileWidth: expected a number greater than 0, got 0.',
  ]);
});

test('a mask is a path or a picture', async () => {
  const d = 'M0 0H1V1Z';
  assert.deepEqual(await check({ mask: { d } }), { problems: [], warnings: [] });
  assert.deepEqual(await check({ mask: { src: 'logo.svg' } }), { problems: [], warnings: [] });
  assert.deepEqual((await check({ mask: {} })).problems, [
    'mask: A mask needs "d", the data of a path, or "src", a picture, but has neither.',
  ]);
  assert.deepEqual((await check({ mask: { d, src: 'logo.svg' } })).problems, [
    'mask: A mask needs "d", the data of a path, or "src", a picture, but has both.',
  ]);
  assert.match(
    (await check({ mask: { d: '0 0' } })).problems.join(),
    /^mask\/d: Path data must begin with a move/u,
  );
  assert.match(
    (await check({ mask: { src: 'logos.svg' } })).problems.join(),
    /^mask\/src: .*no file "logos.svg"/u,
  );
  assert.deepEqual((await check({ mask: { src: 'logo.svg', fillRule: 'evenodd' } })).warnings, [
    'mask/fillRule: It changes nothing: a picture is stretched over the box.',
  ]);
  assert.deepEqual((await check({ mask: { d }, width: 'hug' })).problems, [
    'mask/viewBox: A mask over a box that is not all numbers needs a view box.',
  ]);
  const shadow = { spread: 2 };
  assert.deepEqual((await check({ mask: { d }, shadow })).warnings, []);
  assert.match(
    (await check({ mask: { src: 'logo.svg' }, shadow })).warnings.join(),
    /^shadow\/spread: What is shown through the picture of a mask has no outline/u,
  );
});

test('colours are exchanged in SVGs that have them', async () => {
  const none = { problems: [], warnings: [] };
  assert.deepEqual(await check({ colors: { white: 'red', '#000': '{{ "gold" }}' } }), none);
  assert.deepEqual((await check({ colors: { '#ffe': 'red' } })).warnings, [
    'colors/#ffe: It changes nothing: "logo.svg" does not have the colour "#ffe". ' +
      'Its colours are #000000, #ffffff.',
  ]);
  assert.deepEqual((await check({ src: 'photo.png', colors: { red: 'blue' } })).warnings, [
    'colors/red: It changes nothing: "photo.png" is not an SVG.',
  ]);
  const stops = [{ offset: 0, color: 'red' }];
  assert.deepEqual(
    (
      await check({
        colors: { reddish: 'red', '#fff': 'red', '#FFFFFF': 'red', '#000': { type: 'conic', stops } },
      })
    ).problems,
    [
      'colors/reddish: "reddish" is not a colour of an SVG: ' +
        'expected a hex colour such as #rrggbb, rgb(), hsl() or a CSS colour name.',
      'colors/#FFFFFF: "#FFFFFF" is the same colour as "#fff".',
      'colors/#000: SVG has no conic gradients: expected a colour, or a linear or radial gradient.',
    ],
  );
  assert.match(
    (await check({ colors: { '#fff': '{{brand}}' } })).problems.join(),
    /^colors\/#fff: No variable "brand"/u,
  );
});

test('a crop has to have something of the picture, and is warned of where it reaches beyond it', async () => {
  const none = { problems: [], warnings: [] };
  assert.deepEqual(await check({ crop: {} }), none);
  assert.deepEqual(await check({ crop: { x: 0.1, width: 0.9, y: 0.7, height: 0.3 } }), none);
  assert.deepEqual(await check({ crop: { x: 0.5, width: 0.75 } }), {
    problems: [],
    warnings: ['crop/width: The part ends at 1.25, beyond the right edge of the picture, and is cut there.'],
  });
  assert.deepEqual((await check({ crop: { y: 1 } })).problems, [
    'crop/y: A part that begins at 1, the lower edge of the picture, has nothing of it.',
  ]);
  assert.deepEqual((await check({ crop: { x: -0.1, height: 0 } })).problems, [
    'crop/x: expected a number of at least 0, got -0.1.',
    'crop/height: expected a number greater than 0, got 0.',
  ]);
});
