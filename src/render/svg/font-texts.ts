import { createHash } from 'node:crypto';

import { FontFace } from '../fonts/font-face.ts';
import { subsetFont, type EmbeddableFont } from '../fonts/subset-font.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { Definitions } from './definitions.ts';
import { escapeText, type Attributes } from './markup.ts';
import { isEmoji, outlineWriter, type TextStyle, type TextWriter, type WrittenText } from './text-writer.ts';

/** A font that texts of the page use. */
interface UsedFont {
  readonly family: string;
  readonly file: EmbeddableFont;
}

const FONT = /^([\d.e-]+)px "([^"]*)"$/;

/**
 * Writes texts as text, with their fonts embedded. Texts whose font may not be embedded, texts of the page
 * that no element has (below barcodes), and emoji are written as outlines and pictures.
 */
export function fontTextWriter(texts: Iterable<TextLayout>, definitions: Definitions): TextWriter {
  const outlines = outlineWriter(definitions);
  const characters = charactersByFont(texts);
  const fonts = new Map<string, UsedFont | null>();
  const fontOf = (alias: string): UsedFont | null => {
    let font = fonts.get(alias);
    if (font === undefined) fonts.set(alias, (font = embedFont(alias, characters.get(alias))));
    return font;
  };
  return {
    write: (text, style, paint) => {
      const [, size = '', alias = ''] = FONT.exec(style.font) ?? [];
      const font = isEmoji(style) ? null : fontOf(alias);
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

/** All characters that the page has in each font. */
function charactersByFont(texts: Iterable<TextLayout>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { lines } of texts) {
    for (const { face, drawn } of lines.flatMap(({ runs }) => runs)) {
      const characters = found.get(face.alias) ?? new Set();
      found.set(face.alias, characters);
      for (const character of drawn) characters.add(character);
    }
  }
  return found;
}

/** The family is named after the font and its characters, so that two files on one page do not collide. */
function embedFont(alias: string, characters: ReadonlySet<string> | undefined): UsedFont | null {
  const face = FontFace.registered(alias);
  if (face === null || characters === undefined) return null;
  const { bytes, weight } = face.file;
  const file = subsetFont(bytes, weight, characters);
  if (file === null) return null;
  const hash = createHash('sha256')
    .update(alias)
    .update([...characters].sort().join(''));
  return { family: `f${hash.digest('hex').slice(0, 12)}`, file };
}

function fontFaceRule({ family, file }: UsedFont): string {
  const { bytes, mediaType } = file;
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return `@font-face{font-family:${family};src:url(data:${mediaType};base64,${base64})}`;
}

function writeText(
  text: string,
  { letterSpacing, direction, lang, fontVariationSettings }: TextStyle,
  paint: Attributes,
  fontSize: number,
  { family, file }: UsedFont,
): WrittenText {
  const isRtl = direction === 'rtl';
  const variation = file.isVariable ? `;font-variation-settings:${fontVariationSettings}` : '';
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
      style: `white-space:pre${variation}`,
      ...paint,
    },
    content: escapeText(text),
  };
}
