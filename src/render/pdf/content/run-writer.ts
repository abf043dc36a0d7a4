import { createCanvas } from '@napi-rs/canvas';
import type { PDFRef } from 'pdf-lib';

import type { FontFace } from '../../fonts/font-face.ts';
import { drawOutline } from '../../fonts/glyph-outlines.ts';
import { multiply, type Matrix } from '../../geometry.ts';
import { setCanvasShaping } from '../../text/shape/canvas-shaping.ts';
import type { LaidOutRun } from '../../text/text-layout.ts';
import type { DrawnRun } from '../../text/draw/run-drawer.ts';
import { NOTHING, textsOfGlyphs } from './glyph-text.ts';
import type { ContentStream } from './content-stream.ts';
import type { FileResources } from './file-resources.ts';
import { PdfPath } from './pdf-path.ts';
import { placeGlyphs, type GlyphRun, type RunGlyph } from './run-glyphs.ts';
import { showLeftToRight, showRightToLeft, type ShownRun } from './show-text.ts';
import type { SpanText } from './text-spans.ts';

/** Units of a colour glyph's form for its font size: coordinates have three decimals. */
export const GLYPH_UNITS = 100;
/** Slant of synthetic italics as in browsers: a quarter of the height. */
const SYNTHETIC_SLANT = 0.25;
/** Pixels of an emoji's picture for one CSS pixel (288 dpi), and for its font size. */
const EMOJI_DENSITY = 3;
const MAX_EMOJI_PX = 512;
const MAX_PICTURE_PX = 4096;

/** Writes the runs of texts for a file. */
export class RunWriter {
  readonly #file: FileResources;
  readonly #content: ContentStream;

  constructor(file: FileResources, content: ContentStream) {
    this.#file = file;
    this.#content = content;
  }

  /** A run as text of its font; null if the font cannot be embedded. */
  write(drawn: DrawnRun, matrix: Matrix, part: number | null): SpanText | null {
    const { run } = drawn;
    const font = this.#file.getFont(run.face);
    if (font === null) return null;
    const use = (glyph: number) => font.use(glyph);
    const placed = run.rtl ? place(run) : place(run, use);
    const glyphs = run.rtl
      ? placed.glyphs.flatMap((each) => (each.text === NOTHING ? [] : { ...each, code: use(each.glyph) }))
      : placed.glyphs;
    const text = this.#finish(drawn, matrix, part, placed, { font, glyphs });
    const rest = this.#fillRest(drawn, matrix, placed.glyphs);
    return rest === '' ? text : { ...text, shown: `${text.shown}\n${rest}` };
  }

  /** The outlines of the glyphs of right-to-left text that carry no text, such as dots and marks. */
  #fillRest({ run, x, y }: DrawnRun, matrix: Matrix, glyphs: readonly RunGlyph[]): string {
    if (!run.rtl) return '';
    const path = new PdfPath();
    const toPage = textMatrix(matrix, run, x, y);
    for (const glyph of glyphs) if (glyph.text === NOTHING) addRunGlyph(path, run, glyph, toPage);
    return path.isEmpty ? '' : `${path.write()}f`;
  }

  /** The text of a run whose glyphs are drawn as outlines. */
  writeOutlined(drawn: DrawnRun, matrix: Matrix, part: number | null): SpanText {
    const placed = place(drawn.run);
    const font = this.#file.blankFont;
    const glyphs = placed.glyphs.map(({ x, y, text }, index) => {
      const next = placed.glyphs[index + 1]?.x ?? placed.width;
      return { code: font.use(text, next - x), x, y, text };
    });
    return this.#finish(drawn, matrix, part, placed, { font, glyphs });
  }

  /** The text of a run that is drawn as a picture. */
  writeBlank(drawn: DrawnRun, matrix: Matrix, part: number | null): SpanText | null {
    const { run } = drawn;
    if (run.typed === '') return null;
    const width = run.width / run.fontSize;
    const code = this.#file.blankFont.use(run.typed, width);
    const glyphs = [{ code, x: (run.x - run.textX) / run.fontSize, y: 0, text: run.typed }];
    return this.#finish(
      { ...drawn, run: { ...run, rtl: false } },
      matrix,
      part,
      { width, glyphs: [] },
      { font: this.#file.blankFont, glyphs },
    );
  }

  /** The outlines of a run in the coordinates of the page. */
  trace({ run, x, y }: DrawnRun, matrix: Matrix): PdfPath {
    const path = new PdfPath();
    const toPage = textMatrix(matrix, run, x, y);
    for (const glyph of place(run).glyphs) addRunGlyph(path, run, glyph, toPage);
    return path;
  }

  /** The colour glyphs of a run, and where they are: from the units of a glyph's form to the page. */
  findColorGlyphs(
    { run, x, y }: DrawnRun,
    matrix: Matrix,
  ): { readonly face: FontFace; readonly glyph: number; readonly matrix: Matrix }[] {
    const toPage = textMatrix(matrix, run, x, y);
    const { face, fontSize: size } = run;
    const unit = size / GLYPH_UNITS;
    return place(run).glyphs.map(({ glyph, x: right, y: up }) => ({
      face,
      glyph,
      matrix: multiply(toPage, { a: unit, b: 0, c: 0, d: unit, e: right * size, f: up * size }),
    }));
  }

  /** The picture of a run of colour glyphs; null if it shows nothing. */
  findPicture(run: LaidOutRun): { readonly ref: PDFRef; readonly place: (drawn: DrawnRun) => Matrix } | null {
    const { face, drawn, letterSpacing, fontSize } = run;
    const spacing = letterSpacing / fontSize;
    const sizePx = Math.min(MAX_EMOJI_PX, Math.ceil(fontSize * EMOJI_DENSITY));
    const found = this.#file.getPicture(`${face.alias} ${sizePx} ${spacing} ${drawn}`, () => {
      const canvas = createCanvas(1, 1);
      const style = (context: ReturnType<typeof canvas.getContext>): void => {
        setCanvasShaping(context);
        face.register();
        context.font = `${sizePx}px "${face.canvasFamily}"`;
        context.lang = face.language;
        context.fontVariationSettings = face.variationSettings;
        context.letterSpacing = `${spacing * sizePx}px`;
      };
      const probe = canvas.getContext('2d');
      style(probe);
      const ink = probe.measureText(drawn);
      const left = Math.floor(-ink.actualBoundingBoxLeft) - 1;
      const top = Math.floor(-ink.actualBoundingBoxAscent) - 1;
      const width = Math.ceil(ink.actualBoundingBoxRight) + 1 - left;
      const height = Math.ceil(ink.actualBoundingBoxDescent) + 1 - top;
      if (!(width > 0 && height > 0)) return null;
      const scale = Math.min(1, MAX_PICTURE_PX / width);
      const picture = createCanvas(Math.ceil(width * scale), height);
      const context = picture.getContext('2d');
      style(context);
      context.scale(picture.width / width, 1);
      context.fillText(drawn, -left, -top);
      const em = 1 / sizePx;
      return { canvas: picture, box: { x: left * em, y: top * em, width: width * em, height: height * em } };
    });
    if (found === null) return null;
    const { ref, box } = found;
    return {
      ref,
      place: ({ run: { fontSize: size }, x, y }) => ({
        a: box.width * size,
        b: 0,
        c: 0,
        d: -box.height * size,
        e: x + box.x * size,
        f: y + (box.y + box.height) * size,
      }),
    };
  }

  #finish(
    { run, line, x, y }: DrawnRun,
    matrix: Matrix,
    part: number | null,
    { width }: Pick<GlyphRun, 'width' | 'glyphs'>,
    shown: Pick<ShownRun, 'font' | 'glyphs'>,
  ): SpanText {
    const use = (name: string) => this.#content.use('Font', name, null);
    const all = { ...shown, use, fontSize: run.fontSize, matrix: textMatrix(matrix, run, x, y) };
    return {
      typed: run.typed,
      shown: run.rtl ? showRightToLeft(all) : showLeftToRight(all),
      rtl: run.rtl,
      x: run.x,
      right: run.textX + width * run.fontSize,
      line,
      part,
    };
  }
}

/** The outline of a glyph. `matrix`: from multiples of the font size, with y upwards. */
export function traceGlyph(face: FontFace, glyph: number, matrix: Matrix): PdfPath {
  const path = new PdfPath();
  addGlyph(path, face, glyph, matrix);
  return path;
}

function addRunGlyph(
  path: PdfPath,
  { face, fontSize: size }: Pick<LaidOutRun, 'face' | 'fontSize'>,
  { glyph, x, y }: RunGlyph,
  toPage: Matrix,
): void {
  const own = multiply(toPage, { a: size, b: 0, c: 0, d: size, e: x * size, f: y * size });
  addGlyph(path, face, glyph, own);
}

function addGlyph(path: PdfPath, face: FontFace, glyph: number, matrix: Matrix): void {
  drawOutline(face, glyph, {
    moveTo: (x, y) => path.moveTo(x, y, matrix),
    lineTo: (x, y) => path.lineTo(x, y, matrix),
    curveTo: (x1, y1, x2, y2, x, y) => path.curveTo(x1, y1, x2, y2, x, y, matrix),
    closePath: () => path.closePath(),
  });
}

function place(run: LaidOutRun, codeOf = (glyph: number) => glyph): GlyphRun {
  const { drawn, typed, rtl } = run;
  return placeGlyphs(run, (shaped) => textsOfGlyphs({ drawn, typed, rtl, shaped }), codeOf);
}

/** From the run's baseline, with y upwards, to the page. */
function textMatrix(matrix: Matrix, { isSlanted }: LaidOutRun, x: number, y: number): Matrix {
  return multiply(matrix, { a: 1, b: 0, c: isSlanted ? SYNTHETIC_SLANT : 0, d: -1, e: x, f: y });
}
