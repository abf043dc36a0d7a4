import type { TemplateVariable } from '../../../../generated/template.ts';
import { uploadPictures } from '../../../domain/batches/pictures.ts';
import { assignPictures, type AssignedPictures } from '../../../common/rows/pictures/assign-pictures.ts';
import { describeElsewhere } from '../../../common/rows/pictures/place-pictures.ts';
import {
  nameLine,
  UnreadableRows,
  type FileRow,
  type TableKind,
  type TablePictures,
} from '../../../common/rows/table.ts';
import { Problem } from '../../../domain/problems/problem.ts';
import type { Viewer } from '../../../store/projects.ts';
import { CommandError, fileLimits, type CommandContext } from '../../command-context.ts';
import type { BesidePictures } from './read-pictures.ts';

/** What rows may show. */
export interface PictureSources {
  /** Of each sheet that is read, if it has pictures. */
  readonly embedded: readonly { readonly sheet: string; readonly pictures: TablePictures }[];
  /** Of `--pictures`; null: not given. */
  readonly beside: BesidePictures | null;
  /** Paths of the template's files. */
  readonly ofTemplate: readonly string[];
}

interface Rows {
  readonly kind: TableKind;
  readonly rows: readonly FileRow[];
  readonly variables: readonly TemplateVariable[];
  readonly columnOf: (variable: string) => string;
}

/** Rows whose values name their pictures, and the pictures. */
export interface TakenPictures {
  readonly rows: readonly FileRow[];
  /** By name. */
  readonly pictures: ReadonlyMap<string, () => Promise<Uint8Array>>;
  /** Sentences about pictures that no row shows. */
  readonly notes: readonly string[];
}

/**
 * Finds the pictures of the rows: in cells of the workbook, and by their names beside it.
 *
 * @throws UnreadableRows with every cell whose picture is not found, or is not sure
 */
export function takePictures(
  { kind, rows, variables, columnOf }: Rows,
  sources: PictureSources,
): TakenPictures {
  const { embedded, beside, ofTemplate } = sources;
  const inCells = new Map(embedded.flatMap(({ pictures }) => [...pictures.files]));
  const assigned = assignPictures(rows, variables, {
    embedded: new Set(inCells.keys()),
    beside: [...(beside?.keys() ?? [])],
    ofTemplate,
  });
  refuseProblems(kind, rows, columnOf, assigned.problems);
  const pictures = new Map<string, () => Promise<Uint8Array>>();
  for (const [name, path] of assigned.used) {
    const bytes = inCells.get(name);
    const read = path === null ? () => Promise.resolve(bytes ?? new Uint8Array()) : beside?.get(path);
    if (read !== undefined) pictures.set(name, read);
  }
  return { rows: assigned.rows, pictures, notes: describeUnused(assigned, embedded, inCells) };
}

function refuseProblems(
  kind: TableKind,
  rows: readonly FileRow[],
  columnOf: Rows['columnOf'],
  problems: AssignedPictures<FileRow>['problems'],
): void {
  const [first] = problems;
  if (first === undefined) return;
  const getLine = (row: number): number => rows[row]?.line ?? row + 1;
  if (problems.length === 1) {
    const { row, variable, detail } = first;
    throw new UnreadableRows(`${columnOf(variable)} in ${nameLine(kind, getLine(row))}: ${detail}`);
  }
  throw new UnreadableRows(
    `${problems.length} cells do not name a picture. Nothing was submitted.`,
    problems.map(({ row, variable, detail }) => ({ line: getLine(row), column: columnOf(variable), detail })),
  );
}

function describeUnused(
  { used, unused }: AssignedPictures<FileRow>,
  embedded: PictureSources['embedded'],
  inCells: ReadonlyMap<string, unknown>,
): string[] {
  const read = new Set(embedded.map(({ sheet }) => sheet));
  const elsewhere = new Map(
    embedded.flatMap(({ pictures }) => pictures.elsewhere.map((each) => [each.sheet, each] as const)),
  );
  const ignored = [...inCells.keys()].filter((name) => !used.has(name));
  return [
    ...embedded.flatMap(({ pictures }) => pictures.notes),
    ...[...elsewhere.values()].filter(({ sheet }) => !read.has(sheet)).map(describeElsewhere),
    ...(ignored.length === 0 ? [] : [`Pictures in columns that are not used: ${list(ignored)}.`]),
    ...(unused.length === 0 ? [] : [`No row names these pictures: ${list(unused)}.`]),
  ];
}

/** Names that a line lists. */
const maxListed = 20;

function list(names: readonly string[]): string {
  const more = names.length > maxListed ? ` and ${names.length - maxListed} more` : '';
  return `${names.slice(0, maxListed).join(', ')}${more}`;
}

interface StoredPictures {
  readonly pictures: readonly { readonly name: string; readonly id: string }[];
  readonly notes: readonly string[];
}

/** Pictures that are checked in one process, and held in memory. */
const groupPictures = 20;

/**
 * Stores the pictures for the submission.
 *
 * @returns them as a submission names them, and sentences about what was left out of them
 * @throws CommandError for a picture that cannot be decoded
 */
export async function storePictures(
  { db, storage, config }: CommandContext,
  caller: Viewer,
  pictures: TakenPictures['pictures'],
): Promise<StoredPictures> {
  const parts = { db, storage, fileLimits: fileLimits(config), plans: config.plans };
  const stored: { name: string; id: string }[] = [];
  const notes: string[] = [];
  const waiting = [...pictures];
  for (let start = 0; start < waiting.length; start += groupPictures) {
    const group = await Promise.all(
      waiting
        .slice(start, start + groupPictures)
        .map(async ([name, read]) => ({ name, bytes: await read() })),
    );
    const uploaded = await uploadPictures(parts, caller, group).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const { code, detail, facts } = error;
      throw new CommandError(facts.errors?.map((each) => each.detail).join(' ') ?? detail, { code });
    });
    for (const [index, picture] of uploaded.entries()) {
      const name = group[index]?.name ?? '';
      stored.push({ name, id: picture.id });
      notes.push(...picture.notes.map((note) => `${name}: ${note}`));
    }
  }
  return { pictures: stored, notes };
}
