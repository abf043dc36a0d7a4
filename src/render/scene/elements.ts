/** Elements of a scene: of every type, and groups, which hold elements. */
import type { SceneLayout } from './boxes.ts';
import type { SceneChart } from './chart.ts';
import type { SceneBarcode, SceneQrCode } from './codes.ts';
import type { CornerRadii, ElementBase } from './element-base.ts';
import type { Mask, SceneImage } from './image.ts';
import type { SceneEllipse, SceneLine, ScenePath, SceneRect } from './shapes.ts';
import type { SceneCell, SceneTable, SceneTableRow } from './table.ts';
import type { SceneText } from './text.ts';

export type SceneElement =
  | SceneText
  | SceneImage
  | SceneRect
  | SceneEllipse
  | SceneLine
  | ScenePath
  | SceneQrCode
  | SceneBarcode
  | SceneChart
  | SceneGroup;

export interface SceneGroup extends ElementBase {
  readonly type: 'group';
  /** Standard deviation of the blur of what is behind, inside of the shape; absent: none. */
  readonly backdropBlur?: number;
  /** The address of a link. */
  readonly href?: string;
  readonly elements: readonly SceneElement[];
  readonly mask?: Mask;
  readonly clip: 'none' | 'box' | 'ellipse';
  readonly cornerRadius: CornerRadii;
  /** Painted behind the elements, over the whole box, without being clipped. */
  readonly background?: GroupBackground;
  /** What `placeElements` goes by. */
  readonly layout?: SceneLayout;
  /**
   * Its elements stand below each other, and a flow divides it between them: this many of the first are drawn
   * again at the top of each part that follows, tagged `Artifact`. Absent: its layout decides.
   */
  readonly repeatedHead?: number;
  /** It goes on from the page before. */
  readonly isContinued?: true;
  /** Of a column that goes on: the elements below those that it has. */
  readonly following?: FollowingElements;
  /** It is one of several parts, on pages that follow each other. */
  readonly isDivided?: true;
  /** Of a table, whose elements are its rows: what `placeElements` goes by. */
  readonly table?: SceneTable;
  /** Of a table: the sums that it carries from page to page. */
  readonly carry?: SceneCarry;
  /** Of a row of a table. */
  readonly row?: SceneTableRow;
  /** Of a cell of a table that holds a picture or a code. */
  readonly cell?: SceneCell;
}

/** Elements of a column as they stand in the whole column, from one of them on, which is not the first. */
export interface FollowingElements {
  readonly elements: readonly SceneElement[];
  readonly from: number;
}

/** The rows of a table at the foot of a page and at the head of the next, without their sums. */
export interface SceneCarry {
  readonly foot: SceneGroup;
  readonly head: SceneGroup;
  /** Which of their cells has the sum. */
  readonly cell: number;
}

/** The background of a group. */
export type GroupBackground = Pick<SceneRect, 'fill' | 'stroke' | 'cornerRadius' | 'shadow'>;
