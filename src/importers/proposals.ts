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

/**
 * Which text or picture an object is. Copies have it, too: converters move and group elements after they have
 * proposed what is in them.
 */
const identity = Symbol('identity');

/** Strings of elements that may hold placeholders: braces that are not placeholders are escaped. */
const placeholderKeys = ['text', 'ruby', 'value', 'header'];

/** The most of a value that is shown beside its name. */
const maxShownValue = 200;

/** The variables that a conversion proposes. */
export class Proposals {
  readonly #byName = new Map<string, Proposal>();
  /** Proposals that the design does not mark, by their texts. */
  readonly #byText = new Map<string, Proposal>();
  readonly #choice: VariableChoice;

  constructor(choice: VariableChoice) {
    this.#choice = choice;
  }

  /**
   * Proposes a variable. Marks with the same name are one variable; others with a name that is in use get
   * a number. A text that the design repeats is one variable.
   */
  add({ name, type, from, isMarked, defaultValue, scope = '', target, key, mark }: FoundVariable): void {
    identify(target);
    const isWord = type === 'text' && !isMarked && /\p{L}.*\p{L}.*\p{L}/su.test(defaultValue ?? '');
    const repeated = isWord ? (defaultValue ?? '') : '';
    const unique = numbered(toVariableName(name, type), (each) =>
      this.#isFree(each, { type, isMarked, scope }),
    );
    const known = this.#byName.get(unique) ?? this.#byText.get(repeated);
    if (known !== undefined) known.places.push({ target, key, mark });
    else {
      const places = [{ target, key, mark }];
      const proposal: Proposal = { name: unique, type, from, isMarked, defaultValue, scope, places };
      this.#byName.set(unique, proposal);
      if (repeated !== '') this.#byText.set(repeated, proposal);
    }
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

  /**
   * Puts the chosen variables into their places, and escapes other braces. Returns the declarations. What no
   * element has, such as one that lies on another page, is no longer proposed.
   */
  apply(elements: readonly object[]): TemplateVariable[] {
    const targets = [...withInner(elements)];
    const reached = new Set(targets.map(identityOf));
    for (const [name, { places }] of this.#byName)
      if (places.length > 0 && places.every(({ target }) => !reached.has(identityOf(target))))
        this.#byName.delete(name);
    const chosen = [...this.#byName.values()].filter((proposal, place) =>
      isChosen(proposal, place, this.#choice),
    );
    const placesOf = new Map<unknown, (Place & { readonly name: string })[]>();
    for (const { name, places } of chosen) {
      for (const place of places) {
        const id = identify(place.target);
        placesOf.set(id, [...(placesOf.get(id) ?? []), { ...place, name }]);
      }
    }
    for (const target of targets) {
      fillStrings(target, placesOf.get(identityOf(target)) ?? []);
      Reflect.deleteProperty(target, identity);
    }
    return chosen.map(({ name, type, defaultValue = '', fields }) => ({
      name,
      type,
      ...(defaultValue.length > 0 && {
        defaultValue: typeof defaultValue === 'string' ? defaultValue : [...defaultValue],
      }),
      ...(fields !== undefined && { fields: [...fields] }),
    }));
  }

  list(): (ProposedVariable & {
    readonly isMarked: boolean;
    readonly isChosen: boolean;
    readonly value: string | null;
  })[] {
    return [...this.#byName.values()].map((proposal, place) => {
      const { name, type, from, isMarked, defaultValue } = proposal;
      const isShown = typeof defaultValue === 'string' && type !== 'image';
      const value = isShown ? defaultValue.slice(0, maxShownValue) : null;
      return { name, type, from, isMarked, value, isChosen: isChosen(proposal, place, this.#choice) };
    });
  }

  #isFree(name: string, { type, isMarked, scope }: Pick<Proposal, 'type' | 'isMarked' | 'scope'>): boolean {
    const known = this.#byName.get(name);
    if (known === undefined) return true;
    return isMarked && known.isMarked && known.type === type && known.scope === scope;
  }
}

function identityOf(target: object): unknown {
  return (target as { [identity]?: symbol })[identity];
}

/** Gives an object its identity, if it has none. */
function identify(target: object): unknown {
  (target as { [identity]?: symbol })[identity] ??= Symbol('target');
  return identityOf(target);
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
