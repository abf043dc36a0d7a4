import assert from 'node:assert/strict';
import { test } from 'node:test';
import { body, makePresentation, shape, type PresentationParts } from '../../../test/helpers/presentation.ts';
import { getBox, getDesign, getFirst, getLosses, undecoded } from '../../../test/helpers/designs.ts';
import { convertDesign } from '../convert-design.ts';
import { UnreadableDesign, type ConvertedDesign } from '../design.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const fill = (color: string): string => `<a:solidFill>${color}</a:solidFill>`;
const geometry = (name: string, handles = ''): string =>
  `<a:prstGeom prst="${name}"><a:avLst>${handles}</a:avLst></a:prstGeom>`;
const run = (text: string, properties = ''): string => `<a:r><a:rPr ${properties}/><a:t>${text}</a:t></a:r>`;
const paragraph = (runs: string, properties = ''): string => `<a:p><a:pPr ${properties}/>${runs}</a:p>`;

const convert = async (parts: PresentationParts, page = 0): Promise<ConvertedDesign> =>
  await convertDesign(
    getDesign('card.pptx', makePresentation(parts)),
    { variables: 'marked', fetchImage: null, page },
    undecoded,
  );

test('shapes have their place, fill and line; colours of the theme are changed as it says', async () => {
  const accent = '<a:schemeClr val="accent1"><a:lumMod val="50000"/></a:schemeClr>';
  const line = `<a:ln w="19050">${fill('<a:srgbClr val="ff0000"><a:alpha val="50000"/></a:srgbClr>')}</a:ln>`;
  const bar = shape('Bar', [100, 0, 200, 100], {
    properties: geometry('roundRect', '<a:gd name="adj" fmla="val 50000"/>') + fill(accent) + line,
    xfrm: 'rot="5400000"',
  });
  const converted = await convert({ slides: [bar] });
  assert.equal(converted.format, 'pptx');
  const { viewport, background, elements } = converted.document;
  assert.deepEqual([viewport, background], [{ width: 400, height: 300 }, '#ffffff']);
  const { type, id, ...rect } = getFirst(elements, 'rect');
  assert.deepEqual([type, id], ['rect', 'Bar']);
  assert.deepEqual(rect, {
    x: 100,
    y: 0,
    width: 200,
    height: 100,
    rotation: 90,
    cornerRadius: 50,
    fill: '#203864ff',
    stroke: { color: '#ff000080', width: 2 },
  });
  assert.deepEqual(getLosses(converted), []);
});

test('placeholders take place and letters from the layout and the master, and are variables', async () => {
  const title = '<p:ph type="title"/>';
  const ofMaster = shape('Title of the master', [10, 10, 300, 50], {
    placeholder: title,
    more: body('', 'anchor="ctr" lIns="0" rIns="0" tIns="0" bIns="0"'),
  });
  const ofLayout = shape('Title of the layout', [20, 10, 300, 50], { placeholder: title });
  const own =
    `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title 1"/><p:nvPr>${title}</p:nvPr></p:nvSpPr><p:spPr/>` +
    `${body(paragraph(run('Ada ', 'b="1"') + run('Lovelace', 'b="1" dirty="0"')))}</p:sp>`;
  const style =
    '<a:lvl1pPr algn="ctr"><a:defRPr sz="3000"><a:latin typeface="+mj-lt"/></a:defRPr></a:lvl1pPr>';
  const converted = await convert({
    slides: [own],
    layout: ofLayout,
    master: ofMaster,
    txStyles: `<p:titleStyle>${style}</p:titleStyle>`,
  });
  const text = getFirst(converted.document.elements, 'text');
  assert.deepEqual(getBox(text), { x: 20, y: 10, width: 300, height: 50, rotation: undefined });
  const { fontFamily, fontSize, fontWeight, align, verticalAlign, color } = text;
  assert.deepEqual([fontFamily, fontSize, fontWeight], ['Montserrat', 40, 700]);
  assert.deepEqual([align, verticalAlign, color], ['center', 'middle', '#101010ff']);
  assert.equal(text.text, '{{Title 1}}');
  assert.deepEqual(converted.document.variables, [
    { name: 'Title 1', type: 'text', defaultValue: 'Ada Lovelace' },
  ]);
  assert.deepEqual(converted.pages, ['Ada Lovelace']);
  assert.equal(converted.kept, 1, 'placeholders of the layout and the master are not shown');
});

test('paragraphs that are set alike are one text; others stand below each other', async () => {
  const insets = 'lIns="0" rIns="0" tIns="0" bIns="0"';
  const list = '<a:spcBef><a:spcPts val="600"/></a:spcBef><a:buChar char="•"/>';
  const item = (text: string): string =>
    `<a:p><a:pPr marL="190500" indent="-190500">${list}</a:pPr>${run(text)}</a:p>`;
  const same = shape('Same', [0, 0, 200, 100], {
    more: body(paragraph(run('one'), 'algn="r"') + paragraph(run('two'), 'algn="r"'), insets),
  });
  const mixed = shape('Mixed', [0, 100, 200, 100], {
    more: body(paragraph(run('Head')) + item('first') + item('second'), insets),
  });
  const { document } = await convert({ slides: [same + mixed] });
  const [text, group] = document.elements;
  assert.ok(text?.type === 'text' && group?.type === 'group');
  assert.deepEqual([text.text, text.align], ['one\ntwo', 'right']);
  const [head, items] = group.elements;
  assert.ok(head?.type === 'text' && items?.type === 'text');
  assert.deepEqual([head.text, head.list], ['Head', undefined]);
  assert.deepEqual([items.text, items.list, items.paragraphSpacing], ['first\nsecond', 'disc', 8]);
  assert.deepEqual(items.margin, [8, 0, 0, 0]);
  assert.deepEqual(group.layout, { direction: 'column', align: 'stretch', justify: 'start' });
});

test('runs keep what they have of their own; marks in texts are variables', async () => {
  const words = run('Dear {name}, ') + run('now', 'i="1" u="sng"') + run('2', 'baseline="30000"');
  const letter = shape('Letter', [0, 0, 200, 100], { more: body(paragraph(words)) });
  const { document, variables } = await convert({ slides: [letter] });
  const { runs = [] } = getFirst(document.elements, 'text');
  assert.deepEqual(
    runs.map(({ text, fontStyle, decoration, baselineShift }) => [
      text,
      fontStyle,
      decoration,
      baselineShift,
    ]),
    [
      ['Dear {{name}}, ', undefined, undefined, undefined],
      ['now', 'italic', 'underline', undefined],
      ['2', undefined, undefined, 7.2],
    ],
  );
  assert.ok(variables.some(({ name, isMarked }) => name === 'name' && isMarked));
});

test('groups have their own coordinates; their fill is that of what is in them', async () => {
  const inner = shape('Dot', [10, 10, 10, 10], { properties: `${geometry('ellipse')}<a:grpFill/>` });
  const group =
    '<p:grpSp><p:nvGrpSpPr><p:cNvPr id="3" name="Pair"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm>' +
    '<a:off x="952500" y="952500"/><a:ext cx="1905000" cy="952500"/><a:chOff x="95250" y="95250"/>' +
    `<a:chExt cx="190500" cy="95250"/></a:xfrm>${fill('<a:srgbClr val="00ff00"/>')}</p:grpSpPr>` +
    `${inner}</p:grpSp>`;
  const { document } = await convert({ slides: [group] });
  const found = getFirst(document.elements, 'group');
  assert.deepEqual(getBox(found), { x: 100, y: 100, width: 200, height: 100, rotation: undefined });
  const dot = getFirst(found.elements, 'ellipse');
  assert.deepEqual(getBox(dot), { x: 0, y: 0, width: 100, height: 100, rotation: undefined });
  assert.equal(dot.fill, '#00ff00ff');
});

test('pictures are cropped, and masked by their shape; without their file they are losses', async () => {
  const picture = (name: string, id: string): string =>
    `<p:pic><p:nvPicPr><p:cNvPr id="4" name="${name}" descr="A face"/><p:nvPr/></p:nvPicPr><p:blipFill>` +
    `<a:blip r:embed="${id}"/><a:srcRect l="25000" b="50000"/>` +
    '<a:stretch><a:fillRect/></a:stretch></p:blipFill>' +
    '<p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="952500" cy="952500"/></a:xfrm>' +
    `${geometry('ellipse')}</p:spPr></p:pic>`;
  const converted = await convert({
    slides: [picture('Face', 'face') + picture('Gone', 'no')],
    media: { face: png },
  });
  const { crop, mask, alt, fit } = getFirst(converted.document.elements, 'image');
  assert.deepEqual(crop, { x: 0.25, y: 0, width: 0.75, height: 0.5 });
  assert.deepEqual([mask?.viewBox, alt, fit], [[0, 0, 2, 2], 'A face', 'fill']);
  assert.ok(converted.variables.some(({ name, type }) => name === 'Face' && type === 'image'));
  assert.deepEqual(getLosses(converted), ['Gone: blip']);
});

test('tables have a rectangle, lines and a text for each cell, by their style', async () => {
  const cell = (text: string): string =>
    `<a:tc>${body(paragraph(run(text))).replaceAll('p:txBody', 'a:txBody')}<a:tcPr/></a:tc>`;
  const row = (...texts: string[]): string => `<a:tr h="285750">${texts.map(cell).join('')}</a:tr>`;
  const table =
    '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="5" name="Prices"/></p:nvGraphicFramePr><p:xfrm>' +
    '<a:off x="0" y="0"/><a:ext cx="1905000" cy="571500"/></p:xfrm><a:graphic><a:graphicData><a:tbl>' +
    '<a:tblPr firstRow="1" bandRow="1">' +
    '<a:tableStyleId>{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}</a:tableStyleId></a:tblPr>' +
    '<a:tblGrid><a:gridCol w="952500"/><a:gridCol w="952500"/></a:tblGrid>' +
    `${row('Item', 'Price')}${row('Tea', '{price}')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const converted = await convert({ slides: [table] });
  const group = getFirst(converted.document.elements, 'group');
  const fills = group.elements.filter((each) => each.type === 'rect');
  assert.deepEqual(
    fills.map(({ x, y, width, height, fill: paint }) => [x, y, width, height, paint]),
    [
      [0, 0, 100, 30, '#4472c4ff'],
      [100, 0, 100, 30, '#4472c4ff'],
      [0, 30, 100, 30, '#cfd5eaff'],
      [100, 30, 100, 30, '#cfd5eaff'],
    ],
  );
  const texts = group.elements.filter((each) => each.type === 'text');
  assert.deepEqual(
    texts.map(({ text, fontWeight, color }) => [text, fontWeight, color]),
    [
      ['Item', 700, '#ffffffff'],
      ['Price', 700, '#ffffffff'],
      ['Tea', 400, '#101010ff'],
      ['{{price}}', 400, '#101010ff'],
    ],
  );
  assert.deepEqual(getLosses(converted), []);
});

test('each slide can be chosen; a presentation without slides has its layouts', async () => {
  const word = (text: string): string =>
    shape('Word', [0, 0, 200, 100], { more: body(paragraph(run(text))) });
  const second = await convert({ slides: [word('one'), word('two')] }, 1);
  assert.deepEqual(second.pages, ['Slide 1', 'Slide 2']);
  assert.equal(getFirst(second.document.elements, 'text').text, 'two');
  const prompt = shape('Name', [0, 0, 200, 100], {
    placeholder: '<p:ph type="body" idx="1"/>',
    more: body(paragraph(run('Your name'))),
  });
  const layouts = await convert({ slides: [], layout: prompt });
  assert.deepEqual(layouts.pages, ['Card']);
  assert.equal(getFirst(layouts.document.elements, 'text').text, '{{Name}}');
  await assert.rejects(convert({ slides: [word('one')] }, 3), UnreadableDesign);
});

test('backgrounds come from the slide or what is behind it; what a template has not is a loss', async () => {
  const chart =
    '<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="6" name="Sales"/></p:nvGraphicFramePr><p:xfrm>' +
    '<a:off x="0" y="0"/><a:ext cx="9525" cy="9525"/></p:xfrm><a:graphic><a:graphicData>' +
    '<c:chart r:id="x"/></a:graphicData></a:graphic></p:graphicFrame>';
  const cloud = shape('Cloud', [0, 0, 10, 10], {
    properties: geometry('cloud') + fill('<a:prstClr val="dkBlue"/>'),
  });
  const glow = shape('Lamp', [0, 0, 10, 10], {
    properties: `${fill('<a:schemeClr val="bg2"/>')}<a:effectLst><a:glow rad="9525"/></a:effectLst>`,
  });
  const background =
    '<p:bg><p:bgPr><a:gradFill><a:gsLst><a:gs pos="0"><a:schemeClr val="tx2"/></a:gs><a:gs pos="100000">' +
    '<a:schemeClr val="accent2"/></a:gs></a:gsLst><a:lin ang="5400000"/></a:gradFill></p:bgPr></p:bg>';
  const converted = await convert({ slides: [{ shapes: chart + cloud + glow, background }] });
  assert.deepEqual(converted.document.background, {
    type: 'linear',
    angle: 180,
    stops: [
      { offset: 0, color: '#202040ff' },
      { offset: 1, color: '#ed7d31ff' },
    ],
  });
  assert.deepEqual(getLosses(converted).sort(), ['Cloud: prstGeom', 'Lamp: glow', 'Sales: chart']);
});

test('paths of shapes are worked out by their formulas; arrows stand at the ends of lines', async () => {
  const path =
    '<a:custGeom><a:gdLst><a:gd name="mid" fmla="*/ w 1 2"/></a:gdLst><a:pathLst><a:path><a:moveTo>' +
    '<a:pt x="mid" y="t"/></a:moveTo><a:lnTo><a:pt x="r" y="b"/></a:lnTo>' +
    '<a:lnTo><a:pt x="l" y="b"/></a:lnTo>' +
    `<a:close/></a:path></a:pathLst></a:custGeom>${fill('<a:srgbClr val="000000"/>')}`;
  const roof = shape('Roof', [0, 0, 100, 50], { properties: path });
  const line =
    '<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="7" name="Way"/></p:nvCxnSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/>' +
    `<a:ext cx="952500" cy="0"/></a:xfrm>${geometry('line')}` +
    `<a:ln w="19050">${fill('<a:srgbClr val="0000ff"/>')}` +
    '<a:tailEnd type="triangle"/></a:ln></p:spPr></p:cxnSp>';
  const { document } = await convert({ slides: [roof + line] });
  const [first, way, end] = document.elements;
  assert.ok(first?.type === 'path' && way?.type === 'line' && end?.type === 'path');
  assert.deepEqual([first.d, first.viewBox], ['M50 0L100 50L0 50Z', [0, 0, 100, 50]]);
  assert.deepEqual(getBox(end), { x: 94, y: -3, width: 6, height: 6, rotation: 0 });
});

test('what is no presentation, or damaged, is refused with what is wrong', async () => {
  const whole = makePresentation({ slides: [''] });
  const options = { variables: 'none', fetchImage: null, format: 'pptx' } as const;
  const refuses = async (bytes: Uint8Array, message: RegExp): Promise<void> =>
    await assert.rejects(convertDesign(getDesign('card.pptx', bytes), options, undecoded), (error) => {
      assert.ok(error instanceof UnreadableDesign && error.cause === undefined);
      assert.match(error.message, message);
      return true;
    });
  await refuses(Buffer.from('PK'), /no presentation/u);
  await refuses(whole.subarray(0, whole.length - 30), /cannot be unpacked/u);
});
