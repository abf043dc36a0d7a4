import assert from 'node:assert/strict';
import { test } from 'node:test';

import { FontBook } from '../fonts/font-book.ts';
import type { SceneText, SceneTextRun } from '../scene/text.ts';
import { plainForm } from './analyse/missing-glyphs.ts';
import { layoutText } from './layout.ts';
import type { TextLayout } from './text-layout.ts';

const fonts = new FontBook();

function textRun(text: string, style: Partial<SceneTextRun> = {}): SceneTextRun {
  return {
    text,
    fontFamily: 'Inter',
    fontSize: 20,
    fontWeight: 400,
    fontStyle: 'normal',
    color: { type: 'solid', color: '#000000ff' },
    letterSpacing: 0,
    decoration: 'none',
    ...style,
  };
}

function layOut(text: string | SceneTextRun[], element: Partial<SceneText> = {}): TextLayout {
  const runs = typeof text === 'string' ? [textRun(text)] : text;
  return layoutText(
    {
      type: 'text',
      id: 'headline',
      x: 0,
      y: 0,
      width: 300,
      height: 100,
      rotation: 0,
      opacity: 1,
      blendMode: 'normal',
      shadow: null,
      blur: 0,
      lineHeight: 1.2,
      align: 'start',
      direction: 'auto',
      verticalAlign: 'top',
      overflow: 'visible',
      minFontSize: 8,
      maxLines: null,
      wrap: true,
      hyphens: 'manual',
      language: null,
      stroke: null,
      highlight: null,
      ...element,
      runs,
    },
    fonts,
  );
}

function lineTexts(layout: TextLayout): string[] {
  return layout.lines.map(({ text }) => text);
}

function codes(layout: TextLayout): string[] {
  return layout.warnings.map(({ code }) => code);
}

const arabic = 'السلام عليكم ورحمة الله وبركاته أهلا وسهلا بكم في متجرنا الجديد';

test('lines are filled greedily, and trailing spaces hang', () => {
  const layout = layOut('The quick brown fox jumps over   the lazy dog', { width: 120 });
  assert.deepEqual(lineTexts(layout), ['The quick', 'brown fox', 'jumps over', 'the lazy dog']);
  for (const { x, width } of layout.lines) assert.ok(x === 0 && width <= 120);
});

test('mandatory breaks: LF, CR LF, U+2028, and empty lines keep their height', () => {
  const layout = layOut('a\nb\r\nc\u2028d\n\ne');
  assert.deepEqual(lineTexts(layout), ['a', 'b', 'c', 'd', '', 'e']);
  assert.deepEqual(new Set(layout.lines.map(({ height }) => height)), new Set([24]));
});

test('a no-break space holds words together; a zero width space and a soft hyphen let them part', () => {
  assert.deepEqual(lineTexts(layOut('aaaa bbbb\u00a0cccc', { width: 105 })), ['aaaa', 'bbbb\u00a0cccc']);
  assert.deepEqual(lineTexts(layOut('mmmmmm\u200bmmmmmm', { width: 130 })), ['mmmmmm', 'mmmmmm']);
  const hyphenated = layOut('extra\u00adordinary', { width: 80 });
  assert.deepEqual(
    hyphenated.lines.map(({ runs }) => runs.map(({ drawn }) => drawn).join('')),
    ['extra\u2010', 'ordinary'],
  );
  assert.equal(layOut('extra\u00adordinary').lines[0]?.runs[0]?.drawn, 'extraordinary');
});

test('a word wider than the box starts a new line and is cut', () => {
  const layout = layOut('see abcdefghijklmnopqrstuvwxyz0123456789', { width: 150 });
  assert.equal(layout.lines[0]?.text, 'see');
  assert.ok(layout.lines.every(({ width }) => width <= 150.02));
  assert.equal(lineTexts(layout).join(''), 'seeabcdefghijklmnopqrstuvwxyz0123456789');
});

test('an address starts a new line and is cut after slashes and before punctuation', () => {
  const text =
    'See https://www.example.com/catalogue/autumn-2024/items?id=12345&colour=deep_blue#details for more.';
  const layout = layOut([textRun(text, { fontSize: 18 })], { width: 230 });
  assert.deepEqual(lineTexts(layout), [
    'See',
    'https://www.example.com/',
    'catalogue/autumn-2024/',
    'items?id=12345&colour=',
    'deep_blue#details for',
    'more.',
  ]);
  for (let width = 30; width < 300; width += 13) {
    for (const line of layOut(text, { width }).lines) assert.ok(line.width <= width + 0.02, line.text);
  }
  assert.deepEqual(lineTexts(layOut('at www.example.com now', { width: 185 })), [
    'at',
    'www.example.com',
    'now',
  ]);
});

test('an address may be cut after ://, never inside it', () => {
  const at = (width: number, text: string): string[] =>
    lineTexts(layOut([textRun(text, { fontSize: 18 })], { width }));
  assert.deepEqual(at(125, 'https://example.com/'), ['https://', 'example.com/']);
  assert.deepEqual(at(160, 'http://localhostmachine:8080/'), ['http://', 'localhostmachine', ':8080/']);
  assert.deepEqual(at(70, '12/24/2025'), ['12/24/', '2025']);
  for (let width = 40; width < 130; width += 3) {
    assert.doesNotMatch(at(width, 'https://example.com/path').join('|'), /:\||\|[/:]/u);
  }
});

test('hyphens auto: a hyphenated line has the hyphen in its text', () => {
  const text = 'Responsibility for wonderful typography';
  const layout = layOut(text, { width: 130, hyphens: 'auto', language: 'en' });
  const drawn = layout.lines.map(({ runs }) => runs.map((run) => run.drawn).join(''));
  assert.deepEqual(drawn, ['Responsibil\u2010', 'ity for won\u2010', 'derful typog\u2010', 'raphy']);
  assert.deepEqual(lineTexts(layout), drawn);
  assert.equal(layout.lines[0]?.runs.at(-1)?.typed, '');
  for (const { width } of layout.lines) assert.ok(width <= 130.02);
  const justified = layOut(text, { width: 130, hyphens: 'auto', language: 'en', align: 'justify' });
  for (const { width } of justified.lines.slice(1, -1)) assert.ok(Math.abs(width - 130) < 0.02);
  assert.deepEqual(lineTexts(layOut('wonderful text', { width: 120, hyphens: 'auto' })), [
    'wonderful',
    'text',
  ]);
});

test('hyphens auto: a word cut against the rules has a hyphen and two letters on each side', () => {
  const drawn = (text: string, width: number, language: string): string[] =>
    layOut([textRun(text, { fontSize: 24 })], { width, hyphens: 'auto', language }).lines.map((line) => {
      assert.ok(line.width <= width + 0.02, line.text);
      return line.runs.map((run) => run.drawn).join('');
    });
  assert.deepEqual(drawn('asszonnyal', 90, 'hu'), ['asszon\u2010', 'nyal']);
  assert.deepEqual(drawn('Schiffahrt', 110, 'de-1901'), ['Schiffah\u2010', 'rt']);
  assert.deepEqual(drawn('AB12CD34EF56', 90, 'en'), ['AB12C', 'D34EF', '56']);
  assert.deepEqual(drawn('www.internationalisation.com', 130, 'en').join('').includes('\u2010'), false);
  for (let width = 16; width < 160; width += 3) drawn('Responsibility, typography', width, 'en');
});

test('a word that is cut keeps its punctuation with a letter', () => {
  const word = 'Rindfleischetikettierung!';
  const { width } = layOut(word, { wrap: false }).lines[0] ?? { width: 0 };
  assert.deepEqual(lineTexts(layOut(word, { width: width - 2 })), ['Rindfleischetikettierun', 'g!']);
});

test('a word that is cut keeps its quotation marks, in every language', () => {
  for (const text of [
    '„Zitat“(Klammer)[x]',
    '»Zitat«(Klammer)[x]',
    '«Zitat»(Klammer)[x]',
    '"Zitat"(Klammer)[x]',
  ]) {
    for (let width = 60; width < 200; width += 3) {
      const lines = lineTexts(layOut(text, { width }));
      assert.equal(lines.join(''), text);
      lines.slice(1).forEach((line) => assert.doesNotMatch(line, /^["“«»)\]](?!Zitat)/u, lines.join('|')));
      lines.slice(0, -1).forEach((line) => assert.doesNotMatch(line, /(?:^["„«»]|[([])$/u, lines.join('|')));
    }
  }
});

test('kinsoku: no line starts with closing punctuation, none ends with opening', () => {
  const text = '「引号」不应该出现在行首，标点。也不会在行首！（括号）日本語のテスト、ーっは行頭に来ない。';
  for (let width = 100; width < 220; width += 7) {
    for (const line of lineTexts(layOut(text, { width }))) {
      assert.doesNotMatch(line, /^[」，。！）、ーっ]/u, `at ${width} px: ${line}`);
      assert.doesNotMatch(line, /[「（]$/u, `at ${width} px: ${line}`);
    }
  }
});

test('Thai is broken between words', () => {
  const words = ['ภาษาไทย', 'เป็น', 'ภาษา', 'ที่', 'ไม่มี', 'การ', 'เว้น', 'วรรค'];
  const layout = layOut(words.join(''), { width: 90 });
  assert.ok(layout.lines.length > 2);
  const ends = new Set(words.map((_, index) => words.slice(0, index + 1).join('').length));
  let length = 0;
  for (const line of lineTexts(layout)) assert.ok(ends.has((length += line.length)), line);
});

test('a grapheme cluster is never cut', () => {
  const astronaut = '👩🏽‍🚀';
  for (const line of lineTexts(layOut(astronaut.repeat(9), { width: 60 }))) {
    assert.equal(line.replaceAll(astronaut, ''), '');
  }
});

test('bidi: runs stand in visual order and brackets turn with their text', () => {
  const [line] = layOut('שלום (abc) 12:30').lines;
  assert.deepEqual(
    line?.runs.map(({ drawn }) => drawn.trim()),
    ['12:30', ')', 'abc', '(', 'שלום'],
  );
  assert.equal(line.x + line.width, 300, 'a paragraph that begins in Hebrew stands at the right');
  const [latin] = layOut('abc שלום עולם def').lines;
  assert.equal(latin?.x, 0);
  assert.deepEqual(
    latin?.runs.map(({ typed }) => typed.trim()).filter((typed) => typed !== ''),
    ['abc', 'עולם', 'שלום', 'def'],
  );
});

test('direction: auto is per paragraph, ltr and rtl apply to all', () => {
  const text = 'English\nעברית\n2026';
  const xs = (direction: SceneText['direction']): boolean[] =>
    layOut(text, { direction }).lines.map(({ x }) => x > 0);
  assert.deepEqual(xs('auto'), [false, true, false]);
  assert.deepEqual(xs('ltr'), [false, false, false]);
  assert.deepEqual(xs('rtl'), [true, true, true]);
});

test('joined letters stay joined where a word is cut by a line or by a style', () => {
  const [first, second] = layOut('ت'.repeat(60), { width: 200 }).lines;
  assert.match(first?.runs[0]?.drawn ?? '', /ت\u200d$/u);
  assert.match(second?.runs[0]?.drawn ?? '', /^\u200dت/u);
  const red = { color: { type: 'solid', color: '#ff0000ff' } } as const;
  const [line] = layOut([textRun('كت'), textRun('اب', red), textRun('بيت')]).lines;
  assert.deepEqual(
    line?.runs.toReversed().map(({ drawn }) => drawn),
    ['كت\u200d', '\u200dاب', 'بيت'].map((drawn, index) =>
      index === 1 ? `${drawn}\u200d` : index === 2 ? `\u200d${drawn}` : drawn,
    ),
  );
  assert.equal(
    layOut([textRun('دا'), textRun('ر', red)]).lines[0]?.runs[0]?.drawn,
    'ر',
    'alef joins nothing after it',
  );
});

test('letter spacing widens by the cluster, switches ligatures off, and leaves joined scripts alone', () => {
  const width = (text: string, letterSpacing: number): number =>
    layOut([textRun(text, { letterSpacing })]).lines[0]?.width ?? 0;
  assert.ok(Math.abs(width('Spaced', 5) - width('Spaced', 0) - 30) < 0.01);
  assert.ok(width('Spaced', -1) < width('Spaced', 0));
  assert.equal(width('سلام', 5), width('سلام', 0));
  for (const fontFamily of ['Inter', 'Noto Sans Arabic']) {
    const words = (letterSpacing: number): number =>
      layOut([textRun('سلام عليكم ورحمة', { letterSpacing, fontFamily })]).lines[0]?.width ?? 0;
    assert.ok(Math.abs(words(5) - words(0) - 10) < 0.1, `words are spaced: ${words(5) - words(0)}`);
  }
});

test('runs of different sizes share a baseline, and each adds half its leading', () => {
  const [line] = layOut([textRun('Big', { fontSize: 50 }), textRun(' small')]).lines;
  assert.equal(line?.height, 60);
  // Inter at 50 px: ascent 48, descent 12, so no leading is left of 60.
  assert.equal(line.baseline, 48);
  const [tall] = layOut('x', { lineHeight: 2 }).lines;
  // At 20 px: ascent 19, descent 5, 16 px of leading.
  assert.equal(tall?.baseline, 8 + 19);
});

test('align: every value, and a line too wide spills over its end', () => {
  const x = (align: SceneText['align'], text = 'word'): number => layOut(text, { align }).lines[0]?.x ?? NaN;
  const { width } = layOut('word').lines[0] ?? { width: 0 };
  assert.deepEqual([x('start'), x('left'), x('justify')], [0, 0, 0]);
  assert.deepEqual([x('end'), x('right'), x('center')], [300 - width, 300 - width, (300 - width) / 2]);
  assert.ok(x('start', 'עברית') > 200);
  assert.deepEqual([x('end', 'עברית'), x('left', 'עברית')], [0, 0]);
  assert.equal(layOut('too wide for it', { wrap: false, width: 50, align: 'center' }).lines[0]?.x, 0);
});

test('verticalAlign places the block of line boxes', () => {
  const top = (verticalAlign: SceneText['verticalAlign']): number | undefined =>
    layOut('a\nb', { verticalAlign }).lines[0]?.top;
  assert.deepEqual([top('top'), top('middle'), top('bottom')], [0, 26, 52]);
});

test('justify fills every line but the last of a paragraph, in any script', () => {
  const texts = ['justified text that wraps to several lines, the last of which stays as it is', arabic];
  texts.push('中文排版测试不应该出现在行首标点也不会在行首', 'ภาษาไทยเป็นภาษาที่ไม่มีการเว้นวรรค');
  for (const text of texts) {
    const { lines } = layOut(text, { align: 'justify', width: 190 });
    assert.ok(lines.length > 1, text);
    for (const { width } of lines.slice(0, -1)) assert.ok(Math.abs(width - 190) < 0.01, text);
    assert.ok((lines.at(-1)?.width ?? 0) < 190);
  }
});

test('justify from right to left spaces the words evenly over the whole width', () => {
  const text = 'שלום לכולם וברוכים הבאים לחנות החדשה שלנו בעיר';
  const [line] = layOut([textRun(text, { fontFamily: 'Noto Sans Hebrew' })], {
    align: 'justify',
    width: 190,
  }).lines;
  assert.ok(line !== undefined);
  const words = line.runs
    .toReversed()
    .map(({ textX, x, width, drawn }) => ({ textX, right: x + width, drawn }));
  assert.equal(words[0]?.right, 190);
  const plain = layOut([textRun(line.text, { fontFamily: 'Noto Sans Hebrew' })]).lines[0];
  assert.ok(words.length > 2 && plain !== undefined);
  const gap = (190 - plain.width) / (words.length - 1);
  // Each word starts where it would without justification, plus the width added to the spaces before it.
  words.forEach(({ textX, drawn }, index) => {
    const upTo = line.text
      .split(' ')
      .slice(0, index + 1)
      .join(' ');
    const width = layOut([textRun(upTo, { fontFamily: 'Noto Sans Hebrew' })]).lines[0]?.width ?? 0;
    assert.ok(Math.abs(textX - (190 - width - gap * index)) < 0.01, `${drawn}: ${textX}`);
  });
});

test('ellipsis: keeps the text that fits, ends inside the box and warns', () => {
  const layout = layOut('The quick brown fox jumps over the lazy dog and on and on', {
    width: 150,
    height: 50,
    overflow: 'ellipsis',
  });
  assert.equal(layout.lines.length, 2);
  assert.equal(layout.lines[1]?.text, 'brown fox…');
  assert.ok(layout.lines[1].width <= 150);
  assert.deepEqual(codes(layout), ['TEXT_OVERFLOW']);
  assert.deepEqual(codes(layOut('It fits', { overflow: 'ellipsis' })), []);
});

test('ellipsis: stands at the end of the paragraph’s direction and cuts no cluster', () => {
  const ltr = layOut(`start ${arabic}`, { wrap: false, overflow: 'ellipsis' }).lines[0];
  assert.equal(ltr?.runs.at(-1)?.drawn, '…');
  const rtl = layOut(arabic, { wrap: false, overflow: 'ellipsis' }).lines[0];
  assert.equal(rtl?.runs[0]?.drawn, '…');
  assert.ok(rtl.width <= 300);
  const emoji = layOut('👩🏽‍🚀'.repeat(30), { wrap: false, overflow: 'ellipsis' }).lines[0];
  assert.equal(emoji?.text.replaceAll('👩🏽‍🚀', ''), '…');
});

test('ellipsis: also on an empty last line', () => {
  const layout = layOut('Hello\n\nWorld\n', { width: 230, height: 48, overflow: 'ellipsis' });
  assert.deepEqual(lineTexts(layout), ['Hello', '…']);
});

test('ellipsis: at least one line stays, and a box too narrow keeps the ellipsis alone', () => {
  assert.equal(layOut('one line', { height: 5, overflow: 'ellipsis' }).lines.length, 1);
  assert.equal(layOut('word', { width: 12, wrap: false, overflow: 'ellipsis' }).lines[0]?.text, '…');
});

test('trimmed fullwidth punctuation has its full width at a line’s end', () => {
  const texts = (content: string, width: number): string[] =>
    lineTexts(layOut([textRun(content, { fontSize: 22 })], { width, height: 200, overflow: 'ellipsis' }));
  assert.deepEqual(texts('（あ）〔い〕【う】', 60), ['（あ', '）', '〔い', '〕', '【う', '】']);
  let state = 7;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const signs = [...'春眠不觉晓あいうー、。，；：！？・（）〔〕【】「」『』《》“”…a1 '];
  for (let count = 0; count < 300; count++) {
    const content = Array.from({ length: 1 + random(14) }, () => signs[random(signs.length)] ?? '').join('');
    const width = 14 + random(90);
    const layout = layOut(content, { width, height: 24 * (1 + random(14)), overflow: 'ellipsis' });
    const lines = lineTexts(layout);
    const shown = `${content} at ${width} px: ${lines.join('|')}`;
    const total = layOut(content, { width }).lines;
    const fits = total.length * 24 <= layout.height;
    const hasMark = (line: string, index: number): boolean =>
      line !== total[index]?.text && line.endsWith('…');
    lines.forEach((line, index) => {
      assert.equal(hasMark(line, index) && index < lines.length - 1, false, shown);
    });
    const letters = (all: readonly string[]): string => all.join('').replaceAll(' ', '');
    if (fits) assert.equal(letters(lines), letters([content]), shown);
    for (const { text, width: lineWidth } of layout.lines) {
      assert.ok(lineWidth <= width + 0.02 || [...text].length === 1, shown);
    }
  }
});

test('maxLines limits every overflow mode; only ellipsis and shrink add an ellipsis', () => {
  const text = 'one two three four five six seven eight nine ten';
  for (const overflow of ['visible', 'clip', 'ellipsis'] as const) {
    const layout = layOut(text, { width: 100, maxLines: 2, overflow });
    assert.equal(layout.lines.length, 2);
    assert.equal(layout.lines[1]?.text.endsWith('…'), overflow === 'ellipsis');
    assert.deepEqual(codes(layout), ['TEXT_OVERFLOW']);
  }
});

test('visible and clip keep all lines; clip marks the text as clipped', () => {
  const text = 'word '.repeat(100).trim();
  const visible = layOut(text, { overflow: 'visible' });
  assert.equal(visible.clip, false);
  assert.ok(visible.lines.length > 5);
  assert.equal(layOut(text, { overflow: 'clip' }).clip, true);
});

test('shrink finds the largest size that fits, with all runs scaled together', () => {
  const text = [
    textRun('A headline that is far too long ', { fontSize: 60 }),
    textRun('for its box', { fontSize: 30 }),
  ];
  const layout = layOut(text, { overflow: 'shrink' });
  assert.ok(layout.scale < 1);
  assert.deepEqual(codes(layout), ['TEXT_SHRUNK']);
  const scaled = (scale: number): TextLayout =>
    layOut(
      text.map((run) => ({ ...run, fontSize: run.fontSize * scale })),
      { overflow: 'visible' },
    );
  const getHeight = ({ lines }: TextLayout): number => lines.reduce((sum, { height }) => sum + height, 0);
  assert.ok(getHeight(scaled(layout.scale)) <= 100.05);
  assert.ok(getHeight(scaled(layout.scale * 1.02)) > 100, 'two per cent larger does not fit');
  const [first, last] = [layout.lines[0]?.runs[0], layout.lines.at(-1)?.runs.at(-1)];
  assert.ok(Math.abs((first?.fontSize ?? 0) / (last?.fontSize ?? 1) - 2) < 1e-9);
});

test('shrink: no size larger by 0.01 px fits, with one or several lines and fonts', () => {
  const long = 'The quick brown fox jumps over the lazy dog, and then sleeps in the shade. ';
  const runs = {
    'one line': [textRun('Wolfeschlegelsteinhausen', { fontSize: 90 })],
    'several lines': [textRun(long.repeat(3), { fontSize: 40 })],
    'two fonts': [
      textRun('Big words and ', { fontSize: 60 }),
      textRun(long.repeat(2), { fontSize: 31, fontFamily: 'Playfair Display' }),
    ],
  };
  for (const [name, text] of Object.entries(runs)) {
    for (const height of [60, 100, 171]) {
      const layout = layOut(text, { overflow: 'shrink', height, minFontSize: 1 });
      const largest = Math.max(...text.map(({ fontSize }) => fontSize)) * layout.scale;
      assert.deepEqual(codes(layout), ['TEXT_SHRUNK'], name);
      const words = new Set(
        text
          .map((run) => run.text)
          .join('')
          .split(' '),
      );
      const isInside = (sizePx: number): boolean => {
        const scale = (layout.scale * sizePx) / largest;
        const { lines } = layOut(
          text.map((run) => ({ ...run, fontSize: run.fontSize * scale })),
          { height },
        );
        const bottom = lines.reduce((sum, line) => sum + line.height, 0);
        const isUncut = lines.every((line) => line.text.split(' ').every((word) => words.has(word)));
        return bottom <= height + 0.05 && isUncut && lines.every(({ width }) => width <= 300);
      };
      assert.ok(isInside(largest - 1e-9), `${name}, ${height}`);
      for (let more = 0.01; more < 2; more += 0.0917) {
        assert.ok(!isInside(largest + more), `${name}, ${height}: ${largest} + ${more} px fits too`);
      }
    }
  }
});

test('shrink prefers a smaller size to cutting a word; at minFontSize it adds an ellipsis', () => {
  const word = layOut([textRun('Unbreakable-free LongWordHere', { fontSize: 60 })], { overflow: 'shrink' });
  assert.ok(lineTexts(word).some((line) => line.includes('LongWordHere')));
  const full = layOut('word '.repeat(500), { overflow: 'shrink', minFontSize: 12 });
  assert.equal(full.lines[0]?.runs[0]?.fontSize, 12);
  assert.match(full.lines.at(-1)?.text ?? '', /…$/u);
  assert.deepEqual(codes(full), ['TEXT_SHRUNK', 'TEXT_OVERFLOW']);
  assert.equal(layOut('fits', { overflow: 'shrink' }).scale, 1);
});

test('missing glyphs and unknown families are reported', () => {
  const missing = layOut('a \u{10330} b');
  assert.deepEqual(codes(missing), ['GLYPH_MISSING']);
  assert.match(missing.warnings[0]?.detail ?? '', /U\+10330/);
  assert.deepEqual(codes(layOut([textRun('x', { fontFamily: 'Comic Neue' })])), ['FONT_UNKNOWN']);
  assert.deepEqual(codes(layOut('control \u0001 half \ufe0e joiner \u200d')), []);
});

test('ornamental letters are drawn as they are written, and have plain forms', () => {
  const layout = layOut('𝕏 and 𝓯𝓪𝓷𝓬𝔂');
  assert.equal(layout.lines[0]?.runs.map(({ drawn }) => drawn).join(''), '𝕏 and 𝓯𝓪𝓷𝓬𝔂');
  assert.deepEqual(codes(layout), []);
  // For an installation whose operator removed the fonts of signs.
  assert.deepEqual(['𝕏', '𝓯', 'f', '㎏'].map(plainForm), ['X', 'f', null, null]);
});

test('ligature characters are split if the font lacks them', () => {
  const layout = layOut('ﬁn oﬃce ŉ Ǆ ﬆ', { width: 400 });
  assert.match(lineTexts(layout).join(), /^fin office [ʼ’]n DŽ st$/u);
  assert.equal(layout.lines[0]?.runs.length, 1);
  assert.deepEqual(codes(layout), []);
});

test('the Han characters of a text come from one font', () => {
  const faces = (text: string, language: string | null = null): string[] => [
    ...new Set(layOut(text, { language }).lines.flatMap(({ runs }) => runs.map(({ face }) => face.language))),
  ];
  assert.deepEqual(faces('野家'), ['zh-Hans']);
  assert.deepEqual(faces('𠮷野家'), ['ja']);
  assert.deepEqual(faces('骨', 'ja'), ['ja']);
  assert.deepEqual(faces('骨', 'ko-KR'), ['ko']);
  assert.deepEqual(faces('骨', 'zh-Hant'), ['zh-Hant']);
});

test('tabs go to stops eight spaces apart', () => {
  const [first, second] = layOut('a\tx\nbbb\tx').lines;
  const x = (line: typeof first): number | undefined => line?.runs.at(-1)?.x;
  assert.equal(x(first), x(second));
});

test('line breaks do not change when sizes scale in proportion, or at repetition', () => {
  const text = `${arabic} The quick brown fox jumps over the lazy dog 日本語の組版テスト。`;
  const at = (scale: number): string[] =>
    lineTexts(layOut([textRun(text, { fontSize: 17 * scale })], { width: 230 * scale }));
  const once = at(1);
  for (const scale of [1, 1.5, 2, 3.125, 6.25]) assert.deepEqual(at(scale), once);
});

test('20,000 characters without a space, or of nothing but tabs, are laid out', () => {
  assert.ok(layOut('abcdefghij'.repeat(2000)).lines.length > 100);
  assert.equal(layOut('\t'.repeat(20_000)).lines.length, 1);
  assert.ok(layOut(`${'a.b-c'.repeat(4000)} @ / www.`).lines.length > 100);
  assert.ok(layOut(`https://${'a/'.repeat(10_000)}`, { hyphens: 'auto', language: 'en' }).lines.length > 100);
});

test('runs that inherit the decoration of their text share its line, others have their own', () => {
  const decorated = (text: string, fontSize: number, inheritsDecoration: boolean): SceneTextRun =>
    textRun(text, { fontSize, decoration: 'underline', inheritsDecoration });
  const layout = layOut(
    [decorated('big', 40, true), decorated(' small', 12, true), decorated(' own', 30, false)],
    {
      decorationStyle: textRun(''),
    },
  );
  const [first, second, third] = (layout.lines[0]?.runs ?? []).map(({ decoration }) => decoration);
  assert.equal(first?.fontSize, 20);
  assert.equal(second, first);
  assert.equal(third?.fontSize, 30);
});

test('justification spaces both sides of ideographs, kana and their signs, also beside ASCII', () => {
  const wide = layOut([textRun('ワー(12)と: a.b 東東東東東東東', { fontFamily: 'Noto Sans JP' })], {
    align: 'justify',
    width: 170,
  });
  assert.deepEqual(
    wide.lines[0]?.runs.map(({ typed }) => typed.trimEnd()),
    ['ワ', 'ー', '(12)', 'と', ':', 'a.b', '東'],
  );
});
