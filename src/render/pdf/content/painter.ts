import { PDFRef } from 'pdf-lib';

import { multiply, type Matrix } from '../../geometry.ts';
import { inksOf, isBlackInk } from '../../inks/ink-color.ts';
import { ContentStream } from './content-stream.ts';
import { blackInk, PdfGradient, PdfPattern, readColor, separated } from './gradients.ts';
import {
  blendModes,
  unknownState,
  type Clip,
  type GraphicsState,
  type PdfPaint,
  type WrittenState,
} from './graphics-state.ts';
import { factor } from './numbers.ts';
import { FAR, writeForm, writeOpacity, writePattern, type PaintedPage } from './objects.ts';
import { PdfPath } from './pdf-path.ts';
import { setGrey, setInks, setRgb } from './state-operators.ts';
import { PressLimitError } from '../../surface/press-limit-error.ts';
import type { LaidOutLine } from '../../text/text-layout.ts';
import { TextSpans, type SpanText } from './text-spans.ts';

/** What of a mask's form is opacity (ISO 32000-1, 11.6.5.3). */
export type MaskKind = 'Luminosity' | 'Alpha';

type PaintKind = 'fill' | 'stroke';

/** Writes what paints into content, and before it what of the state has changed. */
export class Painter {
  readonly #page: PaintedPage;
  readonly #content: ContentStream;
  readonly #spans: TextSpans;
  readonly #levels: { readonly clip: Clip; readonly outer: WrittenState }[] = [];
  #written: WrittenState = unknownState;
  #afterLine: { readonly line: LaidOutLine; readonly draw: () => void }[] = [];

  constructor(page: PaintedPage, content: ContentStream) {
    this.#page = page;
    this.#content = content;
    this.#spans = new TextSpans(content);
  }

  /** Ends the content, one character per byte. */
  end(): string {
    this.flush();
    this.#setClip(null);
    return this.#content.end();
  }

  /** Writes the text that is open, and draws what waits for it. */
  flush(): void {
    this.#spans.flush();
    const waiting = this.#afterLine;
    this.#afterLine = [];
    for (const { draw } of waiting) draw();
  }

  /** Draws after the texts of a line: for pypdf a form is the end of its line. */
  drawAfter(line: LaidOutLine, draw: () => void): void {
    this.#afterLine.push({ line, draw });
  }

  /** Adds text in the colour of fills. */
  addText(state: GraphicsState, text: SpanText): void {
    if (this.#afterLine.some(({ line }) => line !== text.line)) this.flush();
    this.#setClip(state.clip);
    const { fillStyle, globalAlpha, globalCompositeOperation } = state;
    const color = typeof fillStyle === 'string' ? fillStyle : '#000000';
    const alpha = readColor(color)[3] * globalAlpha;
    const isBlack = alpha >= 1 && globalCompositeOperation === 'source-over' && this.#isFullBlack(color);
    const overprints = this.#page.keepsInks && (state.overprint ?? isBlack);
    const setting =
      this.#change('compositing', this.compositing(alpha, globalCompositeOperation, overprints)) +
      this.#change('fill', this.#setColor(color, 'fill', overprints));
    this.#spans.add(text, setting);
  }

  /** Paints with a colour, gradient or pattern. */
  paint(state: GraphicsState, paint: PdfPaint, kind: PaintKind, operators: string, line = ''): void {
    this.#prepare(state);
    const { globalAlpha, globalCompositeOperation } = state;
    if (typeof paint === 'string') {
      const alpha = readColor(paint)[3] * globalAlpha;
      if (alpha <= 0) return;
      const overprints = this.#overprints(state);
      this.#set('compositing', this.compositing(alpha, globalCompositeOperation, overprints));
      this.#set(kind, this.#setColor(paint, kind, overprints));
      if (line !== '') this.#set('line', line);
      this.#content.paint(operators);
      return;
    }
    if (line !== '') this.#set('line', line);
    // Poppler and Ghostscript ignore how a pattern blends, and its opacity.
    const isAlone = globalAlpha >= 1 && globalCompositeOperation === 'source-over';
    const isPlain = paint instanceof PdfPattern ? isAlone : globalAlpha >= 1 && paint.isOpaque;
    if (isPlain) {
      this.#set('compositing', this.compositing(1, globalCompositeOperation, this.#overprints(state)));
      this.#set(kind, this.#setPattern(state, paint, kind));
      this.#content.paint(operators);
    } else if (paint instanceof PdfPattern) {
      const content = new ContentStream(null, null);
      const inside = new Painter(this.#page, content);
      const opaque = { ...state, clip: null, globalAlpha: 1, globalCompositeOperation: 'source-over' };
      inside.paint(opaque, paint, kind, operators, line);
      const box = [-FAR, -FAR, FAR, FAR];
      const form = writeForm(this.#page.file, { content, written: inside.end(), box, colors: 'mixed' });
      this.useForm(state, form, this.compositing(globalAlpha, globalCompositeOperation));
    } else {
      const mask = writeOpacity(this.#page.file, paint, globalAlpha, state.matrix);
      this.throughMask(state, mask, () => {
        this.#set('compositing', this.compositing(1, globalCompositeOperation, this.#overprints(state)));
        this.#set(kind, this.#setPattern(state, paint, kind));
        this.#content.paint(operators);
      });
    }
  }

  /** Paints through a mask of luminosity. */
  throughMask(state: GraphicsState, mask: PDFRef, paint: () => void, kind: MaskKind = 'Luminosity'): void {
    this.#prepare(state);
    const { file } = this.#page;
    if (file.isFlat) throw new PressLimitError('is shown through a mask, or fades to transparent');
    const before = this.#written;
    const { globalCompositeOperation } = state;
    const masked = file.getState(`mask ${mask.tag}`, () => ({
      SMask: file.context.obj({ Type: 'Mask', S: kind, G: mask }),
      BM: blendModes[globalCompositeOperation] ?? 'Normal',
      ca: 1,
      CA: 1,
    }));
    const name = file.name(this.#content, 'ExtGState', masked);
    this.#content.set(`q /${name} gs`);
    // The state of the mask is that of the shape.
    this.#written = { ...this.#written, compositing: this.compositing(1, globalCompositeOperation) };
    paint();
    this.#content.set('Q');
    this.#written = before;
  }

  /** Draws a form. `compositing`: as `compositing` writes it; empty: as it is set. */
  useForm(state: GraphicsState, form: PDFRef, compositing: string): void {
    this.#prepare(state);
    if (compositing !== '') this.#set('compositing', compositing);
    this.#noteInks(form);
    const name = this.#page.file.name(this.#content, 'XObject', form);
    if (this.#content.hasParts) this.#content.paintMarked(`/${name} Do`);
    else this.#content.paint(`/${name} Do`);
  }

  /** Draws forms, each with its own matrix from its units to the page. */
  placeForms(
    state: GraphicsState,
    placed: readonly { readonly form: PDFRef; readonly matrix: Matrix }[],
  ): void {
    this.#prepare(state);
    this.#set('compositing', this.compositing(state.globalAlpha, state.globalCompositeOperation));
    for (const { form, matrix } of placed) {
      this.#noteInks(form);
      const { a, b, c, d, e, f } = matrix;
      const name = this.#page.file.name(this.#content, 'XObject', form);
      this.#content.paint(`q ${[a, b, c, d, e, f].map(factor).join(' ')} cm /${name} Do Q`);
    }
  }

  /** `place`: from the unit square, whose y grows upwards, to the current coordinates. */
  placeImage(state: GraphicsState, ref: PDFRef, place: Matrix): void {
    this.#prepare(state);
    const { globalAlpha, globalCompositeOperation, matrix } = state;
    this.#set('compositing', this.compositing(globalAlpha, globalCompositeOperation));
    const { a, b, c, d, e, f } = multiply(matrix, place);
    const name = this.#page.file.name(this.#content, 'XObject', ref);
    const edges = new PdfPath();
    edges.rect(0, 0, 1, 1, { a, b, c, d, e, f });
    // Viewers smooth the edges of a clip. PDFium leaves those of a turned picture rough, Poppler makes
    // pictures as large as whole pixels.
    const clip = `${edges.write()}W n\n`;
    this.#content.paint(`q ${clip}${[a, b, c, d, e, f].map(factor).join(' ')} cm /${name} Do Q`);
  }

  #setPattern({ matrix }: GraphicsState, paint: PdfGradient | PdfPattern, kind: PaintKind): string {
    const { file, keepsInks } = this.#page;
    const isGradient = paint instanceof PdfGradient;
    if (isGradient && (file.separator !== null || (keepsInks && paint.findInks() !== null)))
      this.#content.hasInks = true;
    const pattern = writePattern(file, paint, matrix, this.#page);
    const name = file.name(this.#content, 'Pattern', pattern);
    return kind === 'fill' ? `/Pattern cs /${name} scn` : `/Pattern CS /${name} SCN`;
  }

  /** Sets opacity and blend mode. `operation`: as a canvas names it. */
  compositing(alpha: number, operation: string, overprints = false): string {
    const mode = blendModes[operation];
    if (mode === undefined) throw new Error(`a PDF has no ${operation}`);
    const { file } = this.#page;
    if (file.isFlat && mode !== 'Normal') throw new PressLimitError(`has the blend mode ${operation}`);
    if (file.isFlat && alpha < 1) throw new PressLimitError('is painted with an opacity below 1');
    const state = file.getCompositing(alpha, mode, overprints);
    return `/${file.name(this.#content, 'ExtGState', state)} gs`;
  }

  /** Decides in which colour space a colour is. */
  #setColor(color: string, kind: PaintKind, overprints: boolean): string {
    const { file, keepsInks } = this.#page;
    const rgba = readColor(color);
    const own = keepsInks ? inksOf(color) : null;
    const black = keepsInks && own === null ? blackInk(rgba) : null;
    const inks = own ?? black ?? separated(rgba, file.separator);
    if (inks === null) return setRgb(rgba, kind);
    // White has no ink: a group in sRGB shows it as well.
    if (own !== null || rgba[0] < 1) this.#content.hasInks = true;
    // Only DeviceCMYK leaves other process inks as they are (ISO 32000-1, 8.6.7).
    if (black !== null && !overprints) return setGrey(rgba[0], kind);
    return setInks(inks, kind, (space) => {
      const ref = file.getInkSpace(space);
      if (!(ref instanceof PDFRef)) throw new TypeError('named inks have a space of their own');
      return file.name(this.#content, 'ColorSpace', ref);
    });
  }

  #overprints({ overprint }: GraphicsState): boolean {
    return this.#page.keepsInks && overprint === true;
  }

  #isFullBlack(color: string): boolean {
    const inks = inksOf(color) ?? blackInk(readColor(color));
    return inks !== null && isBlackInk(inks) && inks.cmyk[3] === 1;
  }

  #noteInks(form: PDFRef): void {
    if (this.#page.file.hasInkForm(form)) this.#content.hasInks = true;
  }

  #prepare(state: GraphicsState): void {
    this.flush();
    this.#setClip(state.clip);
  }

  #set(key: keyof WrittenState, operators: string): void {
    const changed = this.#change(key, operators);
    if (changed !== '') this.#content.set(changed.trimEnd());
  }

  #change(key: keyof WrittenState, operators: string): string {
    if (this.#written[key] === operators) return '';
    this.#written = { ...this.#written, [key]: operators };
    return `${operators}\n`;
  }

  /** Leaves the clips that are not around what is drawn next, and enters the others. */
  #setClip(wanted: Clip | null): void {
    const current = this.#levels.at(-1)?.clip ?? null;
    if (current === wanted) return;
    this.flush();
    const entered: Clip[] = [];
    for (
      let clip = wanted;
      clip !== null && !this.#levels.some((level) => level.clip === clip);
      clip = clip.outer
    )
      entered.unshift(clip);
    const kept = entered[0] === undefined ? (wanted?.depth ?? 0) : entered[0].depth - 1;
    while (this.#levels.length > kept) {
      this.#content.set('Q');
      this.#written = this.#levels.pop()?.outer ?? unknownState;
    }
    for (const clip of entered) {
      this.#content.set(`q ${clip.operators}`);
      this.#levels.push({ clip, outer: this.#written });
    }
  }
}
