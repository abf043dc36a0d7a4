/** Follows new names of a list's fields into what uses them. Loaded when needed: CEL comes along. */
import { mapPlaceholders, wholePlaceholder } from '../../../../../../src/common/placeholders/placeholders.ts';
import type { ExtraType } from '../../../../../../src/common/expressions/extra-names.ts';
import { collectExpressions } from '../../../../../../src/common/expressions/template-expressions.ts';
import { isIdentifier } from '../../../../../../src/common/expressions/tokens.ts';
import { renameFieldsInSpec } from '../../../parts/previews/chart-fields.ts';
import { walkPages } from '../elements.ts';
import { allStrings, readSpec, stepsToPage } from '../filled-strings.ts';
import { findScope, type Step } from '../scope.ts';
import type { TemplateDocument, TemplateVariable } from '../template.ts';

/** New names of the fields of lists. */
export interface RenamedFields {
  /** The new names by the old ones, by the keys of the lists: see `innerListKey`. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The variables as they were. */
  readonly variables: readonly TemplateVariable[];
}

/** Writes the new names of a list's fields into expressions and charts, in place. */
export function renameFields(document: TemplateDocument, { names, variables }: RenamedFields): void {
  const declared = new Set(variables.map(({ name }) => name));
  const expressions = collectExpressions({ variables: [...variables] });
  const getList = (expression: string, known: ReadonlyMap<string, ExtraType>): string | null => {
    if (declared.has(expression)) return expression;
    const compiled = expressions.within(known).compile(expression);
    return compiled.ok ? compiled.expression.list : null;
  };
  const typesAt = (steps: readonly Step[]): ReadonlyMap<string, ExtraType> => {
    const known = new Map<string, ExtraType>(numbers);
    for (const { each, as, index, isList } of findScope(steps).entries) {
      const entryOf = getList(wholePlaceholder(each, declared) ?? '', known);
      if (entryOf !== null) known.set(as, { entryOf, ...(isList === true ? { isList } : {}) });
      if (index !== undefined) known.set(index, 'int');
    }
    return known;
  };
  const rename = (expression: string, known: ReadonlyMap<string, ExtraType>): string => {
    const compiled = expressions.within(known).compile(expression);
    if (!compiled.ok) return expression;
    let renamed = expression;
    const { expression: own } = compiled;
    const uses = [...names].flatMap(([list, byName]) =>
      own.fieldsOf(list).flatMap((use) => {
        const next = byName.get(use.name);
        return next === undefined ? [] : [{ ...use, next }];
      }),
    );
    for (const { next, start, end } of uses.toSorted((a, b) => b.start - a.start)) {
      const written = isIdentifier(next) ? `.${next}` : `[${JSON.stringify(next)}]`;
      renamed = renamed.slice(0, start) + written + renamed.slice(end);
    }
    return renamed;
  };
  // What is repeated must be read before it is changed.
  const changes = [...allStrings(document)].map((at) => ({
    ...at,
    renamed: mapPlaceholders(at.text, declared, (inner) => {
      if (declared.has(inner)) return null;
      const renamed = rename(inner, typesAt(at.steps));
      return renamed === inner ? null : `{{ ${renamed} }}`;
    }),
  }));
  for (const { element, groups, page } of walkPages(document)) {
    const spec = readSpec(element);
    if (spec === null) continue;
    const around = groups.map((group): Step => [group, 'elements']);
    const steps: readonly Step[] = [...stepsToPage(document, page, 'elements'), ...around];
    const known = typesAt([...steps, [element, 'spec']]);
    for (const [list, byName] of names) {
      const entries = [...known].filter(([, type]) => typeof type === 'object' && type.entryOf === list);
      renameFieldsInSpec(spec, new Set([list, ...entries.map(([name]) => name)]), byName);
    }
  }
  for (const { owner, key, text, renamed } of changes) if (renamed !== text) owner[key] = renamed;
}

/** Names of headers and footers; elsewhere no expression has them. */
const numbers: readonly (readonly [string, ExtraType])[] = [
  ['page', 'int'],
  ['pages', 'int'],
  ['pageOfGroup', 'int'],
  ['pagesOfGroup', 'int'],
];
