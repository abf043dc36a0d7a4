import type {
  CompositeOperation,
  DrawingStyle,
  PathContext,
  TextContext,
} from '../drawing/drawing-context.ts';
import type { Canvas, Path2D } from '@napi-rs/canvas';

import { multiply, transformBounds, type Bounds, type Matrix, type Size } from '../geometry.ts';
import { VectorContext } from '../drawing/vector-context.ts';
import type { DrawingBudget } from '../surface/drawing-budget.ts';
import type { GroupEffects } from '../surface/layers.ts';
import type { Definitions } from './definitions.ts';
import { defineFilter } from './group-filter.ts';
import { HREF, writeOpacity, roundPath, tag, writeTransform, type Attributes } from './markup.ts';
import { writeFill, writeStroke } from './paint.ts';
import { identity, initialState, type ContextState } from './state.ts';
import { SvgGradient } from './svg-gradient.ts';
import { SvgParts } from './svg-parts.ts';
import { SvgPath } from './svg-path.ts';
import { defineCanvas, SvgPattern } from './svg-pattern.ts';
import type { SvgPicture, TextWriter } from './text-writer.ts';

/** What all contexts of a page share. */
export interface SvgPage {
  readonly definitions: Definitions;
  /** The ids and sizes of the defined pictures, by the stand-ins that are drawn for them. */
  readonly pictures: ReadonlyMap<Canvas, SvgPicture>;
  readonly texts: TextWriter;
  readonly budget: DrawingBudget;
}

const properties = Object.keys(initialState) as (keyof ContextState)[];
const keys = properties.filter((key) => !['matrix', 'clips', 'lineDash'].includes(key));

/**
 * The part of a canvas context that drawing uses, writing SVG. Each shape has its whole transform. Layers
 * do not exist here: `drawGroup` takes their place.
 */
export class SvgContext extends VectorContext<ContextState, SvgPath> implements TextContext {
  declare fillStyle: DrawingStyle;
  declare strokeStyle: DrawingStyle;
  declare globalAlpha: number;
  declare globalCompositeOperation: CompositeOperation;
  declare lineWidth: number;
  declare lineCap: PathContext['lineCap'];
  declare lineJoin: PathContext['lineJoin'];
  declare miterLimit: number;
  declare lineDashOffset: number;
  declare imageSmoothingEnabled: boolean;
  declare imageSmoothingQuality: PathContext['imageSmoothingQuality'];
  declare font: string;
  declare lang: string;
  declare direction: TextContext['direction'];
  declare textAlign: TextContext['textAlign'];
  declare letterSpacing: string;
  declare wordSpacing: string;
  declare fontVariationSettings: string;
  declare fontFeatureSettings: string;
  declare fontKerning: TextContext['fontKerning'];
  declare textRendering: TextContext['textRendering'];
  readonly #page: SvgPage;
  readonly #parts = new SvgParts();

  constructor(page: SvgPage, matrix: Matrix = identity) {
    super({ ...initialState, matrix }, keys, () => new SvgPath());
    this.#page = page;
  }

  /** All that was drawn. */
  write(): string {
    return this.#parts.write();
  }

  /** Draws into a group, to which effects apply as a whole. `bounds`: its content in current coordinates. */
  drawGroup(effects: GroupEffects, bounds: Bounds, draw: (inside: SvgContext) => void): void {
    const inside = new SvgContext(this.#page, this.state.matrix);
    draw(inside);
    const content = inside.write();
    if (content === '') return;
    const filter = defineFilter(this.#page.definitions, effects, transformBounds(bounds, this.state.matrix));
    this.save();
    this.state = { ...this.state, globalCompositeOperation: effects.operation };
    this.#parts.add(this.state, 'g', { opacity: writeOpacity(effects.alpha), filter }, content);
    this.restore();
  }

  /** Draws a group through the luminance and opacity of a mask over `bounds`, in current coordinates. */
  drawMasked(
    bounds: Bounds,
    drawMask: (inside: SvgContext) => void,
    draw: (inside: SvgContext) => void,
  ): void {
    const [mask, inside] = [0, 1].map(() => new SvgContext(this.#page, this.state.matrix)) as [
      SvgContext,
      SvgContext,
    ];
    drawMask(mask);
    draw(inside);
    const content = inside.write();
    if (content === '') return;
    const { left: x, top: y, right, bottom } = transformBounds(bounds, this.state.matrix);
    const place = { maskUnits: 'userSpaceOnUse', x, y, width: right - x, height: bottom - y };
    const url = this.#page.definitions.url('mask', place, mask.write());
    this.#parts.add(this.state, 'g', { mask: url }, content);
  }

  /** Fills a box at 0, 0 with a tile that `draw` draws in its own coordinates. */
  fillWithTiles({ width, height }: Size, tile: Size, draw: (inside: SvgContext) => void): void {
    const inside = new SvgContext(this.#page);
    draw(inside);
    const place = { patternUnits: 'userSpaceOnUse', width: tile.width, height: tile.height };
    const fill = this.#page.definitions.url('pattern', place, inside.write());
    this.#addShape('rect', { width, height, fill });
  }

  createLinearGradient(x1: number, y1: number, x2: number, y2: number): SvgGradient {
    return SvgGradient.linear(x1, y1, x2, y2);
  }

  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): SvgGradient {
    return SvgGradient.radial(x0, y0, r0, x1, y1, r1);
  }

  /** Pixels are repeated in both directions, whatever canvases call it. */
  createPattern(image: Canvas): SvgPattern {
    return new SvgPattern(image, this.#page.budget, this.#page.pictures.get(image));
  }

  clip(...given: PathArguments): void {
    const { d, rule } = this.#pathOf(given);
    const transform = writeTransform(this.state.matrix);
    const url = this.#page.definitions.url('clipPath', {}, tag('path', { d, 'clip-rule': rule, transform }));
    // A clip inside of another one: what a shape shows is in both.
    const { clips } = this.state;
    if (!clips.includes(url)) this.state = { ...this.state, clips: [...clips, url] };
  }

  fill(...given: PathArguments): void {
    const { d, rule } = this.#pathOf(given);
    this.#addShape('path', { d, ...this.#fill(), 'fill-rule': rule });
  }

  stroke(path?: Path2D): void {
    const { d } = this.#pathOf(path === undefined ? [] : [path]);
    this.#addShape('path', { d, ...this.#stroke() });
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#addShape('rect', { x, y, width, height, ...this.#fill() });
  }

  strokeRect(x: number, y: number, width: number, height: number): void {
    this.#addShape('rect', { x, y, width, height, ...this.#stroke() });
  }

  fillText(text: string, x: number, y: number): void {
    this.#addText(text, x, y, this.#fill({ ...identity, e: -x, f: -y }));
  }

  strokeText(text: string, x: number, y: number): void {
    this.#addText(text, x, y, this.#stroke());
  }

  drawImage(standIn: Canvas, x: number, y: number, width: number, height: number): void {
    const { definitions, pictures, budget } = this.#page;
    this.#addPicture(pictures.get(standIn) ?? defineCanvas(definitions, standIn, budget), {
      x,
      y,
      width,
      height,
    });
  }

  #addText(text: string, x: number, y: number, paint: Attributes): void {
    const written = this.#page.texts.write(text, this.state, paint);
    if (written === null) return;
    this.save();
    this.translate(x, y);
    if ('picture' in written) this.#addPicture(written.picture, written.box);
    else this.#addShape(written.name, written.attributes, written.content);
    this.restore();
  }

  #addPicture(
    { id, width, height }: SvgPicture,
    box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): void {
    const fitted = { a: box.width / width, b: 0, c: 0, d: box.height / height, e: box.x, f: box.y };
    this.save();
    this.setMatrix(multiply(this.state.matrix, fitted));
    this.#addShape('use', { [HREF]: `#${id}` });
    this.restore();
  }

  #addShape(name: string, attributes: Attributes, content = ''): void {
    const { matrix, globalAlpha } = this.state;
    const placed = { ...attributes, opacity: writeOpacity(globalAlpha), transform: writeTransform(matrix) };
    this.#parts.add(this.state, name, placed, content);
  }

  #fill(toShape: Matrix | null = null): Attributes {
    return writeFill(this.#page.definitions, this.state, toShape);
  }

  #stroke(): Attributes {
    return writeStroke(this.#page.definitions, this.state);
  }

  #pathOf(given: PathArguments): { readonly d: string; readonly rule: 'evenodd' | undefined } {
    const [first, second] = given;
    const rule = (typeof first === 'string' ? first : second) === 'evenodd' ? 'evenodd' : undefined;
    const d = first === undefined || typeof first === 'string' ? this.path.d : roundPath(first.toSVGString());
    return { d, rule };
  }
}

type FillRule = 'nonzero' | 'evenodd';
type PathArguments = [path?: Path2D | FillRule, rule?: FillRule];
