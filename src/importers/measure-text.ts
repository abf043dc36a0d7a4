import type { TemplateDocument, TextElement } from '../../generated/template.ts';
import { bindTemplate } from '../render/bind/bind-template.ts';
import { layoutText } from '../render/text/layout.ts';
import { textInk, type TextInk } from '../render/text/draw/text-ink.ts';
import { toPx, type LengthUnit } from '../common/lengths/units.ts';
import type { DesignFonts } from './fonts.ts';

/** The lines of a text from the top of its box, in the unit of the page. */
export interface MeasuredText {
  /** How many lines there are. */
  readonly lines: number;
  /** Of the longest line. */
  readonly width: number;
  /** Of all lines. */
  readonly height: number;
  /** From the top to the baseline of the first line. */
  readonly baseline: number;
  readonly ascent: number;
  readonly descent: number;
}

/** A text without a place. */
export type LooseText = Omit<TextElement, 'id' | 'x' | 'y' | 'width' | 'height'>;

/** Measures texts with the fonts that the template will have, as the renderer sets them. */
export class TextMeasure {
  readonly #fonts: DesignFonts;
  readonly #unit: LengthUnit;

  /** @param builder has the fonts */
  constructor({ fonts }: { readonly fonts: DesignFonts }, unit: LengthUnit) {
    this.#fonts = fonts;
    this.#unit = unit;
  }

  /** The lines of a text that is not broken. Null if it has no visible character. */
  measure(text: LooseText): MeasuredText | null {
    return this.#layout(text, { width: 1e5, wrap: false });
  }

  /** The lines of a text that are broken at a width. Null if it has no line. */
  measureWithin(text: LooseText, width: number): MeasuredText | null {
    return this.#layout(text, { width: Math.max(0.001, width), wrap: true });
  }

  /** What a text covers of an area of pixels, in which it has its place. */
  ink(text: TextElement, area: { readonly width: number; readonly height: number }): TextInk | null {
    const [bound] = this.#bind({ ...plain(text), id: 'text' }).scene.elements;
    if (bound?.type !== 'text') return null;
    return textInk(layoutText(bound, this.#fonts.bookFor(text)), { ...area, x: bound.x, y: bound.y });
  }

  #layout(text: LooseText, place: { readonly width: number; readonly wrap: boolean }): MeasuredText | null {
    const element: TextElement = {
      ...plain(text),
      id: 'text',
      x: 0,
      y: 0,
      height: 1e5,
      align: 'left',
      overflow: 'visible',
      ...place,
    };
    const [bound] = this.#bind(element).scene.elements;
    if (bound?.type !== 'text') return null;
    const { lines } = layoutText(bound, this.#fonts.bookFor(text));
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return null;
    const units = (px: number): number => px / toPx(1, this.#unit);
    return {
      lines: lines.length,
      width: units(Math.max(...lines.map(({ width }) => width))),
      height: units(last.top + last.height),
      baseline: units(first.baseline),
      ascent: units(first.ascent),
      descent: units(first.descent),
    };
  }

  #bind(element: TextElement): ReturnType<typeof bindTemplate> {
    const document: TemplateDocument = {
      schemaVersion: 1,
      name: 'text',
      viewport: { width: 100, height: 100 },
      viewportUnit: this.#unit,
      elements: [element],
    };
    return bindTemplate(document, new Map(), { isLenient: true });
  }
}

/** Marks in a text are measured as they are. */
function plain<Text extends LooseText>(text: Text): Text {
  const escape = (value: string): string => value.replaceAll('{{', '\\{{');
  return {
    ...text,
    ...(text.text !== undefined && { text: escape(text.text) }),
    ...(text.runs !== undefined && { runs: text.runs.map((run) => ({ ...run, text: escape(run.text) })) }),
  };
}
