import type { SvgNode } from './read-document.ts';

/** A rule of a style sheet with one selector. */
export interface StyleRule {
  /** From the last compound selector to those of ancestors. */
  readonly compounds: readonly Compound[];
  readonly specificity: number;
  readonly declarations: readonly Declaration[];
}

interface Compound {
  readonly tag: string | null;
  readonly ids: readonly string[];
  readonly classes: readonly string[];
  /** Whether it must be the parent of the compound before. */
  readonly isParent: boolean;
}

export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** The style sheets of a document. */
export interface StyleSheets {
  /** In the order in which they apply. */
  readonly rules: readonly StyleRule[];
  /** The declarations of each `@font-face`. */
  readonly fontFaces: readonly (readonly Declaration[])[];
  /** What was not read: selectors and at-rules. */
  readonly unread: readonly string[];
}

/** More rules make the cascade slow. */
const maxRules = 3_000;
const compoundPattern = /^(\*|[a-z][\w-]*)?((?:[.#][\w\u0080-\uffff-]+)*)$/iu;

/** Parses style sheets (CSS Syntax 3): rules, and `@font-face`. */
export function readStyleSheets(sheets: readonly string[]): StyleSheets {
  const rules: StyleRule[] = [];
  const fontFaces: (readonly Declaration[])[] = [];
  const unread: string[] = [];
  for (const sheet of sheets) {
    for (const { prelude, body } of splitBlocks(removeComments(sheet))) {
      const name = /^@[\w-]+/u.exec(prelude)?.[0].toLowerCase();
      if (name === '@font-face') fontFaces.push(readDeclarations(body ?? ''));
      else if (name !== undefined) readAtRule(name, prelude, unread);
      else {
        const declarations = readDeclarations(body ?? '');
        for (const selector of splitOutside(prelude, ',')) {
          const rule = readSelector(selector.trim());
          if (rule === null) unread.push(selector.trim());
          else if (rule !== 'never' && rules.length < maxRules) rules.push({ ...rule, declarations });
          else if (rule !== 'never') unread.push(`more than ${maxRules} rules`);
        }
      }
    }
  }
  rules.sort((one, other) => one.specificity - other.specificity);
  return { rules, fontFaces, unread };
}

/** Whether a rule applies to an element. */
export function matchesRule({ compounds }: StyleRule, node: SvgNode): boolean {
  const [own, ...ancestors] = compounds;
  if (own === undefined || !matchesCompound(own, node)) return false;
  let at = node.parent;
  for (const compound of ancestors) {
    while (at !== null && !matchesCompound(compound, at)) {
      if (compound.isParent) return false;
      at = at.parent;
    }
    if (at === null) return false;
    at = at.parent;
  }
  return true;
}

/** The declarations of a rule or a `style` attribute. */
export function readDeclarations(css: string): Declaration[] {
  return splitOutside(removeComments(css), ';').flatMap((text) => {
    const colon = text.indexOf(':');
    if (colon < 0) return [];
    const value = text.slice(colon + 1).trim();
    const isImportant = /!\s*important$/iu.test(value);
    return {
      name: text.slice(0, colon).trim().toLowerCase(),
      value: isImportant ? value.replace(/!\s*important$/iu, '').trim() : value,
      isImportant,
    };
  });
}

/** What a picture shows is what a light screen shows; other conditions are not evaluated. */
function readAtRule(name: string, prelude: string, unread: string[]): void {
  const isHarmless =
    ['@charset', '@namespace', '@page'].includes(name) ||
    (name === '@media' && /\b(?:dark|print|hover|reduce)\b/iu.test(prelude));
  if (!isHarmless) unread.push(prelude.trim().slice(0, 80));
}

function readSelector(selector: string): Omit<StyleRule, 'declarations'> | 'never' | null {
  // A picture has no pointer.
  if (/:(?:hover|focus|active|visited|target|focus-visible|focus-within)\b/iu.test(selector)) return 'never';
  const parts = selector
    .replaceAll(/\s*>\s*/gu, ' > ')
    .split(/\s+/u)
    .filter((part) => part !== '');
  const compounds: Compound[] = [];
  let [isParent, ids, classes, tags] = [false, 0, 0, 0];
  for (const part of parts.reverse()) {
    if (part === '>') {
      isParent = true;
      continue;
    }
    const match = compoundPattern.exec(part === ':root' ? 'svg' : part);
    if (match === null || part === '') return null;
    const marked = (match[2] ?? '').match(/[.#][^.#]+/gu) ?? [];
    const named = (mark: string) =>
      marked.filter((each) => each.startsWith(mark)).map((each) => each.slice(1));
    const tag = match[1] === undefined || match[1] === '*' ? null : match[1];
    const compound = { tag, ids: named('#'), classes: named('.'), isParent };
    [ids, classes, tags] = [
      ids + compound.ids.length,
      classes + compound.classes.length,
      tags + (tag === null ? 0 : 1),
    ];
    compounds.push(compound);
    isParent = false;
  }
  return compounds.length === 0 ? null : { compounds, specificity: 10_000 * ids + 100 * classes + tags };
}

function matchesCompound({ tag, ids, classes }: Compound, { name, attributes }: SvgNode): boolean {
  if (tag !== null && tag !== name) return false;
  if (!ids.every((id) => attributes.get('id') === id)) return false;
  if (classes.length === 0) return true;
  const given = (attributes.get('class') ?? '').split(/\s+/u);
  return classes.every((each) => given.includes(each));
}

function removeComments(css: string): string {
  if (!css.includes('/*')) return css;
  const [first = '', ...parts] = css.split('/*');
  const rest = parts.map((part) => {
    const end = part.indexOf('*/');
    return end < 0 ? '' : part.slice(end + 2);
  });
  return [first, ...rest].join(' ');
}

/** The rules of a sheet: what is before each block, and the block; null for a statement. */
function splitBlocks(css: string): { readonly prelude: string; readonly body: string | null }[] {
  const blocks: { prelude: string; body: string | null }[] = [];
  let [depth, start, bodyStart] = [0, 0, 0];
  let quote = '';
  for (let at = 0; at < css.length; at += 1) {
    const character = css.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '{') {
      if (depth === 0) bodyStart = at + 1;
      depth += 1;
    } else if (character === '}') {
      depth = Math.max(0, depth - 1);
      if (depth > 0 || bodyStart === 0) continue;
      blocks.push({ prelude: css.slice(start, bodyStart - 1).trim(), body: css.slice(bodyStart, at) });
      [start, bodyStart] = [at + 1, 0];
    } else if (character === ';' && depth === 0) {
      blocks.push({ prelude: css.slice(start, at).trim(), body: null });
      start = at + 1;
    }
  }
  return blocks.filter(({ prelude }) => prelude !== '');
}

/** The parts between separators that are in no brackets and no quotes. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
