import { createPictureMatcher } from './match-pictures.ts';
import { nameInValue, pictureName, pictureValue } from './picture-names.ts';

interface Field {
  readonly name: string;
  readonly type: string;
}

/** A variable of the template, as far as its pictures matter. */
export interface PictureVariable extends Field {
  readonly fields?: readonly PictureVariable[] | undefined;
}

/** The pictures that rows may name. */
export interface GivenPictures {
  /** Names of pictures that were in cells of the workbook. */
  readonly embedded: ReadonlySet<string>;
  /** Paths of the pictures that lie beside the table. */
  readonly beside: readonly string[];
  /** Paths of the template's own files. */
  readonly ofTemplate: readonly string[];
}

/** A value that shows no picture, or not surely the one that is meant. */
export interface PictureProblem {
  /** The place of the row, counted from 0. */
  readonly row: number;
  readonly variable: string;
  readonly kind: 'missing' | 'ambiguous' | 'not-an-image';
  /** As the cell has it. */
  readonly value: string;
  /** The end of a sentence that starts with the name of the variable or column. */
  readonly detail: string;
}

export interface AssignedPictures<Row> {
  /** The rows, whose values name their pictures as `pictures/NAME`. */
  readonly rows: readonly Row[];
  readonly problems: readonly PictureProblem[];
  /** The pictures that rows show: for each name its path beside the table, or null if it was in a cell. */
  readonly used: ReadonlyMap<string, string | null>;
  /** Pictures beside the table that no cell names. */
  readonly unused: readonly string[];
}

type Values = Readonly<Record<string, string>>;

/**
 * Replaces the names of pictures in the values of image variables, and of fields of lists that are images.
 * URLs stay as they are, and so do values that name a file of the template.
 */
export function assignPictures<Row extends { readonly values: Values }>(
  rows: readonly Row[],
  variables: readonly PictureVariable[],
  given: GivenPictures,
): AssignedPictures<Row> {
  const assignment = new Assignment(given);
  const assigned = rows.map((row, index) => {
    const values = { ...row.values };
    for (const variable of variables) {
      const value = values[variable.name];
      if (value !== undefined) values[variable.name] = assignment.place(index, variable, value);
    }
    return { ...row, values };
  });
  const { problems, used } = assignment;
  const shown = new Set([...used.values(), ...assignment.doubtful]);
  return { rows: assigned, problems, used, unused: given.beside.filter((path) => !shown.has(path)) };
}

class Assignment {
  readonly problems: PictureProblem[] = [];
  readonly used = new Map<string, string | null>();
  /** Pictures that a cell may mean. */
  readonly doubtful = new Set<string>();
  readonly #given: GivenPictures;
  readonly #match;
  readonly #names: ReadonlyMap<string, string>;
  readonly #ofTemplate: ReadonlySet<string>;

  constructor(given: GivenPictures) {
    this.#given = given;
    this.#match = createPictureMatcher(given.beside);
    this.#names = nameAll(given);
    this.#ofTemplate = new Set(given.ofTemplate.flatMap((path) => [path, `files/${path}`]));
  }

  /** The value of a variable with the pictures in place. */
  place(row: number, variable: PictureVariable, value: string): string {
    if (variable.type !== 'list') return this.#placeOne(row, variable, variable.name, value);
    const placed = this.#placeEntries(row, variable, variable.name, value, variable.name);
    return placed === null ? value : JSON.stringify(placed);
  }

  /** The entries of a list, and of the lists in them; null for another value. */
  #placeEntries(
    row: number,
    list: PictureVariable,
    place: string,
    given: unknown,
    variable: string,
  ): object[] | null {
    const fields = new Map((list.fields ?? []).map((field) => [field.name, field]));
    const entries = readEntries(given);
    if (entries === null) return null;
    return entries.map((entry, index) =>
      Object.fromEntries(
        Object.entries(entry).map(([name, each]) => {
          const field = fields.get(name);
          const at = `${place}[${index}].${name}`;
          if (field?.type === 'list')
            return [name, this.#placeEntries(row, field, at, each, variable) ?? each];
          if (field === undefined || typeof each !== 'string') return [name, each];
          return [name, this.#placeOne(row, field, at, each, variable)];
        }),
      ),
    );
  }

  #placeOne(row: number, { type }: Field, place: string, value: string, variable = place): string {
    const report = (kind: PictureProblem['kind'], detail: string): string => {
      this.problems.push({
        row,
        variable,
        kind,
        value,
        detail: place === variable ? detail : `${place}: ${detail}`,
      });
      return value;
    };
    const name = nameInValue(value);
    const isEmbedded = name !== null && this.#given.embedded.has(name);
    if (type !== 'image') {
      return isEmbedded
        ? report('not-an-image', 'has a picture in its cell, but its values are no pictures.')
        : value;
    }
    if (isEmbedded) {
      this.used.set(name, null);
      return value;
    }
    if (value === '' || this.#given.beside.length === 0 || /^(?:https?:|data:)/iu.test(value)) return value;
    const match = this.#match(value);
    const isOfTemplate = this.#ofTemplate.has(value);
    switch (match.kind) {
      case 'none':
        return isOfTemplate ? value : report('missing', `${quote(value)} is none of the pictures.`);
      case 'ambiguous': {
        for (const path of match.paths) this.doubtful.add(path);
        return report('ambiguous', `${quote(value)} may be ${listPaths(match.paths)}.`);
      }
      case 'found': {
        if (isOfTemplate) {
          this.doubtful.add(match.path);
          const both = 'is a picture beside the table, and a file of the template; rename one.';
          const detail = `${quote(value)} ${both}`;
          return report('ambiguous', detail);
        }
        const own = this.#names.get(match.path) ?? pictureName(match.path);
        this.used.set(own, match.path);
        return pictureValue(own);
      }
    }
  }
}

/** A name for each picture beside the table; none is that of a picture in a cell, or of another one. */
function nameAll({ beside, embedded }: GivenPictures): ReadonlyMap<string, string> {
  const taken = new Set(embedded);
  const names = new Map<string, string>();
  for (const path of beside) {
    const name = pictureName(path);
    let free = name;
    for (let number = 2; taken.has(free); number += 1) free = name.replace(/(?=\.[^./]*$)/u, `-${number}`);
    taken.add(free);
    names.set(path, free);
  }
  return names;
}

function readEntries(value: unknown): Readonly<Record<string, unknown>>[] | null {
  try {
    const read: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    const isList = Array.isArray(read) && read.every((each) => typeof each === 'object' && each !== null);
    return isList ? (read as Readonly<Record<string, unknown>>[]) : null;
  } catch {
    // The service says what is wrong with it.
    return null;
  }
}

/** Quotes a value on one line, shortened. */
function quote(value: string): string {
  const characters = [...value];
  return JSON.stringify(characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : value);
}

function listPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).map((path) => JSON.stringify(path));
  const more = paths.length > shown.length ? ` and ${paths.length - shown.length} more` : '';
  return `${shown.join(' or ')}${more}`;
}
