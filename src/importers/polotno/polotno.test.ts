import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getDesign, getFirst } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConversionOptions } from '../design.ts';

const dot = `data:image/svg+xml;utf8,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="rgb(0, 161, 255)"/></svg>',
)}`;

const convert = (children: readonly object[], more: Partial<ConversionOptions> = {}, page: object = {}) =>
  convertDesign(getDesign('card.json', { width: 400, height: 300, pages: [{ children, ...page }] }), {
    variables: 'marked',
    fetchImage: null,
    ...more,
  });

test('a box that is turned about its corner is turned about its middle', async () => {
  const { document, format } = await convert([
    { type: 'figure', name: 'Panel', x: 200, y: 100, width: 100, height: 40, rotation: 90, fill: 'red' },
  ]);
  assert.equal(format, 'polotno');
  const { x, y, rotation, fill } = getFirst(document.elements, 'rect');
  // It goes down from 200, 100 and to the left: from 160 to 200, and from 100 to 200.
  assert.deepEqual({ x, y, rotation, fill }, { x: 130, y: 130, rotation: 90, fill: '#ff0000ff' });
});

test('marks in texts become variables; marks that are not chosen stay', async () => {
  const text = { type: 'text', name: 'Greeting', text: 'Dear {name}, {{ x', height: 30 };
  const marked = await convert([text]);
  assert.equal(getFirst(marked.document.elements, 'text').text, 'Dear {{name}}, \\{{ x');
  assert.deepEqual(marked.document.variables, [{ name: 'name', type: 'text', defaultValue: '{name}' }]);
  const none = await convert([text], { variables: 'none' });
  assert.equal(getFirst(none.document.elements, 'text').text, 'Dear {name}, \\{{ x');
  assert.deepEqual(none.variables, [
    { name: 'name', type: 'text', from: 'Greeting', isMarked: true, isChosen: false, value: '{name}' },
  ]);
});

test('each text and each picture is proposed by its name; two with one name are two variables', async () => {
  const texts = ['One', 'Two'].map((text) => ({ type: 'text', name: 'Title', text, height: 20 }));
  const { document, variables } = await convert([...texts, { type: 'svg', name: 'Logo', src: dot }], {
    variables: 'all',
  });
  assert.deepEqual(
    variables.map(({ name, from }) => [name, from]),
    [
      ['Title', 'Title'],
      ['Title 2', 'Title 2'],
      ['Logo', 'Logo'],
    ],
  );
  assert.deepEqual(
    document.elements.map((element) => (element.type === 'text' ? element.text : element.type)),
    ['{{Title}}', '{{Title 2}}', 'image'],
  );
});

test('colours of an SVG are exchanged', async () => {
  const { folder } = await convert([
    { type: 'svg', src: dot, colorsReplace: { 'rgb(0, 161, 255)': 'rgba(229,1,2,1)' } },
  ]);
  const [[path = '', bytes = new Uint8Array()] = []] = folder.files;
  assert.match(path, /\.svg$/);
  assert.match(Buffer.from(bytes).toString(), /fill="#e50102ff"/);
});

test('shapes without a paint of their own get the colour that black is exchanged for', async () => {
  const src = dot.replace(encodeURIComponent(' fill="rgb(0, 161, 255)"'), '');
  const { folder } = await convert([{ type: 'svg', src, colorsReplace: { black: '#0a0' } }]);
  const [bytes = new Uint8Array()] = folder.files.values();
  assert.match(Buffer.from(bytes).toString(), /^<svg fill="#00aa00ff"/);
});

test('the part of a picture that is used stays so; what a mask paints is white', async () => {
  const clipSrc = dot.replace('rgb(0%2C%20161%2C%20255)', '%23000');
  const { document, folder, losses } = await convert([
    { type: 'image', src: dot, clipSrc, cropX: 0.25, cropY: 0, cropWidth: 0.5, cropHeight: 0.9999999 },
  ]);
  const { crop, mask } = getFirst(document.elements, 'image');
  assert.deepEqual(crop, { x: 0.25, y: 0, width: 0.5, height: 0.9999999 });
  const bytes = folder.files.get(mask?.src ?? '') ?? new Uint8Array();
  assert.match(Buffer.from(bytes).toString(), /^<svg fill="#ffffff" .*fill="#ffffff"/);
  assert.deepEqual(losses, []);
});

test('a group has the box of its children', async () => {
  const child = { type: 'figure', width: 10, height: 10, fill: 'red' };
  const children = [
    { ...child, x: 50, y: 60 },
    { ...child, x: 90, y: 80 },
  ];
  const { document, kept } = await convert([{ type: 'group', name: 'Pair', opacity: 0.5, children }]);
  const { x, y, width, height, opacity, elements } = getFirst(document.elements, 'group');
  assert.deepEqual({ x, y, width, height, opacity }, { x: 50, y: 60, width: 50, height: 30, opacity: 0.5 });
  assert.deepEqual(
    elements.map(({ x, y }) => [x, y]),
    [
      [0, 0],
      [40, 20],
    ],
  );
  assert.equal(kept, 3);
});

test('formatted texts become runs', async () => {
  const html = '<p>Plain <strong>bold <span style="color: #f00">red</span></strong></p><p>next</p>';
  const { document } = await convert([{ type: 'text', text: html, height: 60 }]);
  assert.deepEqual(getFirst(document.elements, 'text').runs, [
    { text: 'Plain ' },
    { fontWeight: 700, text: 'bold ' },
    { fontWeight: 700, color: '#ff0000ff', text: 'red' },
    { text: '\nnext' },
  ]);
});

test('an empty paragraph is one line; a text without a box is not set smaller', async () => {
  const html = '<p>One</p>\n<p><br></p><p>Three<br>Four</p><div></div>';
  const { document } = await convert([{ type: 'text', text: html, height: 60, fontSize: 20 }]);
  const { runs = [], overflow, minFontSize } = getFirst(document.elements, 'text');
  assert.equal(runs.map(({ text }) => text).join(''), 'One\n\nThree\nFour');
  assert.deepEqual({ overflow, minFontSize }, { overflow: 'shrink', minFontSize: 5 });
  const free = await convert([{ type: 'text', text: 'x' }]);
  assert.equal(getFirst(free.document.elements, 'text').overflow, 'visible');
});

test('every loss is listed once, by the name that the author knows', async () => {
  const film = { type: 'video', name: 'Film', src: 'https://films.example/a.mp4' };
  const far = { type: 'image', name: 'Far', src: 'https://pictures.example/a.png' };
  const odd = {
    type: 'text',
    name: 'Odd',
    text: 'x',
    height: 20,
    fontFamily: 'Rock Salt',
    wobble: 3,
    fontSize: 'big',
  };
  const { losses, kept } = await convert(
    [film, far, odd, { type: 'hologram', name: 'H' }],
    {},
    { duration: 5 },
  );
  assert.equal(kept, 1);
  assert.deepEqual(losses.map(({ element, property }) => `${element}: ${property}`).sort(), [
    'Far: src',
    'Film: video',
    'H: element',
    'Odd: fontFamily',
    'Odd: fontSize',
    'Odd: wobble',
  ]);
});

test('refuses a file that is not a design, with the reason', async () => {
  const options = { variables: 'none', fetchImage: null } as const;
  await assert.rejects(convertDesign(getDesign('card.json', '[1'), options), UnreadableDesign);
  await assert.rejects(
    convertDesign(getDesign('card.json', { pages: 7 }), { ...options, format: 'polotno' }),
    UnreadableDesign,
  );
});

test('a text of an old store has the middle of the em box in the middle of its line', async () => {
  const text = { type: 'text', text: ' Sale ', x: 40, y: 50, width: 200, height: 120, fontSize: 100 };
  const saved = { lineHeight: 1.2, fontWeight: 'normal', placeholder: '', textDecoration: '' };
  const old = { ...text, ...saved, letterSpacing: 0, strokeWidth: 0 };
  const place = async (given: object) => {
    const { x, y, text: value } = getFirst((await convert([given])).document.elements, 'text');
    return { x, y, text: value };
  };
  // Roboto: ascent 93 and descent 24 of 100, in a line of 120: CSS leaves out half a pixel of 94.5.
  assert.deepEqual(await place(text), { x: 40, y: 50.5, text: ' Sale ' });
  assert.deepEqual(await place({ ...old, verticalAlign: 'top' }), { x: 40, y: 50.5, text: ' Sale ' });
  const formatted = getFirst((await convert([{ ...text, text: '<b>Sale</b>' }])).document.elements, 'text');
  assert.equal(formatted.y, 50);
  // The em box has its middle at 25 of 100.
  assert.deepEqual(await place(old), { x: 40, y: 41, text: '\u00A0Sale\u00A0' });
  // Turned about the corner by 90°, the box of 200 × 120 has its middle at -20, 150; up is right now.
  assert.deepEqual(await place({ ...old, rotation: 90 }), { x: -111, y: 90, text: '\u00A0Sale\u00A0' });
});

test('the outline of a half-transparent text shines through its letters', async () => {
  const text = { type: 'text', text: 'Sale', height: 40, fill: '#f80', stroke: '#00f', strokeWidth: 2 };
  const painted = async (more: object) => {
    const { document } = await convert([{ ...text, ...more }]);
    const { color, opacity, stroke } = getFirst(document.elements, 'text');
    return { color, opacity, stroke };
  };
  const line = (color: string) => ({ color, width: 2 });
  assert.deepEqual(await painted({ opacity: 0.5 }), {
    color: '#ff880080',
    opacity: 1,
    stroke: line('#0000ff80'),
  });
  assert.deepEqual(await painted({}), {
    color: '#ff8800ff',
    opacity: undefined,
    stroke: line('#0000ffff'),
  });
  const { opacity, stroke } = await painted({ opacity: 0.5, fill: 'linear-gradient(90deg, red, blue)' });
  assert.deepEqual({ opacity, stroke }, { opacity: 0.5, stroke: line('#0000ffff') });
  // Runs with a colour of their own, and shadows, fade with the element.
  const faded = { color: '#ff8800ff', opacity: 0.5, stroke: line('#0000ffff') };
  const red = '<p>Big <span style="color: rgb(255, 0, 0)">Sale</span></p>';
  assert.deepEqual(await painted({ opacity: 0.5, text: red }), faded);
  const shadow = { shadowEnabled: true, shadowBlur: 4, shadowColor: '#000' };
  assert.deepEqual(await painted({ opacity: 0.5, ...shadow }), faded);
});

test('lines with texts are as thick as a fifteenth of the size', async () => {
  const underlined = async (more: object) => {
    const { document } = await convert([{ type: 'text', text: 'Sale', height: 80, fontSize: 60, ...more }]);
    const element = getFirst(document.elements, 'text');
    const { decorationThickness, decorationOffset } = element.runs?.[1] ?? element;
    return [decorationThickness, decorationOffset];
  };
  // The middle is a quarter of the size below the baseline; that of a run is a tenth.
  assert.deepEqual(await underlined({ textDecoration: 'underline' }), [4, 13]);
  assert.deepEqual(await underlined({ text: 'On <u>sale</u>' }), [4, 4]);
  assert.deepEqual(await underlined({}), [undefined, undefined]);
  const saved = { lineHeight: 1.2, fontWeight: 'normal', placeholder: '', letterSpacing: 0, strokeWidth: 0 };
  // In old stores it is half of the size below the middle of the em box, a quarter above the baseline.
  const [, offset = 0] = await underlined({ ...saved, textDecoration: 'underline' });
  assert.ok(Math.abs(offset - 13) < 1, `${offset}`);
});

test('a curved text is set along an arc as long as it is', async () => {
  const text = { type: 'text', name: 'Seal', text: 'Certified', width: 300, height: 40, fontSize: 30 };
  const bent = async (curvePower: number) => {
    const { document, losses } = await convert([{ ...text, curveEnabled: true, curvePower }]);
    assert.deepEqual(
      losses.map(({ property }) => property),
      curvePower === 0 ? [] : ['curvePower'],
    );
    return getFirst(document.elements, 'text');
  };
  const { path, overflow, minFontSize } = await bent(0.5);
  assert.deepEqual([overflow, minFontSize], ['visible', undefined]);
  const numbers = /^M(\S+) (\S+)A(\S+) \S+ 0 0 1 (\S+) (\S+)$/u
    .exec(path?.d ?? '')
    ?.slice(1)
    .map(Number);
  const [left = 0, y = 0, radius = 0, right = 0, end = 0] = numbers ?? assert.fail(path?.d);
  // Half a circle: its ends are as far apart as it is wide, and as far below the line as its radius.
  assert.ok(Math.abs(right - left - 2 * radius) < 0.01 && y === end && Math.abs(y - radius - 29) < 1.5);
  assert.match((await bent(-0.25)).path?.d ?? '', / 0 0 0 /u);
  assert.match((await bent(1)).path?.d ?? '', / 0 1 1 /u);
  assert.equal((await bent(0)).path, undefined);
});

test('a figure is drawn after its name; what only the name describes is a loss', async () => {
  const { document, losses } = await convert([
    { type: 'figure', name: 'Sky', subType: 'cloud', fill: 'red' },
    { type: 'figure', name: 'Sign', subType: 'hexagon', fill: 'red' },
    { type: 'figure', name: 'Odd', subType: 'toString', fill: 'red' },
  ]);
  assert.deepEqual(
    document.elements?.map(({ type }) => type),
    ['path', 'path', 'rect'],
  );
  assert.deepEqual(
    losses.map(({ element, reason }) => [element, reason]),
    [
      ['Sky', 'The outline of "cloud" is drawn after its name: details differ.'],
      ['Odd', 'The figure "toString" becomes a rectangle.'],
    ],
  );
});
