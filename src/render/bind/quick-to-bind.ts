import type { TemplateDocument } from '../../../generated/template.ts';
import { patternSize } from '../../common/expressions/pattern-size.ts';

/**
 * Members and entries, and texts by their length, whose binding takes a few milliseconds at most. One takes
 * about a microsecond.
 */
const maxQuickSize = 4_000;

/** A text of this length counts as one member. */
const charactersPerMember = 32;

/** What compiling a pattern counts for each of its states. */
const membersPerState = 2;

/** Steps of a pattern, one for each state and character, that count as one member. */
const patternSteps = 100;

/** Encoding a value to check it counts as much. */
const membersPerCode = 400;

/** Longer values of codes take tens of milliseconds. */
const maxCodeCharacters = 60;

/** What binding a document costs. */
interface Cost {
  readonly size: number;
  readonly hasLists: boolean;
  readonly hasCodes: boolean;
  /** The states of the pattern of each variable that has one. */
  readonly patterns: ReadonlyMap<string, number>;
}

/** The costs of documents, which never change. */
const costs = new WeakMap<object, Cost>();

/** Values by the name of their variable. */
type Values = Iterable<readonly [string, unknown]>;

/**
 * Whether checking and binding values takes a few milliseconds at most, whatever the expressions: nothing is
 * made once for each entry of a list, neither the document nor the values are large, and no code or pattern
 * takes long.
 */
export function isQuickToBind(document: TemplateDocument, values: Values): boolean {
  const cost = findCost(document);
  return !cost.hasLists && addValues(cost, values, cost.size) <= maxQuickSize;
}

/** Whether patterns and codes of a short document, which may be wrong, take a few milliseconds at most. */
export function hasQuickRules(document: object): boolean {
  return getRuleCost(document).size <= maxQuickSize;
}

/**
 * The first of some rows, at least one: as many as are small together.
 *
 * @returns `isQuick`: whether binding all of the given rows takes a few milliseconds at most together
 */
export function takeSmallRows<Row extends object>(
  document: TemplateDocument,
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly isQuick: boolean } {
  const cost = findCost(document);
  let size = 0;
  let count = 0;
  for (const row of rows) {
    const sizeWithRow = addValues(cost, Object.entries(row), size + 1);
    if (count > 0 && sizeWithRow > maxQuickSize) break;
    size = sizeWithRow;
    count += 1;
  }
  return { rows: rows.slice(0, count), isQuick: areQuickToBind(document, rows) };
}

/** Whether checking and binding rows takes a few milliseconds at most, all of them together. */
export function areQuickToBind(document: TemplateDocument, rows: readonly object[]): boolean {
  const cost = findCost(document);
  if (cost.hasLists) return false;
  let size = 0;
  for (const row of rows) {
    // Each row is bound to the document by itself.
    size = addValues(cost, Object.entries(row), size + cost.size);
    if (size > maxQuickSize) return false;
  }
  return true;
}

/** Adds what values cost; where that is too much, the rest is not counted. */
function addValues({ hasCodes, patterns }: Cost, values: Values, counted: number): number {
  let size = counted;
  for (const [name, value] of values) {
    if (size > maxQuickSize) break;
    size = getSize(value, size);
    if (typeof value !== 'string') continue;
    size += Math.floor(((patterns.get(name) ?? 0) * value.length) / patternSteps);
    if (hasCodes && value.length > maxCodeCharacters) size += maxQuickSize;
  }
  return size;
}

function findCost(document: object): Cost {
  const known = costs.get(document);
  if (known !== undefined) return known;
  const size = getSize(document, 0);
  const variables = listDeclarations(document);
  const hasLists = variables.some(({ type }) => type === 'list');
  // Nothing more of a large document is looked at.
  const rules = size > maxQuickSize ? noRules : getRuleCost(document);
  const cost = { ...rules, size: size + rules.size, hasLists };
  costs.set(document, cost);
  return cost;
}

const noRules = { size: 0, hasCodes: false, patterns: new Map<string, number>() };

/** What its codes and patterns add to the cost of a document. */
function getRuleCost(document: object): Omit<Cost, 'hasLists'> {
  const variables = listDeclarations(document);
  const ofCodes = getCodeCost(document, 0);
  return {
    size: ofCodes + countStates(variables) * membersPerState,
    hasCodes: ofCodes > 0,
    patterns: new Map(variables.map((variable) => [String(variable.name), countOwnStates(variable)])),
  };
}

/** A document, a variable or a field, which may be wrong. */
type MaybeDeclaring = Partial<Record<'name' | 'type' | 'variables' | 'fields', unknown>> & {
  readonly validation?: { readonly pattern?: unknown } | null;
};

function listDeclarations({ variables, fields }: MaybeDeclaring): readonly MaybeDeclaring[] {
  const declarations = variables ?? fields;
  const list: readonly unknown[] = Array.isArray(declarations) ? declarations : [];
  return list.filter((each): each is MaybeDeclaring => typeof each === 'object' && each !== null);
}

/** The states of all patterns, those of fields included. */
function countStates(declarations: readonly MaybeDeclaring[]): number {
  return declarations.reduce(
    (sum, each) => sum + countOwnStates(each) + countStates(listDeclarations(each)),
    0,
  );
}

function countOwnStates({ validation }: MaybeDeclaring): number {
  const pattern: unknown = validation?.pattern;
  return typeof pattern === 'string' ? patternSize(pattern) : 0;
}

/**
 * What encoding the codes in a value costs, to check them. Those with options may be as large as their
 * symbology allows, with any value. Plain QR codes are not encoded.
 */
function getCodeCost(value: unknown, counted: number): number {
  if (typeof value !== 'object' || value === null) return counted;
  let cost = counted;
  const { type, value: data, options, logo } = value as Readonly<Record<string, unknown>>;
  const isPlain = options === undefined && logo === undefined;
  if (type === 'barcode' || (type === 'qrcode' && !isPlain)) {
    const isLong = typeof data === 'string' && data.length > maxCodeCharacters;
    cost += options !== undefined || isLong ? maxQuickSize : membersPerCode;
  }
  for (const key in value) {
    if (cost > maxQuickSize) break;
    cost = getCodeCost((value as Record<string, unknown>)[key], cost);
  }
  return cost;
}

/** The size of a value, added to another; where that is too large, the rest is not counted. */
function getSize(value: unknown, counted: number): number {
  let size = counted + 1;
  if (typeof value === 'string') return size + Math.floor(value.length / charactersPerMember);
  if (typeof value !== 'object' || value === null) return size;
  for (const key in value) {
    if (size > maxQuickSize) break;
    size = getSize((value as Record<string, unknown>)[key], size);
  }
  return size;
}
