import type { CompositeOperation, DrawingStyle, PathContext } from '../../drawing/drawing-context.ts';
import type { Canvas, Path2D } from '@napi-rs/canvas';
import { type PDFRef } from 'pdf-lib';

import { transformBounds, type Bounds, type Matrix, type Rect } from '../../geometry.ts';
import { readColorGlyph } from '../../fonts/color-glyphs.ts';
import type { FontFace } from '../../fonts/font-face.ts';
import type { GroupEffects } from '../../surface/layers.ts';
import { VectorContext } from '../../drawing/vector-context.ts';
import { ContentStream } from './content-stream.ts';
import { PdfGradient, PdfPattern } from './gradients.ts';
import { initialState, type GraphicsState, type PdfPaint } from './graphics-state.ts';
import type { PageTags } from './page-tags.ts';
import { writeForm, type PaintedPage } from './objects.ts';
import { Painter, type MaskKind } from './painter.ts';
import { PdfPath } from './pdf-path.ts';
import { writeStroke } from './stroke.ts';
import { drawColorGlyph } from './draw-color-glyph.ts';
import type { DrawnRun, RunContext } from '../../text/draw/run-drawer.ts';
import { GLYPH_UNITS, RunWriter } from './run-writer.ts';

/** What all contexts of a page share. */
export interface PdfPageContent extends PaintedPage {
  readonly tags: PageTags | null;
  /** The part of the page's structure that a run is. */
  readonly partOf: (drawn: Pick<DrawnRun, 'line' | 'run'>) => number | null;
}

const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 };

const properties = Object.keys(initialState) as (keyof typeof initialState)[];
const keys = properties.filter((key) => key !== 'clip' && key !== 'lineDash');

/**
 * The part of a canvas context that drawing uses, writing content of a PDF. All coordinates are those of the
 * page: no operator changes them for what follows. So patterns, masks and forms need no other matrices.
 */
export class PdfContext extends VectorContext<GraphicsState, PdfPath> implements RunContext {
  declare fillStyle: DrawingStyle;
  declare strokeStyle: DrawingStyle;
  declare globalAlpha: number;
  declare globalCompositeOperation: CompositeOperation;
  declare overprint: boolean | null;
  declare lineWidth: number;
  declare lineCap: PathContext['lineCap'];
  declare lineJoin: PathContext['lineJoin'];
  declare miterLimit: number;
  declare lineDashOffset: number;
  declare imageSmoothingEnabled: boolean;
  declare imageSmoothingQuality: PathContext['imageSmoothingQuality'];
  readonly #page: PdfPageContent;
  readonly #content: ContentStream;
  readonly #painter: Painter;
  readonly #runs: RunWriter;

  constructor(page: PdfPageContent, matrix: Matrix, content: ContentStream) {
    super({ ...initialState, matrix }, keys, () => new PdfPath());
    this.#page = page;
    this.#content = content;
    this.#painter = new Painter(page, content);
    this.#runs = new RunWriter(page.file, content);
  }

  /** Ends the content, one character per byte. */
  end(): string {
    return this.#painter.end();
  }

  get drawsInks(): boolean {
    return this.#page.keepsInks;
  }

  /** Draws one picture of the page's structure. */
  drawPart(part: number, draw: () => void): void {
    if (this.#content.part !== null) {
      draw();
      return;
    }
    this.#painter.flush();
    this.#content.part = part;
    draw();
    this.#painter.flush();
    this.#content.part = null;
  }

  /** Draws into a group, to which opacity and blend mode apply as a whole. */
  drawGroup(effects: GroupEffects, bounds: Bounds, draw: (inside: PdfContext) => void): void {
    const form = this.#drawForm(bounds, this.#content.hasParts, draw);
    this.#painter.useForm(this.state, form, this.#painter.compositing(effects.alpha, effects.operation));
  }

  /** Draws what blends in sRGB, as raster files do. */
  drawBlended(bounds: Bounds, draw: (inside: PdfContext) => void): void {
    const page = { ...this.#page, keepsInks: false };
    const form = this.#drawForm(bounds, this.#content.hasParts, draw, { page });
    this.#painter.useForm(this.state, form, this.#painter.compositing(1, 'source-over'));
  }

  /** Draws a group through a mask over `bounds`: what the mask paints white, or paints at all, is shown. */
  drawMasked(
    bounds: Bounds,
    drawMask: (inside: PdfContext) => void,
    draw: (inside: PdfContext) => void,
    kind: MaskKind = 'Luminosity',
  ): void {
    const form = this.#drawForm(bounds, this.#content.hasParts, draw);
    const mask = this.#drawForm(bounds, false, drawMask, { colors: 'rgb' });
    this.#painter.throughMask(this.state, mask, () => this.#painter.useForm(this.state, form, ''), kind);
  }

  /** Draws one run of text, whose origin is at `x`, `y`. */
  drawRun(given: DrawnRun): void {
    const runs = this.#runs;
    const { matrix, fillStyle } = this.state;
    if (given.isStroke) {
      this.#strokePath(runs.trace(given, matrix));
      return;
    }
    const part = this.#page.partOf(given);
    if (given.run.face.isEmoji) {
      const draw = this.#drawingColorGlyphs(runs, given);
      this.#painter.drawAfter(given.line, () => this.#inPart(part, draw));
      const text = runs.writeBlank(given, matrix, part);
      if (text !== null) this.#painter.addText(this.state, text);
      return;
    }
    const text = typeof fillStyle === 'string' ? runs.write(given, matrix, part) : null;
    if (text === null) {
      const state = this.state;
      const letters = `${runs.trace(given, matrix).write()}f`;
      const draw = (): void => this.#painter.paint(state, state.fillStyle, 'fill', letters);
      this.#painter.drawAfter(given.line, () => this.#inPart(part, draw));
      this.#painter.addText(this.state, runs.writeOutlined(given, matrix, part));
      return;
    }
    this.#painter.addText(this.state, text);
  }

  /** Draws the colour glyphs of a run in the present state, once it is called. */
  #drawingColorGlyphs(runs: RunWriter, given: DrawnRun): () => void {
    const state = this.state;
    const glyphs = runs.findColorGlyphs(given, this.state.matrix);
    const forms = glyphs.map(({ face, glyph }) => this.#getColorGlyph(face, glyph));
    if (forms.every((form) => form !== null)) {
      const placed = forms.map((form, index) => ({ form, matrix: glyphs[index]?.matrix ?? identity }));
      return () => this.#painter.placeForms(state, placed);
    }
    const picture = runs.findPicture(given.run);
    return () => {
      if (picture !== null) this.#painter.placeImage(state, picture.ref, picture.place(given));
    };
  }

  /** A colour glyph as a form, once in the file; null if only pixels can show it. */
  #getColorGlyph(face: FontFace, glyph: number): PDFRef | null {
    return this.#page.file.getGlyph(face, glyph, () => {
      const steps = readColorGlyph(face, glyph);
      if (steps === null) return null;
      const box = { left: -1, top: -1, right: 2, bottom: 2 };
      const page = { ...this.#page, tags: null };
      const em = { a: GLYPH_UNITS, b: 0, c: 0, d: GLYPH_UNITS, e: 0, f: 0 };
      const glyphs = new PdfContext(page, em, new ContentStream(null, null));
      return glyphs.#drawForm(box, false, (inside) => drawColorGlyph(inside, face, steps));
    });
  }

  /** Draws a picture that is written later. */
  drawObject(ref: PDFRef, { x, y, width, height }: Rect): void {
    this.#painter.placeImage(this.state, ref, { a: width, b: 0, c: 0, d: -height, e: x, f: y + height });
  }

  createLinearGradient(x0: number, y0: number, x1: number, y1: number): PdfGradient {
    return PdfGradient.linear(x0, y0, x1, y1);
  }

  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): PdfGradient {
    return PdfGradient.radial(x0, y0, r0, x1, y1, r1);
  }

  /** Pixels are repeated in both directions, whatever canvases call it. */
  createPattern(image: Canvas): PdfPattern {
    return new PdfPattern(image);
  }

  clip(...given: PathArguments): void {
    const { path, rule } = this.#pathOf(given);
    this.clipPath(path, rule);
  }

  /** Clips to a path in the coordinates of the page. */
  clipPath(path: PdfPath, rule: FillRule): void {
    const shape = path.isEmpty ? '0 0 0 0 re\n' : path.write();
    const outer = this.state.clip;
    const operators = `${shape}${rule === 'evenodd' ? 'W*' : 'W'} n`;
    this.state = { ...this.state, clip: { outer, depth: (outer?.depth ?? 0) + 1, operators } };
  }

  fill(...given: PathArguments): void {
    const { path, rule } = this.#pathOf(given);
    this.fillPath(path, this.state.fillStyle, rule);
  }

  stroke(path?: Path2D): void {
    this.#strokePath(this.#pathOf(path === undefined ? [] : [path]).path);
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    const path = new PdfPath();
    path.rect(x, y, width, height, this.state.matrix);
    this.fillPath(path);
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    const path = new PdfPath();
    path.rect(x, y, width, height, this.state.matrix);
    this.#strokePath(path);
  }

  drawImage(image: Canvas, x: number, y: number, width: number, height: number): void {
    const { file, pictures, budget } = this.#page;
    const picture = pictures.get(image);
    const ref = picture === undefined ? file.getPixels(image, budget) : file.getImage(picture);
    this.drawObject(ref, { x, y, width, height });
  }

  #inPart(part: number | null, draw: () => void): void {
    if (part === null) draw();
    else this.drawPart(part, draw);
  }

  /** Fills a path in the coordinates of the page. */
  fillPath(path: PdfPath, paint: PdfPaint = this.state.fillStyle, rule: FillRule = 'nonzero'): void {
    if (path.isEmpty) return;
    this.#painter.paint(this.state, paint, 'fill', `${path.write()}${rule === 'evenodd' ? 'f*' : 'f'}`);
  }

  #strokePath(path: PdfPath): void {
    const stroke = writeStroke(path, this.state);
    if (stroke === null) return;
    this.#painter.paint(this.state, this.state.strokeStyle, 'stroke', stroke.operators, stroke.line);
  }

  #drawForm(
    bounds: Bounds,
    isTagged: boolean,
    draw: (inside: PdfContext) => void,
    { colors = 'mixed', page = this.#page }: FormKind = {},
  ): PDFRef {
    const { file, tags } = page;
    const { matrix } = this.state;
    const ref = file.context.nextRef();
    const content = new ContentStream(isTagged ? tags : null, ref);
    const inside = new PdfContext(page, matrix, content);
    inside.overprint = this.overprint;
    draw(inside);
    const written = inside.end();
    const { left, top, right, bottom } = transformBounds(bounds, matrix);
    const box = [left - 1, top - 1, right + 1, bottom + 1];
    return writeForm(file, { content, written, box, colors, ref });
  }

  #pathOf(given: PathArguments): { readonly path: PdfPath; readonly rule: FillRule } {
    const [first, second] = given;
    const rule = (typeof first === 'string' ? first : second) ?? 'nonzero';
    if (first === undefined || typeof first === 'string') return { path: this.path, rule };
    const path = new PdfPath();
    path.add(first, this.state.matrix);
    return { path, rule };
  }
}

/** How a form differs from what is around it. */
interface FormKind {
  readonly colors?: 'mixed' | 'rgb';
  readonly page?: PdfPageContent;
}

type FillRule = 'nonzero' | 'evenodd';
type PathArguments = [path?: Path2D | FillRule, rule?: FillRule];
