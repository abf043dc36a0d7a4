import type { FontBook } from '../fonts/font-book.ts';
import { findModuleStep, measureCode } from '../codes/module-size.ts';
import { computeRatios } from '../images/icons.ts';
import { naturalSize } from '../images/object-fit.ts';
import type { FoundImage } from '../images/place-images.ts';
import type { RenderJob } from '../job.ts';
import type { Sizing } from '../scene/boxes.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import type { SceneImage } from '../scene/image.ts';
import type { SceneText } from '../scene/text.ts';
import type { Size } from '../geometry.ts';
import { measureTable, placeTable, type PlacedTable, type TableGroup } from './place-table.ts';
import { analyseElement, type IconRatios } from '../text/analyse/analyse-element.ts';
import type { MeasuredText, MeasuredTexts } from '../text/place/measured-text.ts';
import { layoutText, measureText, stackLines } from '../text/layout.ts';
import type { StackedLine } from '../text/place/place-lines.ts';
import type { LaidOutLine } from '../text/text-layout.ts';

/** Chromium measures in these steps; whole steps also stay exact in the engine's 32-bit floats. */
const stepPx = 1 / 64;

const noAttempts = [] as const;

/** The sizes of what elements hold: lines of text, and pictures. */
export class ContentSizes {
  readonly #fonts: FontBook;
  readonly #moduleStep: number | null;
  readonly #pictures: ReadonlyMap<string, Size>;
  readonly #icons: IconRatios;
  readonly #tables = new Map<TableGroup, Map<number, PlacedTable>>();
  /** Tables that are as wide as their columns need. */
  readonly #freeTables = new Map<TableGroup, Size>();
  readonly #texts: MeasuredTexts;
  readonly #wholeSizes = new Map<SceneText['runs'], Size>();
  /** Those of texts with less room than they need, by this room. */
  readonly #brokenSizes = new Map<SceneText['runs'], Map<number, Size>>();

  /** @param texts those that were analysed before; more are added */
  constructor(
    images: readonly FoundImage[],
    fonts: FontBook,
    output: RenderJob['output'] | null,
    texts: MeasuredTexts = new Map(),
  ) {
    this.#fonts = fonts;
    this.#moduleStep = output === null ? null : findModuleStep(output);
    this.#texts = texts;
    this.#icons = computeRatios(images);
    this.#pictures = new Map(images.map(({ element, info }) => [element.id, naturalSize(element, info)]));
  }

  /** All texts that were measured. */
  get analysedTexts(): MeasuredTexts {
    return this.#texts;
  }

  /**
   * The room that a text takes where its lines have this room: as much as they need if none is broken.
   * Vertical lines have the height of a box, all others its width.
   */
  textWithin(element: SceneText, room: number): Size {
    const whole = this.textAt(element, Infinity);
    // Lines that are neither broken nor cut are as long as they are.
    const isFree = !element.wrap && element.overflow === 'visible';
    if (isFree || getLength(element, whole) <= room + stepPx) return whole;
    const broken = this.textAt(element, room);
    return element.isVertical === true
      ? { width: broken.width, height: room }
      : { width: room, height: broken.height };
  }

  /** The room that a text takes in a box whose lines have this room. */
  textAt(element: SceneText, room: number): Size {
    if (room === Infinity) return this.#measure(element, room);
    const whole = this.#measure(element, Infinity);
    // With room for its longest line a text has the same lines.
    return getLength(element, whole) <= room ? whole : this.#measure(element, room);
  }

  #measure(element: SceneText, room: number): Size {
    const { runs } = element;
    let size = room === Infinity ? this.#wholeSizes.get(runs) : this.#brokenSizes.get(runs)?.get(room);
    if (size === undefined) {
      const { isVertical = false, sizing } = element;
      const most = (isVertical ? sizing?.maxWidth : sizing?.maxHeight) ?? Infinity;
      const box = { ...element, width: room, height: most };
      const content = measureText({ ...this.#analyse(element), element: box }, this.#fonts);
      const length = Math.ceil(content.width / stepPx - 1e-6) * stepPx;
      const depth = Math.min(most, content.height);
      size = isVertical ? { width: depth, height: length } : { width: length, height: depth };
      if (room === Infinity) this.#wholeSizes.set(runs, size);
      else {
        const known = this.#brokenSizes.get(runs) ?? new Map<number, Size>();
        this.#brokenSizes.set(runs, known.set(room, size));
      }
    }
    return size;
  }

  /** The room that a table takes that has at most this width. */
  tableWithin(table: TableGroup, room: number): Size {
    const whole = this.#freeTables.get(table) ?? measureTable(table, null, this);
    this.#freeTables.set(table, whole);
    return whole.width <= room + stepPx ? whole : this.tableAt(table, room).size;
  }

  /** The rows of a table of this width. */
  tableAt(table: TableGroup, width: number): PlacedTable {
    const known = this.#tables.get(table) ?? new Map<number, PlacedTable>();
    this.#tables.set(table, known);
    let placed = known.get(width);
    if (placed === undefined) {
      placed = placeTable(table, width, this);
      known.set(width, placed);
    }
    return placed;
  }

  /** The distance from the top of a text's box to its first baseline. */
  baselineOf(element: SceneText, box: Size): number {
    const { width, height } = box;
    if (element.isVertical === true) return height;
    const [line] = this.linesOf({ ...element, width, height });
    return line?.baseline ?? height;
  }

  /** The lines of a text in its box. */
  linesOf(element: SceneText): readonly LaidOutLine[] {
    const options = { analysed: this.#analyse(element), icons: this.#icons };
    return layoutText(element, this.#fonts, options).lines;
  }

  /** The lines of a text in its box, before they are placed. */
  stackedLinesOf(element: SceneText): readonly StackedLine[] {
    return stackLines({ ...this.#analyse(element), element }, this.#fonts);
  }

  /** The size of a code with its clear space in CSS pixels; null: its box decides. */
  codeOf(element: SceneQrCode | SceneBarcode): Size | null {
    return measureCode(element, this.#moduleStep);
  }

  /** The size of a picture in CSS pixels: one for each of its own; null if there is none. */
  pictureOf({ id }: SceneImage): Size | null {
    const picture = this.#pictures.get(id);
    return picture !== undefined && picture.width > 0 && picture.height > 0 ? picture : null;
  }

  #analyse(element: SceneText): MeasuredText {
    let analysed = this.#texts.get(element.runs);
    if (analysed === undefined) {
      analysed = {
        ...analyseElement(element, this.#fonts, this.#icons),
        attempts: { whole: null, others: noAttempts },
      };
      this.#texts.set(element.runs, analysed);
    }
    return analysed;
  }
}

/** The length of a text along its lines. */
function getLength({ isVertical }: SceneText, { width, height }: Size): number {
  return isVertical === true ? height : width;
}

/** Sides of a picture: those that are given; the others keep its ratio, within their limits. */
export function pictureSize(
  picture: Size,
  given: { readonly width: number | null; readonly height: number | null },
  { minWidth, maxWidth, minHeight, maxHeight }: Sizing,
): Size {
  const ratio = picture.width / picture.height;
  if (given.width !== null)
    return { width: given.width, height: given.height ?? clamp(given.width / ratio, minHeight, maxHeight) };
  if (given.height !== null)
    return { width: clamp(given.height * ratio, minWidth, maxWidth), height: given.height };
  const largest = Math.min(1, maxWidth / picture.width, maxHeight / picture.height);
  const factor = Math.max(largest, minWidth / picture.width, minHeight / picture.height);
  return { width: picture.width * factor, height: picture.height * factor };
}

/** A length within its limits; the least one wins, as in CSS. */
export function clamp(length: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, length));
}
