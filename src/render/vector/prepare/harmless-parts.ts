import { findRoot, splitMarkup } from './markup.ts';

/** What is taken out of an SVG, as it stands there. */
export interface RemovedPart {
  /** As in `SvgLoss`; null: nobody misses it. */
  readonly feature: string | null;
  readonly element: string | null;
  readonly text: string;
}

const NAMESPACES: Readonly<Record<string, string>> = {
  svg: 'http://www.w3.org/2000/svg',
  xlink: 'http://www.w3.org/1999/xlink',
};
const FONT_FACE = /@font-face\s*\{([^{}]*)\}/giu;
const LINK = /\s(?:[\w.-]+:)?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gu;
/** A link to a page, or one without a scheme. */
const PAGE = /^\s*(?:https?:|mailto:|tel:|(?!#)[^:]*(?:[/?#]|$))/iu;

/**
 * Takes out what a picture cannot show and what harms nobody: content of other languages, fonts inside of the
 * file, and links. Prefixes without a namespace get one. All else is left to the checks.
 */
export function removeHarmlessParts(text: string): {
  readonly text: string;
  readonly removed: RemovedPart[];
} {
  const removed: RemovedPart[] = [];
  const declared = declarePrefixes(text);
  if (!/foreignObject|@font-face|<(?:[\w.-]+:)?a\s/iu.test(declared)) return { text: declared, removed };
  const kept: string[] = [];
  let foreign = '';
  let start = '';
  let depth = 0;
  for (const { kind, text: piece } of splitMarkup(declared)) {
    const [, end, name = ''] = (kind === 'tag' ? /^<(\/?)(?:[\w.-]+:)?([\w.-]*)/u.exec(piece) : null) ?? [];
    const isForeign = name.toLowerCase() === 'foreignobject';
    if (isForeign && end === '') {
      if (depth === 0) start = piece;
      if (!piece.endsWith('/>')) depth += 1;
    } else if (isForeign) depth -= 1;
    if (depth > 0 || isForeign) {
      foreign += piece;
      if (depth > 0) continue;
      const isData = /\srequiredExtensions\s*=\s*["']http:\/\/ns\.adobe\.com\//u.test(start);
      removed.push({ feature: isData ? null : 'foreignObject', element: idOf(start), text: foreign });
      foreign = '';
    } else if (kind === 'style') kept.push(removeFonts(piece, removed));
    else kept.push(name === 'a' && end === '' ? removeLink(piece, removed) : piece);
  }
  return { text: kept.join(''), removed };
}

/** Removes `@font-face` rules whose files are inside of them. */
function removeFonts(css: string, removed: RemovedPart[]): string {
  return css.replaceAll(FONT_FACE, (rule, body: string) => {
    const isInside = [...body.matchAll(/url\(\s*["']?([^)]*)/giu)].every(([, url = '']) =>
      /^data:/iu.test(url),
    );
    if (!isInside) return rule;
    removed.push({ feature: '@font-face', element: null, text: rule });
    return '';
  });
}

function removeLink(tag: string, removed: RemovedPart[]): string {
  return tag.replaceAll(LINK, (attribute, double?: string, single?: string) => {
    if (!PAGE.test(double ?? single ?? '')) return attribute;
    removed.push({ feature: 'a link', element: idOf(tag), text: attribute });
    return '';
  });
}

function idOf(tag: string): string | null {
  return /\sid\s*=\s*["']([^"']*)/u.exec(tag)?.[1] ?? null;
}

/** Declares the prefixes that nothing declares, as programs write them that cut a file out of another one. */
function declarePrefixes(text: string): string {
  if (!/[<\s][\w.-]+:[\w.-]+/u.test(text)) return text;
  const used = new Set<string>();
  const known = new Set(['xml', 'xmlns']);
  for (const { kind, text: piece } of splitMarkup(text)) {
    if (kind !== 'tag') continue;
    const [, ofName] = /^<\/?([\w.-]+):/u.exec(piece) ?? [];
    if (ofName !== undefined) used.add(ofName);
    for (const [, prefix = '', name = ''] of piece.matchAll(
      /\s([\w.-]+):([\w.-]+)\s*=\s*(?:"[^"]*"|'[^']*')/gu,
    )) {
      if (prefix === 'xmlns') known.add(name);
      else used.add(prefix);
    }
  }
  const missing = [...used].filter((prefix) => !known.has(prefix) && /^[A-Za-z_]/u.test(prefix));
  if (missing.length === 0) return text;
  const { start, tag } = findRoot(text);
  const added = missing.map((prefix) => ` xmlns:${prefix}="${NAMESPACES[prefix] ?? `unknown:${prefix}`}"`);
  const root = tag.replace(/^<[\w.:-]+/u, (name) => `${name}${added.join('')}`);
  return text.slice(0, start) + root + text.slice(start + tag.length);
}
