import { type SKRSContext2D, SvgExportFlag, createCanvas } from '@napi-rs/canvas';

import { encodePng } from '../encode/png/encode-png.ts';
import { COLOR_EMOJI } from '../fonts/font-face.ts';
import { releaseCanvas } from '../surface/layers.ts';
import type { Rect } from '../geometry.ts';
import { setCanvasShaping } from '../text/shape/canvas-shaping.ts';
import type { TextLayout } from '../text/text-layout.ts';
import type { Definitions } from './definitions.ts';
import { HREF, roundPath, type Attributes } from './markup.ts';
import { PX_PER_INCH } from '../../common/lengths/units.ts';

/** The style of a text, as a canvas context has it. */
export interface TextStyle {
  readonly font: string;
  readonly lang: string;
  readonly letterSpacing: string;
  readonly wordSpacing: string;
  readonly direction: string;
  readonly fontVariationSettings: string;
  readonly fontFeatureSettings: string;
}

/** A picture that is defined in the file, and its size in pixels. */
export interface SvgPicture {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** A text as an element whose origin is the text's left end on its baseline, or as a picture. */
export type WrittenText =
  | { readonly name: string; readonly attributes: Attributes; readonly content: string }
  | { readonly picture: SvgPicture; readonly box: Rect };

/** Writes the texts of a page. */
export interface TextWriter {
  /** Null if nothing is visible. */
  write(text: string, style: TextStyle, paint: Attributes): WrittenText | null;
  /** What the texts need of the file: markup, once all are written. */
  finish(): string;
}

/**
 * Skia leaves out the parts of a text that are outside of its canvas, so there is room for texts of half a
 * million pixels. The outlines are in the coordinates before the scale. The canvas is small, because garbage
 * collection counts pixels that an SVG canvas does not have.
 */
const PROBE_SIDE = 250;
const PROBE_SCALE = 1 / 4096;
/** Pixels for one pixel of an emoji's size, so that it can be enlarged. */
const EMOJI_DENSITY = 4;
/** A larger emoji gets fewer pixels. */
const MAX_EMOJI_SIDE = 1024;

/**
 * Writes texts as outlines. Skia draws each text into an SVG of its own, so that glyphs and their places are
 * those of other formats. Colour glyphs have no outlines: they become pictures.
 *
 * @param texts those of the page; others, below barcodes, have fonts without colours
 */
export function outlineWriter(texts: Iterable<TextLayout>, definitions: Definitions): TextWriter {
  const colorFamilies = findColorFamilies(texts);
  return {
    write: (text, style, paint) => {
      const isColored = isEmoji(style) || colorFamilies.has(familyOf(style));
      if (isColored)
        return paint['fill'] === 'none' ? null : drawPicture(text, style, definitions, paint['fill']);
      const d = getOutline(text, style);
      return d === '' ? null : { name: 'path', attributes: { d, ...paint }, content: '' };
    },
    finish: () => '',
  };
}

/** Whether a text is emoji: the names of their fonts in the canvas say so. */
export function isEmoji({ font }: TextStyle): boolean {
  return font.includes(COLOR_EMOJI);
}

/** The family by which the canvas knows the font of a text. */
function familyOf({ font }: TextStyle): string {
  return /"([^"]*)"/u.exec(font)?.[1] ?? '';
}

function findColorFamilies(texts: Iterable<TextLayout>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { lines, rubies = [] } of texts)
    for (const { face } of [...lines, ...rubies].flatMap(({ runs }) => runs))
      if (face.hasColors) found.add(face.canvasFamily);
  return found;
}

function getOutline(text: string, style: TextStyle): string {
  const canvas = createCanvas(PROBE_SIDE, PROBE_SIDE, SvgExportFlag.ConvertTextToPaths);
  const context = canvas.getContext('2d');
  setStyle(context, style);
  context.translate(PROBE_SIDE / 2, PROBE_SIDE / 2);
  context.scale(PROBE_SCALE, PROBE_SCALE);
  context.fillText(text, 0, 0);
  const markup = canvas.getContent().toString('utf8');
  return [...markup.matchAll(/<path [^>]*?d="([^"]*)"/g)].map(([, d = '']) => roundPath(d)).join('');
}

function drawPicture(
  text: string,
  style: TextStyle,
  definitions: Definitions,
  fill: Attributes[string],
): WrittenText | null {
  const probe = createCanvas(1, 1);
  const measuring = probe.getContext('2d');
  setStyle(measuring, style);
  const ink = measuring.measureText(text);
  // The bounds of letters in colours are those of what they are made of, or none.
  const [left, top] = [
    Math.floor(Math.min(0, -ink.actualBoundingBoxLeft)) - 1,
    Math.floor(Math.min(-ink.fontBoundingBoxAscent, -ink.actualBoundingBoxAscent)) - 1,
  ];
  const width = Math.ceil(Math.max(ink.width, ink.actualBoundingBoxRight)) + 1 - left;
  const height = Math.ceil(Math.max(ink.fontBoundingBoxDescent, ink.actualBoundingBoxDescent)) + 1 - top;
  if (!(width > 0 && height > 0)) return null;
  const scale = Math.min(EMOJI_DENSITY, MAX_EMOJI_SIDE / height, (4 * MAX_EMOJI_SIDE) / width);
  const canvas = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
  const context = canvas.getContext('2d');
  setStyle(context, style);
  context.scale(canvas.width / width, canvas.height / height);
  // Letters of the font without colours have that of the text.
  if (typeof fill === 'string' && !fill.startsWith('url(')) context.fillStyle = fill;
  context.fillText(text, -left, -top);
  const size = { width: canvas.width, height: canvas.height };
  const png = encodePng({ data: canvas.data(), ...size, opaque: false }, PX_PER_INCH);
  releaseCanvas(canvas);
  return {
    picture: definePicture(definitions, { ...size, mediaType: 'image/png', data: png }),
    box: { x: left, y: top, width, height },
  };
}

/** Defines a picture as a `data:` URL. */
export function definePicture(
  definitions: Definitions,
  file: {
    readonly width: number;
    readonly height: number;
    readonly mediaType: 'image/png' | 'image/jpeg';
    readonly data: Uint8Array;
  },
): SvgPicture {
  const { width, height, mediaType, data } = file;
  const base64 = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('base64');
  const href = `data:${mediaType};base64,${base64}`;
  return { id: definitions.add('image', { width, height, [HREF]: href }), width, height };
}

function setStyle(context: SKRSContext2D, style: TextStyle): void {
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  setCanvasShaping(context);
  context.font = style.font;
  context.lang = style.lang;
  context.fontVariationSettings = style.fontVariationSettings;
  context.fontFeatureSettings = style.fontFeatureSettings;
  context.letterSpacing = style.letterSpacing;
  context.wordSpacing = style.wordSpacing;
  context.direction = style.direction as SKRSContext2D['direction'];
}
