/** What the service keeps of a design beside its document. */
import { noMarks, type Marks } from '../model/marks.ts';
import type { Values } from '../model/values.ts';

/** What is kept for the designer beside the document. */
export interface DesignSettings extends Marks {
  readonly dataSets: readonly DataSet[];
  /** By variable: what elements showed before it. It completes the template's example values. */
  readonly example?: Values;
  /** What the template has copies of, from the library of the workspace. */
  readonly library?: readonly LibraryCopy[];
}

/** Copies of an item of the library. */
export interface LibraryCopy {
  readonly itemId: string;
  /** That of the item when it was copied. */
  readonly revision: number;
  /** The color, the paths of files, or the ids of elements that are copies. */
  readonly uses: readonly string[];
}

/** Named example values. */
export interface DataSet {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

export const emptySettings: DesignSettings = { ...noMarks, dataSets: [] };
