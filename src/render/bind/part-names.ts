import { parsePlaceholders, variablesIn } from '../../common/placeholders/placeholders.ts';
import { collectExpressions } from '../../common/expressions/template-expressions.ts';
import type { Compilation } from '../../common/expressions/compile.ts';
import { Entry } from '../../common/expressions/entries.ts';
import { listTypes, type ExtraValue, type ExtraValues } from '../../common/expressions/extra-names.ts';
import { namesIn } from '../../common/expressions/tokens.ts';
import { emptyValue, type BoundValues } from '../../common/values/values.ts';
import type { PaletteSource } from './palette.ts';

/** The names that a part of a template knows, and which of them its strings use. */
export class PartNames {
  /** The values of the declared variables. */
  readonly values: BoundValues;
  readonly document: PaletteSource;
  /** The values of the names that are known beside the variables. */
  readonly extra: ExtraValues | undefined;

  /** @param values of all declared variables: see `fillDeclared` */
  constructor(values: BoundValues, document: PaletteSource, extra?: ExtraValues) {
    this.values = values;
    this.document = document;
    this.extra = extra;
  }

  /** The names in a part that knows these beside those that are known here. */
  within(names: Readonly<Record<string, ExtraValue>>): PartNames {
    const extra = new Map(this.extra);
    for (const name in names) extra.set(name, names[name]!);
    return new PartNames(this.values, this.document, extra);
  }

  /** Whether an expression of a string has one of these names, which are not variables. */
  isAnyUsed(template: string, names: ReadonlySet<string>): boolean {
    return variablesIn(template, this.values, names).some((name) => names.has(name));
  }

  /** The declared variables that a string uses; in the place of an entry, its list. */
  findUsed(template: string): string[] {
    const [values, extra] = [this.values, this.extra];
    if (extra === undefined) return variablesIn(template, values);
    const names = variablesIn(template, values, { has: (name) => values.has(name) || extra.has(name) });
    return this.#toVariables(names);
  }

  /**
   * The declared variables whose values a string shows; in the place of an entry, its list. Those that an
   * expression only compares are not among them.
   */
  findShown(template: string): string[] {
    if (!template.includes('{{')) return [];
    const names = parsePlaceholders(template, this.values).flatMap((piece) => {
      if ('variable' in piece) return [piece.variable];
      return 'expression' in piece ? this.#findShownBy(piece.expression) : [];
    });
    return this.#toVariables(names);
  }

  /** Where a string takes items of lists by a name: each expression with the list. */
  findPlaceUses(template: string, name: string): { readonly expression: string; readonly list: string }[] {
    if (!template.includes('{{') || !template.includes('[')) return [];
    const expressions = collectExpressions(this.document);
    return parsePlaceholders(template, this.values).flatMap((piece) => {
      if (!('expression' in piece)) return [];
      const { expression } = piece;
      const uses = expressions.findPlaceUses(expression).filter((use) => use.name === name);
      return uses.map(({ list }) => ({ expression, list }));
    });
  }

  /** Compiles an expression with the names that are known. */
  compile(expression: string): Compilation {
    const all = collectExpressions(this.document);
    const part = this.extra === undefined ? all : all.within(listTypes(this.extra));
    return part.compile(expression);
  }

  #findShownBy(expression: string): readonly string[] {
    const compiled = this.compile(expression);
    // Cells of tables name entries that are not known here.
    return compiled.ok ? compiled.expression.shownNames : namesIn(expression, this.values);
  }

  /** The variables of names: an entry's is its list. */
  #toVariables(names: readonly string[]): string[] {
    const declared = names.flatMap((name) =>
      this.values.has(name) ? [name] : listVariables(this.extra?.get(name)),
    );
    return [...new Set(declared)];
  }
}

/** The variable of an entry, or of several. */
function listVariables(value: ExtraValue | undefined): string[] {
  const [entry] = [value].flat();
  return entry instanceof Entry ? [entry.variable] : [];
}

/** The values of all declared variables: one without a value is empty. */
export function fillDeclared(values: BoundValues, { variables = [] }: PaletteSource): BoundValues {
  if (variables.every(({ name }) => values.has(name))) return values;
  return new Map([...variables.map(({ name, type }) => [name, emptyValue(type)] as const), ...values]);
}
