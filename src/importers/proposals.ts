/** Variables that a design proposes, and how the chosen ones get into its texts and pictures. */
import type { ListEntry, ListField, TemplateVariable } from '../../generated/template.ts';
import type { ProposedVariable, VariableChoice } from './design.ts';

/** Where a variable goes: a string of an element, or the part of it that marks the variable. */
export interface Place {
  readonly target: object;
  readonly key: string;
  /** The mark in the string, such as `{name}`; null for all of the string. */
  readonly mark: string | null;
  /** The string that stands for all of it, in place of the name of the variable. */
  readonly expression?: string;
}

interface Proposal extends ProposedVariable {
  readonly isMarked: boolean;
  readonly defaultValue: string | readonly ListEntry[] | undefined;
  readonly scope: string;
  readonly places: Place[];
  /** The values of the entries of a list. */
  readonly fields?: readonly ListField[];
}

/** A list that a converter has found. */
export interface FoundList {
  readonly name: string;
  readonly from: string;
  readonly fields: readonly ListField[];
  readonly entries: readonly ListEntry[];
}

/** A variable that a converter has found. */
export interface FoundVariable extends Place {
  /** A name, or what a name is made of. */
  readonly name: string;
  readonly type: ProposedVariable['type'];
  readonly from: string;
  /** Whether the design itself marks it. */
  readonly isMarked: boolean;
  /** The value without which the design would look otherwise; undefined if there is none. */
  readonly defaultValue?: string | undefined;
  /** What a marked name belongs to: the same name elsewhere is another variable. Default: the design. */
  readonly scope?: string;
}

/** Strings of elements that may hold placeholders: braces that are not placeholders are escaped. */
const placeholderKeys = ['text', 'ruby', 'value', 'header'];

/** The variables that a conversion proposes. */
export class Proposals {
  readonly #byName = new Map<string, Proposal>();
  readonly #choice: VariableChoice;

  constructor(choice: VariableChoice) {
    this.#choice = choice;
  }

  /**
   * Proposes a variable. Marks with the same name are one variable; others with a name that is in use get
   * a number.
   */
  add({ name, type, from, isMarked, defaultValue, scope = '', target, key, mark }: FoundVariable): void {
    const unique = numbered(toVariableName(name, type), (each) =>
      this.#isFree(each, { type, isMarked, scope }),
    );
    const known = this.#byName.get(unique);
    if (known !== undefined) known.places.push({ target, key, mark });
    else
      this.#byName.set(unique, {
        name: unique,
        type,
        from,
        isMarked,
        defaultValue,
        scope,
        places: [{ target, key, mark }],
      });
  }

  /**
   * Proposes a list that the design itself marks. Returns its places if it is chosen, which are still empty;
   * else null.
   */
  addList({ name, from, fields, entries }: FoundList): Place[] | null {
    const unique = numbered(toVariableName(name, 'list'), (each) => !this.#byName.has(each));
    const proposal = { name: unique, type: 'list', from, isMarked: true, fields, scope: '' } as const;
    const places: Place[] = [];
    const place = this.#byName.size;
    this.#byName.set(unique, { ...proposal, defaultValue: entries, places });
    return isChosen(proposal, place, this.#choice) ? places : null;
  }

  /** Puts the chosen variables into their places, and escapes other braces. Returns the declarations. */
  apply(elements: readonly object[]): TemplateVariable[] {
    const chosen = [...this.#byName.values()].filter((proposal, place) =>
      isChosen(proposal, place, this.#choice),
    );
    const placesOf = new Map<object, (Place & { readonly name: string })[]>();
    for (const { name, places } of chosen) {
      for (const place of places)
        placesOf.set(place.target, [...(placesOf.get(place.target) ?? []), { ...place, name }]);
    }
    for (const target of withInner(elements)) fillStrings(target, placesOf.get(target) ?? []);
    return chosen.map(({ name, type, defaultValue = '', fields }) => ({
      name,
      type,
      ...(defaultValue.length > 0 && {
        defaultValue: typeof defaultValue === 'string' ? defaultValue : [...defaultValue],
      }),
      ...(fields !== undefined && { fields: [...fields] }),
    }));
  }

  list(): (ProposedVariable & { readonly isMarked: boolean; readonly isChosen: boolean })[] {
    return [...this.#byName.values()].map((proposal, place) => {
      const { name, type, from, isMarked } = proposal;
      return { name, type, from, isMarked, isChosen: isChosen(proposal, place, this.#choice) };
    });
  }

  #isFree(name: string, { type, isMarked, scope }: Pick<Proposal, 'type' | 'isMarked' | 'scope'>): boolean {
    const known = this.#byName.get(name);
    if (known === undefined) return true;
    return isMarked && known.isMarked && known.type === type && known.scope === scope;
  }
}

function isChosen(
  { name, isMarked }: Pick<Proposal, 'name' | 'isMarked'>,
  place: number,
  choice: VariableChoice,
): boolean {
  if (typeof choice === 'object') return choice.has(name) || choice.has(place);
  return choice === 'all' || (choice === 'marked' && isMarked);
}

/** Elements and the objects in them, runs and children included. */
function* withInner(values: readonly unknown[]): Generator<Record<string, unknown>> {
  const open: unknown[] = [...values];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) yield value as Record<string, unknown>;
    open.push(...(Object.values(value) as unknown[]).filter((inner) => typeof inner === 'object'));
  }
}

function fillStrings(target: Record<string, unknown>, places: readonly (Place & { name: string })[]): void {
  const keys = new Set([...placeholderKeys, ...places.map(({ key }) => key)]);
  for (const key of keys) {
    const text = target[key];
    const here = places.filter((place) => place.key === key);
    const whole = here.find(({ mark }) => mark === null);
    if (whole !== undefined) target[key] = whole.expression ?? placeholder(whole.name);
    else if (typeof text === 'string') target[key] = fillMarks(text, here);
  }
}

function fillMarks(text: string, places: readonly (Place & { name: string })[]): string {
  const names = new Map(places.map(({ mark, name }) => [mark ?? '', name]));
  let filled = '';
  let at = 0;
  while (at < text.length) {
    const mark = [...names.keys()].find((each) => text.startsWith(each, at));
    if (mark !== undefined) {
      filled += placeholder(names.get(mark) ?? '');
      at += mark.length;
    } else if (text.startsWith('{{', at)) {
      filled += '\\{{';
      at += 2;
    } else {
      filled += text.charAt(at);
      at += 1;
    }
  }
  return filled;
}

function placeholder(name: string): string {
  return `{{${name}}}`;
}

/** The first of `name`, `name 2`, `name 3` and so on that is free. */
export function numbered(name: string, isFree: (name: string) => boolean): string {
  let unique = name;
  for (let number = 2; !isFree(unique); number += 1) unique = `${name} ${number}`;
  return unique;
}

/** A name as the schema wants it: no braces, no control characters, no space at either end. */
export function toVariableName(name: string, type: string): string {
  const clean = name
    .toWellFormed()
    .replaceAll(/[{}\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, 60)
    .trim();
  return clean === '' ? type : clean.toWellFormed();
}
