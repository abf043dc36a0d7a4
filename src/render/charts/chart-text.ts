/** The texts of charts: measured and drawn as all texts of a page are. */
import type { FontBook } from '../fonts/font-book.ts';
import type { SceneText } from '../scene/text.ts';
import { analyseElement } from '../text/analyse/analyse-element.ts';
import { measureText } from '../text/layout.ts';

/** How Vega describes a font. */
export interface ChartFont {
  readonly family: string;
  readonly size: number;
  readonly weight: number;
  readonly isItalic: boolean;
}

/** Measured texts that are kept; axes measure the same labels again and again. */
const MAX_MEASURED = 5_000;

/** Measures the texts of a chart. */
export class TextRuler {
  readonly #fonts: FontBook;
  readonly #language: string | null;
  readonly #widths = new Map<string, number>();

  constructor(fonts: FontBook, language: string | null) {
    this.#fonts = fonts;
    this.#language = language;
  }

  /** The advance width of a line, in CSS pixels. */
  width(text: string, font: ChartFont): number {
    if (text === '' || !(font.size > 0)) return 0;
    // Layout is linear, so one measurement serves all sizes.
    const key = `${font.weight}${font.isItalic ? 'i' : ''} ${font.family}\n${text}`;
    let width = this.#widths.get(key);
    if (width === undefined) {
      const element = lineOfText('', text, { ...font, size: MEASURED_SIZE }, '#000000ff', this.#language);
      width = measureText(analyseElement(element, this.#fonts), this.#fonts).width / MEASURED_SIZE;
      if (this.#widths.size >= MAX_MEASURED) this.#widths.clear();
      this.#widths.set(key, width);
    }
    return width * font.size;
  }
}

const MEASURED_SIZE = 100;

/** A line of text whose box begins at the capital height and ends at the baseline. */
export function lineOfText(
  id: string,
  text: string,
  font: ChartFont,
  color: string,
  language: string | null,
): SceneText {
  return {
    type: 'text',
    id,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    rotation: 0,
    opacity: 1,
    blendMode: 'normal',
    shadow: null,
    blur: 0,
    runs: [
      {
        text,
        fontFamily: font.family,
        fontSize: font.size,
        fontWeight: font.weight,
        fontStyle: font.isItalic ? 'italic' : 'normal',
        color: { type: 'solid', color },
        letterSpacing: 0,
        decoration: 'none',
      },
    ],
    lineHeight: 1,
    align: 'left',
    verticalAlign: 'bottom',
    direction: 'auto',
    overflow: 'visible',
    minFontSize: 1,
    maxLines: null,
    wrap: false,
    trimsToCapitals: true,
    hyphens: 'none',
    language,
    stroke: null,
    highlight: null,
  };
}
