/** Commands that change the variables of a document, and what uses them. */
import {
  mapPlaceholders,
  renameVariable as renameInText,
  variablesIn,
} from '../../../../../../src/common/placeholders/placeholders.ts';
import { replaceIn } from '../../../../../../src/common/expressions/tokens.ts';
import { isNamedInSpec, renameInSpec } from '../../../parts/previews/chart-names.ts';
import type { TemplateDocument, TemplateVariable } from '../template.ts';
import { edit, type Design } from '../design.ts';
import { walkPages } from '../elements.ts';
import {
  allStrings,
  declaredNames,
  entriesKeys,
  filledStrings,
  isContent,
  pageStrings,
  readSpec,
  type FilledString,
} from '../filled-strings.ts';

/** Where a variable is used. */
export interface VariableUses {
  /** Ids, back to front. A group is one of them only for its own keys. */
  readonly elements: readonly string[];
  /** Whether the page's background uses it. */
  readonly isOnPage: boolean;
}

/** Finds what uses a variable. */
export function usesOfVariable(document: TemplateDocument, name: string): VariableUses {
  const declared = declaredNames(document);
  const isUsedIn = (strings: Iterable<FilledString>) =>
    [...strings].some(({ text }) => variablesIn(text, declared).includes(name));
  return {
    elements: Array.from(walkPages(document), ({ element }) => element)
      .filter((element) => isUsedIn(filledStrings(element)) || isNamedInSpec(readSpec(element), name))
      .map(({ id }) => id),
    isOnPage: isUsedIn(pageStrings(document)),
  };
}

/** Adds a variable after all others. Its name has to be free. */
export function addVariable(design: Design, variable: TemplateVariable): Design {
  return edit(design, ({ document }) => {
    document.variables = [...(document.variables ?? []), variable];
  });
}

/**
 * Gives a variable other keys; another name is written everywhere, as one step of undo.
 *
 * @param follow changes first what new names of its fields are written in
 */
export function changeVariable(
  design: Design,
  name: string,
  variable: TemplateVariable,
  follow?: (document: TemplateDocument) => void,
): Design {
  return edit(design, ({ document }) => {
    const index = findIndex(document, name);
    if (index === -1) return;
    const declared = declaredNames(document);
    follow?.(document);
    document.variables![index] = variable;
    if (variable.name === name) return;
    replaceEverywhere(document, ({ text }) => renameInText(text, declared, name, variable.name));
    for (const { element } of walkPages(document)) renameInSpec(readSpec(element), name, variable.name);
  });
}

/** Renames a variable everywhere. The name has to be free. */
export function renameVariable(design: Design, from: string, to: string): Design {
  const variable = design.document.variables?.find(({ name }) => name === from);
  if (variable === undefined || from === to) return design;
  return changeVariable(design, from, { ...variable, name: to });
}

/**
 * Removes a variable. What it shows takes its place; a color without a value is transparent.
 *
 * @param shown its value on the canvas; null: its default
 */
export function removeVariable(design: Design, name: string, shown: string | null = null): Design {
  return edit(design, ({ document }) => {
    const index = findIndex(document, name);
    if (index === -1) return;
    const declared = declaredNames(document);
    const [given] = document.variables!.splice(index, 1);
    const removed = shown === null ? given! : { ...given!, defaultValue: shown };
    const value = textDefault(removed);
    replaceEverywhere(document, (at) =>
      // Nothing takes the place of entries; the check of the document names what is left.
      entriesKeys.has(at.key)
        ? at.text
        : mapPlaceholders(at.text, declared, (inner) => {
            if (inner === name) return isContent(at) ? value.replaceAll('{{', '\\{{') : value;
            if (declared.has(inner)) return null;
            const replaced = replaceIn(inner, name, literalFor(removed));
            return replaced === inner ? null : `{{ ${replaced} }}`;
          }),
    );
  });
}

/** Moves a variable by a number of places. */
export function moveVariable(design: Design, name: string, by: number): Design {
  return edit(design, ({ document }) => {
    const index = findIndex(document, name);
    const to = index + by;
    if (index === -1 || to < 0 || to >= document.variables!.length) return;
    const [moved] = document.variables!.splice(index, 1);
    document.variables!.splice(to, 0, moved!);
  });
}

/** The values of a data set after a variable was renamed: under both names, so that undo finds them. */
export function copyValue(
  values: Readonly<Record<string, string>>,
  from: string,
  to: string,
): Readonly<Record<string, string>> {
  const value = values[from];
  return value === undefined ? values : { ...values, [to]: value };
}

function findIndex({ variables = [] }: TemplateDocument, wanted: string): number {
  return variables.findIndex(({ name }) => name === wanted);
}

/** The default of a variable as a text. A list has none. */
function textDefault({ type, defaultValue = '' }: TemplateVariable): string {
  return type === 'list' || typeof defaultValue !== 'string' ? '' : defaultValue;
}

/** The default of a variable as an expression has it. */
function literalFor(variable: TemplateVariable): string {
  const { type } = variable;
  if (type === 'list') return '[]';
  const defaultValue = textDefault(variable);
  if (type === 'number') return `double(${defaultValue === '' ? 0 : JSON.stringify(defaultValue)})`;
  if (type !== 'date') return JSON.stringify(defaultValue);
  const day = defaultValue === '' ? '1970-01-01' : defaultValue;
  return `timestamp(${JSON.stringify(day.length > 10 ? day : `${day}T00:00:00Z`)})`;
}

function replaceEverywhere(document: TemplateDocument, replace: (at: FilledString) => string): void {
  for (const at of Array.from(allStrings(document))) {
    const { owner, key, text } = at;
    const replaced = replace(at);
    if (replaced === text) continue;
    if (key === 'visible' && !replaced.includes('{{')) {
      owner[key] = !['', 'false', '0'].includes(replaced);
    } else if (replaced.trim() !== '' || isContent(at)) {
      owner[key] = replaced;
    } else {
      owner[key] = 'transparent';
    }
  }
}
