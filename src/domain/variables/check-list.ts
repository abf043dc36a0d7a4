import type { ListField, TemplateVariable } from '../../../generated/template.ts';
import { suggest } from '../../common/names/nearest-name.ts';
import { escapePointer } from '../../common/text/json-text.ts';
import {
  checkEntryCount,
  completeEntry,
  countDefaultEntries,
  listShape,
  MAX_ENTRIES,
  readDefault,
  readList,
  tooManyEntries,
} from '../../common/values/lists.ts';
import type { ListEntry } from '../../common/values/values.ts';
import type { CompiledVariables } from './compile-variables.ts';
import type { CompiledPattern } from './rules.ts';
import { quoteValue } from './types.ts';

/** What is wrong with a value. */
export interface VariableProblem {
  /** JSON pointer into the request body: `/variables/NAME`, in a list `/variables/NAME/3/FIELD`. */
  readonly pointer: string;
  readonly variable: string;
  /** The place in a list: `items[3].price`, `orders[0].items[1].name`. */
  readonly place?: string;
  /** Whole sentences: the variable, the given value (shortened) and what is accepted. */
  readonly detail: string;
}

/** What is wrong with a value that is no list: the end of a sentence, or null. */
export type FieldCheck = (
  field: TemplateVariable | ListField,
  value: unknown,
  pattern: CompiledPattern | undefined,
) => string | null;

/** What the check of a list found. */
export interface CheckedList {
  /** With the defaults of their fields; none if there are problems. */
  readonly entries: readonly ListEntry[];
  readonly problems: readonly VariableProblem[];
  /** All problems, also those that are not reported. */
  readonly problemCount: number;
}

/**
 * Checks the entries of a list and of the lists in them, and applies the defaults of their fields.
 *
 * @param compiled the fields of the list
 * @param maxReported problems that are reported; the others are only counted
 */
export function checkList(
  variable: TemplateVariable | ListField,
  value: unknown,
  compiled: CompiledVariables,
  check: FieldCheck,
  maxReported: number,
): CheckedList {
  const walk = new ListWalk(variable.name, check, maxReported);
  walk.checkValue(variable, value, compiled, []);
  const { problemCount } = walk;
  const problems = walk.isTooLong ? [walk.tooLong()] : walk.problems;
  if (walk.isTooLong || problemCount > 0)
    return { entries: [], problems, problemCount: walk.isTooLong ? 1 : problemCount };
  const entries = value === undefined ? readDefault(variable) : completeGiven(variable, value);
  return { entries: entries as readonly ListEntry[], problems, problemCount };
}

function completeGiven({ fields = [] }: TemplateVariable | ListField, value: unknown): ListEntry[] {
  return (readList(value) ?? []).map((entry) => completeEntry(fields, entry as object));
}

type Path = readonly (string | number)[];

/** Goes through the entries of one variable until they are too many. */
class ListWalk {
  readonly problems: VariableProblem[] = [];
  problemCount = 0;
  readonly #name: string;
  readonly #check: FieldCheck;
  readonly #maxReported: number;
  /** The entries at all depths, those of defaults included. */
  #entries = 0;

  constructor(name: string, check: FieldCheck, maxReported: number) {
    this.#name = name;
    this.#check = check;
    this.#maxReported = maxReported;
  }

  get isTooLong(): boolean {
    return this.#entries > MAX_ENTRIES;
  }

  /** The only problem of a list with too many entries. */
  tooLong(): VariableProblem {
    return this.#describe([], (place) => `Variable "${place}" ${tooManyEntries()}`);
  }

  checkValue(
    list: TemplateVariable | ListField,
    value: unknown,
    compiled: CompiledVariables,
    path: Path,
  ): void {
    const refuse = (detail: string) => this.#report(path, (place) => `Variable "${place}" ${detail}`);
    const { required = false } = list;
    if (value === undefined) {
      if (required) refuse('is required and no value was given.');
      else this.#entries += countDefaultEntries(list);
      return;
    }
    const entries = readList(value);
    if (entries === null) {
      refuse(`must be ${describeShape(compiled)}, but received ${describeGiven(value)}.`);
      return;
    }
    if (entries.length === 0) {
      if (required) refuse('is required, but received an empty list.');
      return;
    }
    const wrongCount = checkEntryCount(list, entries.length);
    if (wrongCount !== null) {
      refuse(wrongCount);
      return;
    }
    this.#entries += entries.length;
    for (const [index, entry] of entries.entries()) {
      if (this.isTooLong) return;
      this.#checkEntry(entry, compiled, [...path, index]);
    }
  }

  #checkEntry(entry: unknown, { byName, patterns, lists }: CompiledVariables, path: Path): void {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
      const shape = lists.size === 0 ? 'an object of strings' : 'an object';
      this.#report(
        path,
        (place) => `Variable "${place}" must be ${shape}, but received ${describeGiven(entry)}.`,
      );
      return;
    }
    const given = entry as Readonly<Record<string, unknown>>;
    for (const [field, declaration] of byName) {
      const value = Object.hasOwn(given, field) ? given[field] : undefined;
      const at = [...path, field];
      const inner = lists.get(field);
      if (inner !== undefined) {
        this.checkValue(declaration, value, inner, at);
        continue;
      }
      const detail = this.#check(declaration, value, patterns.get(field));
      if (detail !== null) this.#report(at, (place) => `Variable "${place}" ${detail}`);
    }
    for (const field in given) {
      if (!Object.hasOwn(given, field) || byName.has(field)) continue;
      const list = listName(this.#name, path);
      this.#report([...path, field], () => describeUnknownField(list, field, [...byName.keys()]));
    }
  }

  #report(path: Path, describe: (place: string) => string): void {
    this.problemCount += 1;
    if (this.problems.length < this.#maxReported) this.problems.push(this.#describe(path, describe));
  }

  #describe(path: Path, describe: (place: string) => string): VariableProblem {
    const variable = this.#name;
    const pointer = ['/variables', ...[variable, ...path].map((key) => escapePointer(String(key)))].join('/');
    const place = placeOf(variable, path);
    return { pointer, variable, ...(path.length === 0 ? {} : { place }), detail: describe(place) };
  }
}

/** `orders[0].items[1].name` */
function placeOf(name: string, path: Path): string {
  return path.reduce<string>(
    (place, key) => (typeof key === 'number' ? `${place}[${key}]` : `${place}.${key}`),
    name,
  );
}

/** The list of an entry, whatever the entries around it: `orders[].items`. */
function listName(name: string, path: Path): string {
  return path
    .slice(0, -1)
    .reduce<string>((place, key) => (typeof key === 'number' ? `${place}[]` : `${place}.${key}`), name);
}

function describeShape({ lists }: CompiledVariables): string {
  return lists.size === 0 ? listShape : listShape.replace(' of strings', '');
}

function describeUnknownField(list: string, field: string, declared: readonly string[]): string {
  const meant = suggest(field, declared) ?? '';
  const listed = declared.map((each) => `"${each}"`).join(', ');
  return `Entries of "${list}" have no field ${quoteValue(field)}.${meant} They have ${listed}.`;
}

/** Describes a value, so that the number 1 does not look like the string "1". */
export function describeGiven(value: unknown): string {
  if (typeof value === 'string') return quoteValue(value);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value;
  if (kind === 'number' || kind === 'boolean') return `the ${kind} ${String(value)}`;
  return kind === 'object' ? 'an object' : kind;
}
