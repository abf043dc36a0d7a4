import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { Canvas } from '@napi-rs/canvas';

import type { SceneText, SceneTextRun } from '../../scene/text.ts';
import type { TextLayout } from '../text-layout.ts';

// Read when the canvas loads: system fonts cannot replace a font that the bundle lacks.
process.env['DISABLE_SYSTEM_FONTS_LOAD'] = '1';
const { createCanvas } = await import('@napi-rs/canvas');
const { FontBook } = await import('../../fonts/font-book.ts');
const { setCanvasShaping } = await import('../shape/canvas-shaping.ts');
const { drawText } = await import('./draw-text.ts');
const { layoutText } = await import('../layout.ts');

const fonts = new FontBook();
const [width, height] = [300, 100];

type Style = Partial<SceneTextRun>;

function layOut(runs: readonly ({ text: string } & Style)[], element: Partial<SceneText> = {}): TextLayout {
  return layoutText(
    {
      type: 'text',
      id: 't',
      x: 0,
      y: 0,
      width,
      height,
      rotation: 0,
      opacity: 1,
      blendMode: 'normal',
      shadow: null,
      blur: 0,
      lineHeight: 1.2,
      align: 'start',
      verticalAlign: 'top',
      direction: 'auto',
      overflow: 'visible',
      minFontSize: 8,
      maxLines: null,
      wrap: true,
      stroke: null,
      highlight: null,
      hyphens: 'manual',
      language: null,
      ...element,
      runs: runs.map((run) => ({
        fontFamily: 'Inter',
        fontSize: 40,
        fontWeight: 400,
        fontStyle: 'normal',
        letterSpacing: 0,
        color: { type: 'solid', color: '#000000ff' },
        decoration: 'none',
        ...run,
      })),
    },
    fonts,
  );
}

function paint(layout: TextLayout, scale = 1): Canvas {
  const canvas = createCanvas(width * scale, height * scale);
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  drawText(context, layout);
  return canvas;
}

function draw(text: string, style: Style = {}, element: Partial<SceneText> = {}, scale = 1): Canvas {
  return paint(layOut([{ text, ...style }], element), scale);
}

interface Ink {
  readonly count: number;
  /** Share of inked pixels that are not grey. */
  readonly colored: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function getInk(canvas: Canvas): Ink {
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let [count, colored, left, right, top, bottom] = [0, 0, Infinity, -1, Infinity, -1];
  for (let at = 0; at < data.length; at += 4) {
    if ((data[at + 3] ?? 0) < 64) continue;
    const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3);
    count++;
    if (Math.max(r, g, b) - Math.min(r, g, b) > 24) colored++;
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
  }
  return { count, colored: colored / Math.max(1, count), left, right, top, bottom };
}

const tofu = getInk(draw('\u{10330}')).count;

const samples = {
  Latin: 'AgÜß',
  Greek: 'Ωδγλ',
  Cyrillic: 'Жщюй',
  Arabic: 'سلام',
  Hebrew: 'שלום',
  Devanagari: 'क्षमा',
  Thai: 'ภาษา',
  Chinese: '测试',
  Japanese: 'カギ直',
  Korean: '한국',
  Symbols: '★→✓',
};

for (const [script, text] of Object.entries(samples)) {
  test(`${script} is drawn from a bundled font, and every character has ink`, () => {
    assert.deepEqual(layOut([{ text }]).warnings, []);
    for (const character of text.normalize('NFC')) {
      // A lone vowel sign has little ink.
      const { count } = getInk(draw(character));
      assert.ok(count > 20 && count !== tofu, `${character}: ${count} px`);
    }
  });
}

test('emoji are drawn in colour, each sequence as one glyph', () => {
  const people = ['👍🏽', '👩🏽‍🚀', '👨‍👩‍👧'];
  const others = ['😀', '🇩🇪', '1️⃣', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳️‍🌈', '❤️‍🔥', '❤\u200d🩹', '⛓️‍💥'];
  for (const emoji of [...people, ...others]) {
    const { count, colored, right } = getInk(draw(emoji));
    assert.ok(count > 400 && right < 55, `${emoji}: ${count} px up to ${right}`);
    if (emoji !== '👨‍👩‍👧') assert.ok(colored > 0.2, `${emoji}: ${colored}`);
  }
  for (const text of ['a🏳️‍🌈', '🏳️‍🌈❤️‍🔥', '😀🏳️‍🌈🔥', 'ב 🏳️‍🌈']) {
    const { lines } = layOut([{ text }]);
    const end = (lines[0]?.x ?? 0) + (lines[0]?.width ?? 0);
    const { left, right } = getInk(draw(text));
    assert.ok(right < end && left >= (lines[0]?.x ?? 0), `${text}: from ${left} to ${right}, not to ${end}`);
  }
  assert.equal(getInk(draw('❤\ufe0e')).colored, 0, 'a text selector asks for a plain sign');
});

test('a character that no font has is drawn as the missing-glyph box on every machine', () => {
  assert.ok(tofu > 100);
  assert.equal(getInk(draw('\u0378')).count, tofu);
});

test('letters stay joined across two runs of different style', () => {
  const whole = getInk(draw('بتب'));
  const red: Style = { color: { type: 'solid', color: '#ff0000ff' } };
  const parts = getInk(paint(layOut([{ text: 'ب' }, { text: 'ت', ...red }, { text: 'ب' }])));
  assert.ok(Math.abs(parts.left - whole.left) <= 1 && Math.abs(parts.right - whole.right) <= 1);
  const apart = getInk(draw('ب\u200cت\u200cب'));
  assert.ok(apart.right - apart.left > whole.right - whole.left + 10, 'unjoined letters are wider');
});

test('layout measures the same widths as the canvas draws', () => {
  const context = createCanvas(1, 1).getContext('2d');
  const texts = [
    'AVATAR office -> “To”',
    'السلام عليكم',
    'क्षत्रिय नमस्ते',
    'ที่ น้ำ',
    '你好，「世界」。（！）',
    'カギ「『』」、',
    'すべてのって。',
    '👩🏽‍🚀 1️⃣',
  ];
  const serif = { text: 'AV. To y. P A', fontFamily: 'Playfair Display' };
  for (const style of [...texts.map((text) => ({ text })), serif]) {
    for (const letterSpacing of [0, 3]) {
      for (const run of layOut([{ ...style, letterSpacing }], { width: 2000 }).lines.flatMap(
        ({ runs }) => runs,
      )) {
        context.font = `${run.fontSize}px "${run.face.canvasFamily}"`;
        run.face.register();
        context.lang = run.face.language;
        setCanvasShaping(context);
        context.direction = run.rtl ? 'rtl' : 'ltr';
        context.letterSpacing = `${run.letterSpacing}px`;
        const { width: drawn } = context.measureText(run.drawn);
        assert.ok(Math.abs(drawn - run.width) < 0.2, `${run.drawn}: ${run.width} measured, ${drawn} drawn`);
      }
    }
  }
});

test('overflow clip hides text outside the box, visible does not', () => {
  const tall = { height: 40, wrap: true };
  const text = 'one two three four five six';
  assert.ok(getInk(draw(text, {}, { ...tall, overflow: 'clip' })).bottom < 40);
  assert.ok(getInk(draw(text, {}, { ...tall, overflow: 'visible' })).bottom > 60);
});

test('underlines and strikethroughs cover the text and its spaces', () => {
  const plain = getInk(draw('a  b'));
  const under = getInk(draw('a  b', { decoration: 'underline' }));
  const through = getInk(draw('a  b', { decoration: 'line-through' }));
  assert.ok(under.count > plain.count + 60 && under.bottom > plain.bottom);
  assert.ok(through.count > plain.count + 40 && through.bottom === plain.bottom);
});

test('decorations are whole rows of pixels, but not rounded in PDFs', () => {
  const style: Style = { fontSize: 27.3, decoration: 'underline' };
  for (const scale of [1, 1.7, 2]) {
    const canvas = draw('n n', style, {}, scale);
    const { bottom } = getInk(canvas);
    const { data } = canvas.getContext('2d').getImageData(10 * scale, 0, 1, canvas.height);
    const rows = [...data].filter((_, at) => at % 4 === 3).slice(bottom - 3, bottom + 3);
    assert.ok(
      rows.includes(255) && rows.every((alpha) => alpha === 0 || alpha === 255),
      `${scale}: ${rows.join(' ')}`,
    );
  }
  const canvas = createCanvas(width, height);
  drawText(canvas.getContext('2d'), layOut([{ text: 'n n', ...style }]), false);
  const { data } = canvas.getContext('2d').getImageData(24, 0, 1, height);
  assert.ok(data.some((alpha, at) => at % 4 === 3 && alpha > 0 && alpha < 255));
});

test('marks keep their distance from their letters wherever the baseline falls between two pixels', () => {
  const layout = layOut([{ text: 'أ في', fontFamily: 'Noto Sans Arabic', fontSize: 22 }]);
  const heights = Array.from({ length: 16 }, (_, sixteenths) => {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    context.translate(0, 10 + sixteenths / 16);
    drawText(context, layout);
    const { top, bottom } = getInk(canvas);
    return bottom - top;
  });
  assert.equal(new Set(heights).size, 1, heights.join());
});

test('a stroke is centred on the outline, below the fill; a highlight covers the line', () => {
  const plain = getInk(draw('H', {}, { align: 'center' }, 4));
  const stroke = { color: '#ff0000ff', width: 6 };
  const stroked = getInk(draw('H', {}, { align: 'center', stroke }, 4));
  for (const [side, reach] of [
    ['left', plain.left - stroked.left],
    ['right', stroked.right - plain.right],
    ['bottom', stroked.bottom - plain.bottom],
  ] as const)
    assert.ok(Math.abs(reach / 4 - stroke.width / 2) <= 0.5, `${side}: ${reach / 4} px`);
  const filled = draw('H', {}, { align: 'center', stroke });
  const pixel = filled.getContext('2d').getImageData(Math.ceil(plain.left / 4) + 1, 20, 1, 1).data;
  assert.deepEqual([...pixel.subarray(0, 3)], [0, 0, 0]);
  const marked = getInk(draw('H', {}, { highlight: { color: '#ffee00ff', padding: 2, cornerRadius: 0 } }));
  assert.ok(marked.count > 1000 && marked.colored > 0.5);
});

test('gradients span the box, and a family without italics is slanted', () => {
  const stops = [
    { offset: 0, color: '#ff0000ff' },
    { offset: 1, color: '#0000ffff' },
  ];
  const canvas = draw('IIIIIIIIIIIIIIIIIII', { color: { type: 'linear', angle: 90, stops } });
  const { data } = canvas.getContext('2d').getImageData(0, 20, width, 1);
  const first = data.findIndex((value, at) => at % 4 === 3 && value > 200) - 3;
  assert.ok((data[first] ?? 0) > 200 && (data[first + 2] ?? 255) < 60, 'red at the left');
  const upright = getInk(draw('ا', { fontFamily: 'Noto Sans Arabic' }, { align: 'center' }));
  const slanted = getInk(
    draw('ا', { fontFamily: 'Noto Sans Arabic', fontStyle: 'italic' }, { align: 'center' }),
  );
  assert.ok(slanted.right - slanted.left > upright.right - upright.left + 3);
});

test('the same text gives the same pixels, and the same positions at twice the scale', () => {
  const text = 'Determinism: سلام 日本 हिन्दी';
  assert.deepEqual(draw(text, { fontSize: 24 }).data(), draw(text, { fontSize: 24 }).data());
  const once = getInk(draw(text, { fontSize: 24 }));
  const twice = getInk(draw(text, { fontSize: 24 }, {}, 2));
  for (const side of ['left', 'right', 'top', 'bottom'] as const) {
    assert.ok(Math.abs(twice[side] / 2 - once[side]) <= 1.5, `${side}: ${once[side]} and ${twice[side] / 2}`);
  }
});
