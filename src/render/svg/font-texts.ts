import { createHash } from 'node:crypto';

import type { FontFace } from '../fonts/font-face.ts';
import { readColorGlyph, type GlyphStep } from '../fonts/color-glyphs.ts';
import { shapedCharacters } from '../fonts/shaped-characters.ts';
import { subsetFont, type ColorParts, type EmbeddableFont } from '../fonts/subset-font.ts';
import { scriptOfText } from '../text/analyse/scripts.ts';
import { shapeText } from '../text/shape/shape-text.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { Definitions } from './definitions.ts';
import { escapeText, type Attributes } from './markup.ts';
import { isEmoji, outlineWriter, type TextStyle, type TextWriter, type WrittenText } from './text-writer.ts';

/** What texts of the page need of a font. */
interface NeededFont {
  readonly face: FontFace;
  readonly characters: Set<string>;
  /** Tags of OpenType features. */
  readonly features: Set<string>;
  /** The texts themselves. */
  readonly drawn: Set<string>;
}

/** A font that texts of the page use. */
interface UsedFont {
  readonly family: string;
  readonly file: EmbeddableFont;
}

/** A larger table of colours makes a file too large; its texts become pictures. */
const MAX_COLOR_BYTES = 256 * 1024;

const FONT = /^([\d.e-]+)px "([^"]*)"$/;

/**
 * Writes texts as text, with their fonts embedded. Texts whose font may not be embedded, texts of the page
 * that no element has (below barcodes), texts whose language has forms of its own, which most viewers do not
 * ask the font for, and emoji are written as outlines and pictures.
 */
export function fontTextWriter(given: Iterable<TextLayout>, definitions: Definitions): TextWriter {
  const texts = [...given];
  const outlines = outlineWriter(texts, definitions);
  const needed = findNeededFonts(texts);
  const fonts = new Map<string, UsedFont | null>();
  const getFont = (text: string, family: string, style: TextStyle): UsedFont | null => {
    const key = `${family} ${style.fontVariationSettings}`;
    const face = needed.get(key)?.face;
    if (face !== undefined && hasFormsOfLanguage(text, face, style)) return null;
    let font = fonts.get(key);
    if (font === undefined) fonts.set(key, (font = embedFont(needed.get(key))));
    return font;
  };
  return {
    write: (text, style, paint) => {
      const [, size = '', family = ''] = FONT.exec(style.font) ?? [];
      const font = isEmoji(style) ? null : getFont(text, family, style);
      return font === null
        ? outlines.write(text, style, paint)
        : writeText(text, style, paint, Number(size), font);
    },
    finish: () => {
      const rules = [...fonts.values()].flatMap((font) => (font === null ? [] : [fontFaceRule(font)]));
      return rules.length === 0 ? '' : `<style>${rules.join('')}</style>`;
    },
  };
}

/** What the page needs of each font, by the family and the variations that the canvas is given. */
function findNeededFonts(texts: Iterable<TextLayout>): Map<string, NeededFont> {
  const found = new Map<string, NeededFont>();
  for (const { lines: own, rubies = [] } of texts) {
    const lines = [...own, ...rubies];
    for (const { face, drawn, features } of lines.flatMap(({ runs }) => runs)) {
      const key = `${face.canvasFamily} ${face.variationSettings}`;
      const needed = found.get(key) ?? { face, characters: new Set(), features: new Set(), drawn: new Set() };
      found.set(key, needed);
      needed.drawn.add(drawn);
      for (const character of shapedCharacters(drawn)) needed.characters.add(character);
      for (const tag of features?.tags ?? []) needed.features.add(tag);
    }
  }
  return found;
}

/** Whether the glyphs of a text differ from those of a viewer that does not know its language. */
function hasFormsOfLanguage(text: string, face: FontFace, { lang, direction }: TextStyle): boolean {
  const [own, plain] = [lang, 'und'].map((language) => {
    const style = { face, rtl: direction === 'rtl', script: scriptOfText(text), language };
    return shapeText(text, { ...style, ligatures: true }).glyphs;
  });
  return own?.join() !== plain?.join();
}

/** The family is named after the font and its characters, so that two files on one page do not collide. */
function embedFont(needed: NeededFont | undefined): UsedFont | null {
  if (needed === undefined) return null;
  const { face, characters, features, drawn } = needed;
  const { bytes, axes } = face.file;
  const colors = face.hasColors ? findColorParts(face, drawn) : undefined;
  if (colors === null) return null;
  const file = subsetFont(bytes, axes, characters, features, colors);
  if (file === null) return null;
  const hash = createHash('sha256')
    .update(face.alias)
    .update([...characters].sort().join(''))
    .update([...features].sort().join(''));
  return { family: `f${hash.digest('hex').slice(0, 12)}`, file };
}

/**
 * What a font needs to draw texts in its colours. Null if its colours are pictures, or depend on axes: the
 * texts become pictures then.
 */
function findColorParts(face: FontFace, texts: ReadonlySet<string>): ColorParts | null {
  const tables = face.allTables;
  const [colr, cpal] = [tables.get('COLR'), tables.get('CPAL')];
  if (colr === undefined || cpal === undefined || face.file.axes !== null) return null;
  if (colr.length > MAX_COLOR_BYTES) return null;
  const glyphs = new Set<number>();
  const addParts = (steps: readonly GlyphStep[]): void => {
    for (const step of steps) {
      if (step.step === 'clip') glyphs.add(step.glyph);
      else if (step.step === 'group') addParts(step.steps);
      else if (step.step === 'masked') addParts([...step.mask, ...step.steps]);
    }
  };
  for (const text of texts) {
    const style = { face, rtl: false, script: scriptOfText(text), ligatures: true };
    for (const glyph of shapeText(text, style).glyphs) {
      const steps = readColorGlyph(face, glyph);
      if (steps === null) return null;
      glyphs.add(glyph);
      addParts(steps);
    }
  }
  return {
    glyphs,
    tables: new Map([
      ['COLR', colr],
      ['CPAL', cpal],
    ]),
  };
}

function fontFaceRule({ family, file }: UsedFont): string {
  const { bytes, mediaType } = file;
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `@font-face{font-family:${family};src:url(data:${mediaType};base64,${base64})}`;
}

function writeText(
  text: string,
  { letterSpacing, direction, lang, fontVariationSettings, fontFeatureSettings }: TextStyle,
  paint: Attributes,
  fontSize: number,
  { family, file }: UsedFont,
): WrittenText {
  const isRtl = direction === 'rtl';
  const variation = file.isVariable ? `;font-variation-settings:${fontVariationSettings}` : '';
  const features = fontFeatureSettings === 'normal' ? '' : `;font-feature-settings:${fontFeatureSettings}`;
  return {
    name: 'text',
    attributes: {
      'font-family': family,
      'font-size': fontSize,
      'letter-spacing': Number.parseFloat(letterSpacing) === 0 ? undefined : Number.parseFloat(letterSpacing),
      direction: isRtl ? direction : undefined,
      // The origin is the left end, which is the end of a text from right to left.
      'text-anchor': isRtl ? 'end' : undefined,
      lang: lang === '' ? undefined : lang,
      'text-rendering': 'geometricPrecision',
      style: `white-space:pre${variation}${features}`,
      ...paint,
    },
    content: escapeText(text),
  };
}
