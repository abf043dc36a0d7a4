import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getBox, getDesign, getFirst, undecoded } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConversionOptions } from '../design.ts';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA' +
  'WjR9awAAAABJRU5ErkJggg==';

const file = (inside: string, root = 'viewBox="0 0 200 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
  `xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${root}>${inside}</svg>`;

const convert = (inside: string, root?: string, more: Partial<ConversionOptions> = {}) =>
  convertDesign(
    getDesign('card.svg', file(inside, root)),
    { variables: 'marked', fetchImage: null, ...more },
    undecoded,
  );

describe('pages', () => {
  test('pages in millimetres keep their unit', async () => {
    const { document } = await convert(
      '<rect id="all" width="850" height="550"/>',
      'width="85mm" height="55mm" viewBox="0 0 850 550"',
    );
    assert.deepEqual([document.viewport, document.viewportUnit], [{ width: 85, height: 55 }, 'mm']);
    const rect = getFirst(document.elements, 'rect');
    assert.deepEqual(getBox(rect), { x: 0, y: 0, width: 85, height: 55, rotation: undefined });
    assert.equal(rect.fill, '#000000');
  });

  test('the style of the root paints the page; its effects are losses', async () => {
    const style = 'style="background-color: rgb(255, 0, 0); opacity: 0.5" viewBox="0 0 9 9"';
    const { document, losses } = await convert('<rect width="5" height="5"/>', style);
    assert.equal(document.background, '#ff0000ff');
    assert.deepEqual(
      losses.map(({ property }) => property),
      ['opacity'],
    );
    const picture = await convert('', 'style="background: url(#a)" viewBox="0 0 9 9"');
    assert.equal(picture.document.background, undefined);
    assert.equal(picture.losses[0]?.property, 'background');
  });

  test('a file that is no SVG is refused', async () => {
    await assert.rejects(
      convertDesign(getDesign('card.svg', '<svg'), { variables: 'none', fetchImage: null }),
      UnreadableDesign,
    );
    const html = '<html xmlns="http://www.w3.org/1999/xhtml"/>';
    const options = { format: 'svg', variables: 'none', fetchImage: null } as const;
    await assert.rejects(convertDesign(getDesign('card.svg', html), options), /It is no SVG/);
  });

  test('a file that is not well-formed is refused with the line', async () => {
    const lines =
      '<!DOCTYPE svg [\n<!ENTITY a "b">\n]>\n<svg xmlns="http://www.w3.org/2000/svg">\n<g><rect></g></svg>';
    await assert.rejects(
      convertDesign(getDesign('card.svg', lines), { variables: 'none', fetchImage: null }),
      /not well-formed XML in line 5: Unexpected close tag\.$/,
    );
  });

  test('a file without a namespace is read', async () => {
    const text = '<svg width="20" height="10"><rect width="5" height="5"/></svg>';
    const { document } = await convertDesign(
      getDesign('card.svg', text),
      { variables: 'none', fetchImage: null },
      undecoded,
    );
    assert.equal(getFirst(document.elements, 'rect').width, 5);
  });
});

describe('shapes', () => {
  test('transforms become places, rotations and mirrors', async () => {
    const { document, losses } = await convert(
      '<g transform="translate(100 50)">' +
        '<rect id="turned" transform="rotate(90)" width="40" height="20" rx="3"/></g>' +
        '<ellipse transform="scale(2 -1)" cx="20" cy="-30" rx="5" ry="8" style="fill:red;opacity:.5"/>' +
        '<line x1="10" y1="10" x2="40" y2="50" stroke="#00f" stroke-width="2"/>',
    );
    const rect = getFirst(document.elements, 'rect');
    assert.deepEqual(getBox(rect), { x: 70, y: 60, width: 40, height: 20, rotation: 90 });
    assert.equal(rect.cornerRadius, 3);
    const ellipse = getFirst(document.elements, 'ellipse');
    assert.deepEqual(getBox(ellipse), { x: 30, y: 22, width: 20, height: 16, rotation: undefined });
    assert.deepEqual([ellipse.fill, ellipse.opacity], ['#ff0000', 0.5]);
    const line = getFirst(document.elements, 'line');
    assert.deepEqual([line.width, line.rotation, line.stroke?.width], [50, 53.13, 2]);
    assert.deepEqual(losses, []);
  });

  test('transforms happen about their origin', async () => {
    const square = 'x="10" y="10" width="20" height="20" transform="rotate(90)"';
    const { document, losses } = await convert(
      `<rect id="page" ${square} transform-origin="center"/>` +
        `<rect id="point" ${square} style="transform-origin: 30px 10px"/>` +
        `<rect id="own" ${square} style="transform-box: fill-box; transform-origin: right bottom"/>` +
        `<g id="several" transform="scale(2)" style="transform-box: fill-box"><rect ${square}/></g>`,
      'viewBox="0 0 100 100"',
    );
    const places = document.elements.slice(0, 3).map(({ x, y }) => [x, y]);
    assert.deepEqual(places, [
      [70, 10],
      [10, -10],
      [30, 10],
    ]);
    assert.deepEqual(losses, [
      {
        element: 'several',
        property: 'transform-box',
        reason: 'The origin of the coordinates is used.',
      },
    ]);
  });

  test('skewed shapes become paths; upright rectangles of paths become rects', async () => {
    const { document } = await convert(
      '<rect width="10" height="10" transform="skewX(45)"/><path d="M5 6h10v20H5z" fill-rule="evenodd"/>',
    );
    assert.deepEqual(getBox(getFirst(document.elements, 'path')), {
      x: 0,
      y: 0,
      width: 20,
      height: 10,
      rotation: undefined,
    });
    assert.deepEqual(getBox(getFirst(document.elements, 'rect')), {
      x: 5,
      y: 6,
      width: 10,
      height: 20,
      rotation: undefined,
    });
  });

  test('gradients are fitted to the box; colours at its ends are worked out', async () => {
    const { document } = await convert(
      '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="-100" y1="0" x2="100" y2="0">' +
        '<stop offset="0" stop-color="#000"/><stop offset="1" stop-color="#fff"/></linearGradient>' +
        '<rect width="100" height="50" fill="url(#g)"/>',
    );
    const { fill } = getFirst(document.elements, 'rect');
    const stops = [
      { offset: 0, color: '#808080' },
      { offset: 1, color: '#ffffff' },
    ];
    assert.deepEqual(fill, { type: 'linear', angle: 90, stops });
  });

  test('style sheets, `use`, symbols and nested views', async () => {
    const { document } = await convert(
      '<style>.a rect { fill: #0f0 } #b.c { fill: #00f !important }</style>' +
        '<symbol id="s" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>' +
        '<g class="a"><use xlink:href="#s" x="20" width="30" height="30"/></g>' +
        '<circle id="b" class="c" r="9" cx="9" cy="9" style="fill: red"/>',
    );
    const rect = getFirst(document.elements, 'rect');
    assert.deepEqual(getBox(rect), { x: 20, y: 0, width: 30, height: 30, rotation: undefined });
    assert.equal(rect.fill, '#000000');
    assert.equal(getFirst(document.elements, 'ellipse').fill, '#0000ff');
  });
});

describe('groups, clips and effects', () => {
  test('clips that cut become groups that clip; others are left out', async () => {
    const { document } = await convert(
      '<clipPath id="c"><rect x="10" y="10" width="50" height="50" rx="4"/></clipPath>' +
        '<clipPath id="d"><rect width="200" height="100"/></clipPath>' +
        '<g id="cut" clip-path="url(#c)"><circle id="dot" cx="10" cy="10" r="20"/></g>' +
        '<g clip-path="url(#d)"><rect id="inside" x="50" y="50" width="10" height="10"/></g>',
    );
    const group = getFirst(document.elements, 'group');
    assert.deepEqual(getBox(group), { x: 10, y: 10, width: 50, height: 50, rotation: undefined });
    assert.deepEqual([group.clip, group.cornerRadius], ['box', 4]);
    assert.deepEqual(getBox(getFirst(group.elements, 'ellipse')), {
      x: -20,
      y: -20,
      width: 40,
      height: 40,
      rotation: undefined,
    });
    assert.equal(getFirst(document.elements, 'rect').x, 50);
  });

  test('clips that are no element of the file are losses', async () => {
    const { document, losses } = await convert('<rect id="r" width="9" height="9" clip-path="circle(4px)"/>');
    assert.equal(document.elements[0]?.type, 'rect');
    assert.deepEqual(losses, [
      { element: 'r', property: 'clip-path', reason: 'Only clips of the file cut.' },
    ]);
  });

  test('a nested view that shows what lies outside cuts nothing', async () => {
    const inside = '<circle cx="5" cy="5" r="9"/><rect width="2" height="2"/>';
    const { document } = await convert(`<svg width="10" height="10" overflow="visible">${inside}</svg>`);
    assert.ok(document.elements.every((element) => element.type !== 'group' || element.clip === undefined));
    assert.equal(
      getFirst(
        document.elements.flatMap((each) => (each.type === 'group' ? each.elements : [each])),
        'ellipse',
      ).width,
      18,
    );
  });

  test('clips by other shapes become masks', async () => {
    const { document, losses } = await convert(
      '<clipPath id="c"><path d="M10 10h40l-20 30z"/></clipPath>' +
        '<g clip-path="url(#c)"><rect id="inside" x="5" y="5" width="90" height="90"/></g>',
    );
    const group = getFirst(document.elements, 'group');
    assert.deepEqual(getBox(group), { x: 10, y: 10, width: 40, height: 30, rotation: undefined });
    assert.match(group.mask?.d ?? '', /^M0 0[LH]40/);
    assert.equal(getFirst(group.elements, 'rect').x, -5);
    assert.deepEqual(losses, []);
  });

  test('addresses of pictures keep their spaces', async () => {
    const svg = "<svg xmlns='http://www.w3.org/2000/svg'/>".replaceAll('<', '%3C');
    const size = 'width="9" height="9"';
    const { document, losses } = await convertDesign(
      getDesign(
        'card.svg',
        file(`<image ${size} href="my photo.svg"/><image ${size} href="data:image/svg+xml,${svg}"/>`),
        { 'my photo.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>') },
      ),
      { variables: 'none', fetchImage: null },
      undecoded,
    );
    assert.deepEqual([document.elements.length, losses], [2, []]);
  });

  test('what the template cannot say becomes a picture of that part', async () => {
    const { document, folder, losses } = await convert(
      '<filter id="f"><feTurbulence/></filter>' +
        '<g id="Noise" filter="url(#f)"><rect x="20" y="20" width="40" height="40" fill="red"/></g>',
    );
    const { src } = getFirst(document.elements, 'image');
    const svg = Buffer.from(folder.files.get(src) ?? []).toString();
    assert.match(svg, /<filter id="f">/);
    assert.deepEqual(losses, [
      {
        element: 'Noise',
        property: 'filter',
        reason: 'It becomes a picture: the template has nothing like it.',
      },
    ]);
  });

  test('shadows of filters, blend modes and labels of Inkscape', async () => {
    const { document } = await convert(
      '<filter id="f">' +
        '<feDropShadow dx="2" dy="3" stdDeviation="4" flood-color="#f00" flood-opacity=".5"/></filter>' +
        '<g inkscape:label="Logo" filter="url(#f)" style="mix-blend-mode:multiply">' +
        '<rect width="9" height="9"/><rect x="20" width="9" height="9"/></g>',
    );
    const group = getFirst(document.elements, 'group');
    assert.deepEqual(group.shadow, { x: 2, y: 3, blur: 8, color: '#ff000080' });
    assert.deepEqual([group.id, group.blendMode], ['Logo', 'multiply']);
  });
});

test('shadows as Figma writes them are shadows', async () => {
  const { document, losses } = await convert(
    '<filter id="f"><feFlood flood-opacity="0" result="back"/>' +
      '<feColorMatrix in="SourceAlpha" result="hardAlpha" ' +
      'values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0"/>' +
      '<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/>' +
      '<feColorMatrix values="0 0 0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0.5 0"/>' +
      '<feBlend in2="back" result="shadow"/><feBlend in="SourceGraphic" in2="shadow"/></filter>' +
      '<g filter="url(#f)"><rect width="9" height="9"/></g>',
  );
  assert.deepEqual(getFirst(document.elements, 'rect').shadow, { x: 0, y: 4, blur: 4, color: '#ff000080' });
  assert.deepEqual(losses, []);
});

test('a blur of a layer as Figma writes it is a blur', async () => {
  const { document, losses } = await convert(
    '<g id="soft" filter="url(#f)"><rect width="50" height="20"/></g>' +
      '<filter id="f"><feFlood flood-opacity="0" result="BackgroundImageFix"/>' +
      '<feBlend mode="normal" in="SourceGraphic" in2="BackgroundImageFix" result="shape"/>' +
      '<feGaussianBlur stdDeviation="5" result="effect1_foregroundBlur"/></filter>',
  );
  assert.equal(getFirst(document.elements, 'rect').blur, 5);
  assert.deepEqual(losses, []);
});

describe('texts', () => {
  test('baselines and anchors stay where they are', async () => {
    const { document } = await convert(
      '<text x="100" y="50" font-family="Inter" font-size="20" text-anchor="middle">Hello</text>',
    );
    const text = getFirst(document.elements, 'text');
    assert.deepEqual([text.align, text.fontSize, text.wrap], ['center', 20, false]);
    assert.ok(Math.abs(Number(text.x) + Number(text.width) / 2 - 100) < 0.01);
    // Inter at 20 px: a line of 24 px with the baseline at 19.
    assert.equal(text.y, 31);
  });

  test('lines and parts in other styles are one text', async () => {
    const { document } = await convert(
      '<text font-family="Inter" font-size="10"><tspan x="5" y="20">One</tspan>' +
        '<tspan x="5" y="35">Two <tspan font-weight="bold">three</tspan></tspan></text>',
    );
    const { runs = [], lineHeight } = getFirst(document.elements, 'text');
    assert.deepEqual(
      runs.map(({ text, fontWeight }) => [text, fontWeight]),
      [
        ['One\nTwo ', 400],
        ['three', 700],
      ],
    );
    assert.equal(lineHeight, 1.5);
  });

  test('places and lines of single letters are losses', async () => {
    const { losses } = await convert(
      '<text id="a" y="20" dx="0 1 2">abc</text><text id="b" y="20 21">ab</text>' +
        '<text id="c" y="20"><tspan rotate="9">c</tspan></text><text id="d" y="20" rotate="0">d</text>' +
        '<text id="e" y="20" text-decoration="underline line-through">e</text>' +
        '<text id="f" y="20" style="text-decoration:underline wavy red">f</text>' +
        '<text id="g" y="20" style="text-decoration:underline;text-decoration-color:#000">g</text>' +
        '<text id="h" y="20" textLength="90" lengthAdjust="spacingAndGlyphs">h</text>',
    );
    assert.deepEqual(
      losses.map(({ element, property }) => `${element}: ${property}`),
      [
        'a: dx',
        'b: y',
        'c: rotate',
        'e: text-decoration',
        'f: text-decoration-style',
        'f: text-decoration-color',
        'h: lengthAdjust',
      ],
    );
  });

  test('lines in the name of a text are apart', async () => {
    const { document } = await convert(
      '<text><tspan x="1" y="9">One</tspan><tspan x="1" y="29">two</tspan></text>',
    );
    assert.equal(getFirst(document.elements, 'text').id, 'One two');
  });

  test('marks and ids name variables', async () => {
    const { document, variables, losses } = await convert(
      '<text id="var-title" y="20" font-family="Inter">Big sale</text>' +
        '<text y="50" font-family="Inter">Dear {{name}}</text>' +
        `<image id="var-photo" width="9" height="9" xlink:href="${pixel}"/>`,
    );
    const names = variables.filter(({ isMarked }) => isMarked).map(({ name, type }) => `${name}: ${type}`);
    assert.deepEqual(names, ['title: text', 'name: text', 'photo: image']);
    assert.equal(getFirst(document.elements, 'text').text, '{{title}}');
    assert.deepEqual(losses, []);
  });

  test('each part of a text whose id begins with "var-" is a variable', async () => {
    const { document } = await convert(
      '<text id="var-price" y="20" font-family="Inter">From <tspan font-weight="bold">9 €</tspan></text>',
    );
    const { runs = [] } = getFirst(document.elements, 'text');
    assert.deepEqual(
      runs.map(({ text }) => text),
      ['{{price}}', '{{price 2}}'],
    );
    assert.deepEqual(
      document.variables?.map(({ name, defaultValue }) => [name, defaultValue]),
      [
        ['price', 'From '],
        ['price 2', '9 €'],
      ],
    );
  });
});

test('nothing is lost silently', async () => {
  const { losses } = await convert(
    '<script>1</script><blink id="b"/>' +
      '<rect id="r" width="9" height="9" glow="1" style="rotate:9deg;shine:1"/>' +
      '<image id="i" width="9" height="9" xlink:href="https://pictures.example/a.png"/>',
  );
  const listed = losses.map(({ element, property }) => `${element} ${property}`);
  assert.deepEqual(listed, ['script <script>', 'b <blink>', 'r glow', 'r rotate', 'r shine', 'i src']);
});
