import type { FontFace } from '../fonts/font-face.ts';
import type { Paint, RenderWarning, SceneText, TextDecoration } from '../scene.ts';

/** Text laid out in its element's box: origin at the box's top left corner, CSS pixels, y downwards. */
export interface TextLayout {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly LaidOutLine[];
  /** Nothing is to be seen outside the box. */
  readonly clip: boolean;
  readonly stroke: SceneText['stroke'];
  readonly highlight: SceneText['highlight'];
  /** How far `shrink` made the fonts smaller; 1 is not at all. */
  readonly scale: number;
  readonly warnings: readonly RenderWarning[];
}

export interface LaidOutLine {
  /** Left edge of the line's text and its width, without hanging spaces. */
  readonly x: number;
  readonly width: number;
  /** The line box. */
  readonly top: number;
  readonly height: number;
  readonly baseline: number;
  /** Highest ascent and descent of the fonts on the line, without leading: what a highlight covers. */
  readonly ascent: number;
  readonly descent: number;
  /** From left to right. */
  readonly runs: readonly LaidOutRun[];
  /** As typed, hanging spaces left out; with an ellipsis, or a hyphen of `hyphens: auto`, where the line ends with one. */
  readonly text: string;
}

/** What one call draws: one font, one style, one direction. */
export interface LaidOutRun {
  /** What to draw. */
  readonly drawn: string;
  /** What it stands for; differs by joiners, hyphens and invisible controls. */
  readonly typed: string;
  /** Left edge and width, with the room that justification adds. */
  readonly x: number;
  readonly width: number;
  /** Where the text itself begins on the left. */
  readonly textX: number;
  readonly rtl: boolean;
  readonly face: FontFace;
  /** The face that decorations take their position from. */
  readonly primary: FontFace;
  readonly fontSize: number;
  readonly letterSpacing: number;
  /** The style asks for italics and the family has none. */
  readonly isSlanted: boolean;
  readonly color: Paint;
  readonly decoration: TextDecoration;
  /** Index of the element's run, so that decorations are continuous over it. */
  readonly run: number;
  /** Place in reading order, counted along the line. */
  readonly order: number;
  /** ISO 15924 code. */
  readonly script: string;
}
