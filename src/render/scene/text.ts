/** Texts of a scene. */
import type { ElementBase } from './element-base.ts';
import type { SceneImage } from './image.ts';
import type { Color, Paint } from './paint.ts';

export interface SceneText extends ElementBase {
  readonly type: 'text';
  /** The address of a link. */
  readonly href?: string;
  /** At least one run; a plain `text` becomes one run. `transform` is already applied. */
  readonly runs: readonly SceneTextRun[];
  /** For runs that inherit their decoration. */
  readonly decorationStyle?: DecorationStyle;
  /** A multiple of the font size. */
  readonly lineHeight: number;
  readonly align: 'start' | 'end' | 'left' | 'center' | 'right' | 'justify';
  readonly verticalAlign: 'top' | 'middle' | 'bottom';
  readonly direction: 'auto' | 'ltr' | 'rtl';
  /** That of what is around a text whose direction is `auto`; absent: nothing says it. */
  readonly directionAround?: 'ltr' | 'rtl';
  readonly overflow: 'visible' | 'clip' | 'ellipsis' | 'shrink';
  readonly minFontSize: number;
  /** The text grows and shrinks to the size that its box allows; absent: it has its own size. */
  readonly fitsBox?: true;
  /** What it grows to at most; absent: no limit. */
  readonly maxFontSize?: number;
  /** Null: no limit. */
  readonly maxLines: number | null;
  readonly wrap: boolean;
  /** Lines that are even, or without a short last one; absent: each takes as many words as it can. */
  readonly wrapStyle?: 'balance' | 'pretty';
  /** Columns that the lines flow through; absent: one. */
  readonly columns?: { readonly count: number; readonly gap: number };
  /** In vertical lines from right to left. */
  readonly isVertical?: boolean;
  /** It is a part of a text that goes on on the next page, or from the one before. */
  readonly part?: TextPart;
  /** One line is set along this path; its view box is stretched to both sides of the box. */
  readonly path?: { readonly d: string; readonly viewBox: readonly [number, number, number, number] };
  /** Korean, Chinese and Japanese break between words only; absent: also between letters. */
  readonly keepsWords?: true;
  /** Punctuation hangs out of the box at the ends of lines. */
  readonly hangsPunctuation?: true;
  /** The box begins at the capital height of the first line and ends at the baseline of the last. */
  readonly trimsToCapitals?: true;
  /** Pixels between paragraphs, the lines of the value; absent: 0. */
  readonly paragraphSpacing?: number;
  /** Pixels before the first line of each paragraph; absent: 0. */
  readonly indent?: number;
  /** The marks before paragraphs that are not empty; absent: none. */
  readonly list?: 'disc' | 'decimal';
  /** Where words may be divided: nowhere, at soft hyphens, or also where the language allows it. */
  readonly hyphens: 'none' | 'manual' | 'auto';
  /** BCP 47; null where the template names none. */
  readonly language: string | null;
  readonly stroke: { readonly color: Color; readonly width: number } | null;
  readonly highlight: {
    readonly color: Color;
    readonly padding: number;
    readonly cornerRadius: number;
  } | null;
}

/** A part of a text, by UTF-16 indices. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A part of a text in one style. */
export interface SceneTextRun {
  readonly text: string;
  /** Amounts, dates and the like, which no line divides: in order, apart from each other. Absent: none. */
  readonly unbroken?: readonly TextRange[];
  readonly fontFamily: string;
  readonly fontSize: number;
  readonly fontWeight: number;
  readonly fontStyle: FontStyle;
  readonly color: Paint;
  readonly letterSpacing: number;
  readonly decoration: TextDecoration;
  /** A reading beside the text. */
  readonly ruby?: string;
  /** The address of a link. */
  readonly href?: string;
  /** The first character of the text stands for it. Its size is that which the lines give it. */
  readonly icon?: SceneImage;
  /** OpenType features; 0 is off. */
  readonly fontFeatures?: Readonly<Record<string, number>>;
  /** Pixels above the baseline of the line; absent: 0. */
  readonly baselineShift?: number;
  /** Absent: the colour of the text. */
  readonly decorationColor?: Paint;
  /** Absent: what the font says. The offset is that of an underline's upper edge below the baseline. */
  readonly decorationThickness?: number;
  readonly decorationOffset?: number;
  /** Absent: those of the element. Null: none. */
  readonly stroke?: SceneText['stroke'];
  readonly highlight?: SceneText['highlight'];
  /** Axes of a variable font. With them, a variable file counts for all weights that it holds. */
  readonly fontVariations?: Readonly<Record<string, number>>;
  /** The text sets the decoration: its line has one style over all such runs. */
  readonly inheritsDecoration?: boolean;
}

export type FontStyle = 'normal' | 'italic';
export type TextDecoration = 'none' | 'underline' | 'line-through';

/** The style that places and paints the line of a decoration. */
export type DecorationStyle = Pick<
  SceneTextRun,
  | 'fontFamily'
  | 'fontSize'
  | 'fontWeight'
  | 'fontStyle'
  | 'fontVariations'
  | 'color'
  | 'decorationColor'
  | 'decorationThickness'
  | 'decorationOffset'
>;

/** Lines of a text that is divided: from one, up to another that is not among them. */
export interface TextPart {
  readonly from: number;
  readonly to: number;
  /** The height of the whole text. */
  readonly wholeHeight: number;
}
