import {
  assignPictures,
  type AssignedPictures,
} from '../../../../../../src/common/rows/pictures/assign-pictures.ts';
import type { Schema } from '../../../api/client.ts';
import type { PreparedBatch, PreparedRow } from '../prepared-batch.ts';

/** Rows with their pictures in place, and what was found. */
export interface PlacedRows extends Omit<AssignedPictures<PreparedRow>, 'rows'> {
  readonly rows: readonly PreparedRow[];
  /** The contents by the names that rows use. */
  readonly contents: ReadonlyMap<string, Blob>;
}

/**
 * Finds the pictures of the rows: those in cells of the workbook, and those beside the table. A cell whose
 * picture is not found, or not sure, is a fault of its row.
 *
 * @param ofTemplate paths of the template's files
 */
export function placeRowPictures(
  rows: readonly PreparedRow[],
  variables: readonly Schema<'Variable'>[],
  { source, beside }: Pick<PreparedBatch, 'source' | 'beside'>,
  ofTemplate: readonly string[],
): PlacedRows {
  const inCells = source.pictures?.files ?? new Map<string, Uint8Array>();
  if (inCells.size === 0 && beside.size === 0) {
    return { rows, problems: [], used: new Map(), unused: [], contents: new Map() };
  }
  const { rows: assigned, ...found } = assignPictures(rows, variables, {
    embedded: new Set(inCells.keys()),
    beside: [...beside.keys()],
    ofTemplate,
  });
  const faults = Map.groupBy(found.problems, ({ row }) => row);
  const contents = new Map<string, Blob>();
  for (const [name, path] of found.used) {
    const content = path === null ? getBlob(inCells.get(name)) : beside.get(path);
    if (content !== undefined) contents.set(name, content);
  }
  return {
    ...found,
    contents,
    rows: assigned.map((row, index) => ({
      ...row,
      faults: [
        ...row.faults,
        ...(faults.get(index) ?? []).map(({ variable, detail }) => ({ variable, detail })),
      ],
      key: JSON.stringify(row.values),
    })),
  };
}

const blobs = new WeakMap<Uint8Array, Blob>();

/** The same content is the same blob, so that it is uploaded once. */
function getBlob(bytes: Uint8Array | undefined): Blob | undefined {
  if (bytes === undefined) return undefined;
  const known = blobs.get(bytes) ?? new Blob([bytes as Uint8Array<ArrayBuffer>]);
  blobs.set(bytes, known);
  return known;
}
