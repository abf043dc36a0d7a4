import type { FontFace } from '../fonts/font-face.ts';
import type { FeatureSet } from './analyse/font-features.ts';
import type { Bounds, Matrix } from '../geometry.ts';
import type { RenderWarning } from '../layout-report.ts';
import type { SceneImage } from '../scene/image.ts';
import type { Paint } from '../scene/paint.ts';
import type { SceneText, TextDecoration } from '../scene/text.ts';
import type { ShapedText } from './shape/shape-text.ts';

/**
 * Text laid out in its element's box. The origin is the box's top left corner; units are CSS pixels, y
 * downwards.
 */
export interface TextLayout {
  readonly width: number;
  readonly height: number;
  readonly lines: readonly LaidOutLine[];
  /** Clip everything outside the box. */
  readonly clip: boolean;
  readonly stroke: SceneText['stroke'];
  readonly highlight: SceneText['highlight'];
  /** The factor of the font sizes by `shrink` and `fitsBox`; 1: unchanged. */
  readonly scale: number;
  readonly warnings: readonly RenderWarning[];
  /** Readings beside the lines. */
  readonly rubies?: readonly LaidOutLine[];
  /** From the coordinates of the lines to the box, of vertical lines. */
  readonly turn?: Matrix;
}

export interface LaidOutLine {
  /** Left edge and width of the text, without hanging spaces. */
  readonly x: number;
  readonly width: number;
  /** The line box. */
  readonly top: number;
  readonly height: number;
  readonly baseline: number;
  /** Max ascent and descent of the fonts on the line, without leading. A highlight covers them. */
  readonly ascent: number;
  readonly descent: number;
  /** From left to right. */
  readonly runs: readonly LaidOutRun[];
  /**
   * The original text without hanging spaces, with an ellipsis or automatic hyphen at the end if there is
   * one.
   */
  readonly text: string;
  /** The upright rectangle around the letters of a line that is not straight. */
  readonly bounds?: Bounds;
  /** The path of a line that is not straight. */
  readonly path?: LinePath;
}

/** A point of a path, and the direction of the path there in radians, clockwise from the x axis. */
export interface LinePlace {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}

/** The path of a line: where the points of its baseline are. */
export interface LinePath {
  /** @param x on the straight line; beyond the ends the path goes on straight */
  placeOf(x: number): LinePlace;
}

/** A piece of a run that is drawn by one call at its own place. */
export interface PlacedText {
  readonly drawn: string;
  readonly typed: string;
  /** Left edge and width on the straight line. */
  readonly x: number;
  readonly width: number;
  /** From the straight line, at its baseline, to the place. */
  readonly matrix: Matrix;
}

/** A line below or through a text. All pieces of one line in one decorated part share the object. */
export interface Decoration {
  readonly kind: Exclude<TextDecoration, 'none'>;
  /** The face that determines position and thickness. */
  readonly face: FontFace;
  readonly fontSize: number;
  readonly color: Paint;
  /** Null: what the font says. The offset is that of an underline's upper edge below the baseline. */
  readonly thickness: number | null;
  readonly offset: number | null;
  /** Distance above the baseline of the line. */
  readonly shift: number;
}

/** Text in one font, style and direction, drawn by one call. */
export interface LaidOutRun {
  readonly drawn: string;
  /** The original text; `drawn` has additional joiners and hyphens, and no invisible controls. */
  readonly typed: string;
  /** The glyphs of `drawn` if it would have others alone: letters that join those of another run. */
  readonly shaped: ShapedText | null;
  /** The glyphs that were measured, perhaps of another text or script; null: it was not measured alone. */
  readonly measured: ShapedText | null;
  /** Left edge and width, with the space that justification adds. */
  readonly x: number;
  readonly width: number;
  /** Left edge of the text itself. */
  readonly textX: number;
  readonly rtl: boolean;
  readonly face: FontFace;
  /** The first face of the run, also if it lacks this text. */
  readonly primary: FontFace;
  readonly fontSize: number;
  readonly letterSpacing: number;
  /** Added to each space, in CSS pixels. */
  readonly wordSpacing: number;
  readonly features: FeatureSet | null;
  /** The style is italic, but the family has no italics. */
  readonly isSlanted: boolean;
  readonly color: Paint;
  readonly decoration: Decoration | null;
  readonly stroke: SceneText['stroke'];
  /** Its own highlight, beside that of the whole text. */
  readonly highlight: SceneText['highlight'];
  /** Distance above the baseline of the line. */
  readonly shift: number;
  /** The mark of a list, which stands outside of the line. */
  readonly isMarker: boolean;
  /** Index of the element's run. */
  readonly run: number;
  /** Index in reading order on the line. */
  readonly order: number;
  /** ISO 15924 code. */
  readonly script: string;
  /** BCP 47, of the text; null: it names none. */
  readonly language: string | null;
  /** Stands upright in a vertical line. */
  readonly isUpright?: boolean;
  /** Stands on the baseline in place of text. */
  readonly icon?: SceneImage;
  /** The pieces of a run that is not drawn by one call, in reading order. */
  readonly places?: readonly PlacedText[];
}
