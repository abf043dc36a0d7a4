import sax from 'sax';
import { sniffImageType } from '../../../common/pictures/sniff.ts';
import { checkSvgText, SvgEncodingError } from '../../../common/pictures/svg-text.ts';
import { expandEntities } from '../../../render/vector/prepare/entities.ts';
import { removeHarmlessParts, type RemovedPart } from '../../../render/vector/prepare/harmless-parts.ts';

/** Far above any drawing for a template. The decoder has limits as well. */
const maxSvgBytes = 5 * 1024 * 1024;
const maxElements = 50_000;
/** The decoder compares every element with every rule: 2 s on a slow machine. */
const maxComparisons = 10_000_000;

/** Elements that run code or embed other documents. */
const refusedElements = new Set([
  'script',
  'foreignobject',
  'iframe',
  'object',
  'embed',
  'audio',
  'video',
  'handler',
  'listener',
]);

/**
 * Checks that an SVG file is self-contained: well-formed, without scripts and entities, and with references
 * only to its own parts and to embedded images. The file is parsed here, never drawn.
 *
 * @returns the end of a sentence that starts with the file; null if the file is fine, or is not an SVG.
 */
export function checkSvg(bytes: Uint8Array): string | null {
  if (sniffImageType(bytes) !== 'svg') return null;
  if (bytes.byteLength > maxSvgBytes)
    return `is an SVG of ${bytes.byteLength} bytes; at most ${maxSvgBytes} are accepted.`;
  try {
    const { text, removed } = removeHarmlessParts(expandEntities(checkSvgText(bytes)));
    return findScript(removed) ?? parseSvg(text);
  } catch (error) {
    if (!(error instanceof SvgEncodingError)) throw error;
    return error.message;
  }
}

/** Parts that are taken out are not drawn; what runs code is refused in them as well. */
function findScript(removed: readonly RemovedPart[]): string | null {
  for (const { text } of removed) {
    for (const [, name = ''] of text.matchAll(/<(?:[\w.-]+:)?([\w.-]+)/gu))
      if (name.toLowerCase() !== 'foreignobject' && refusedElements.has(name.toLowerCase()))
        return `is an SVG with a <${name}> element, which is not accepted.`;
    const [, key] = /\s(on[\w-]*)\s*=/iu.exec(text) ?? [];
    if (key !== undefined) return `is an SVG with the script attribute ${key}, which is not accepted.`;
  }
  return null;
}

function parseSvg(text: string): string | null {
  let problem: string | null = null;
  let elements = 0;
  // A style sheet may be split into text, CDATA and parts around other elements, so it is checked as a whole.
  let styles = '';
  const open: string[] = [];
  const report = (found: string | null) => void (problem ??= found);
  const collectStyles = (content: string) => {
    if (open.at(-1) === 'style') styles += content;
  };
  const reader = sax.parser(true, { trim: false });
  reader.onerror = (error) => {
    throw error;
  };
  reader.ondoctype = (doctype) => {
    if (doctype.includes('[')) report('is an SVG with entities or declarations, which are not accepted.');
  };
  reader.onprocessinginstruction = ({ name, body }) => report(instructionProblem(name.toLowerCase(), body));
  reader.onopentag = ({ name, attributes }) => {
    elements += 1;
    if (elements > maxElements) report(`is an SVG of more than ${maxElements} elements; simplify it.`);
    const local = name.replace(/^.*:/u, '').toLowerCase();
    open.push(local);
    if (refusedElements.has(local)) report(`is an SVG with a <${name}> element, which is not accepted.`);
    for (const [key, value] of Object.entries(attributes)) report(attributeProblem(key, String(value)));
  };
  reader.onclosetag = () => {
    if (open.pop() === 'style') styles += '\n';
  };
  reader.ontext = collectStyles;
  reader.oncdata = collectStyles;
  try {
    reader.write(text).close();
    const rules = styles.split('{').length - 1;
    if (rules * elements > maxComparisons)
      report(`is an SVG of ${rules} style rules for ${elements} elements; simplify it.`);
    if (hasExternalReference(styles)) report('is an SVG whose styles refer to something outside of it.');
  } catch (error) {
    const [reason] = error instanceof Error ? error.message.split('\n') : [];
    report(`is not well-formed XML (${reason ?? 'it breaks off'}).`);
  }
  return problem;
}

/** Checks `<?…?>`: another encoding could hide content, and a style sheet is external. */
function instructionProblem(name: string, body: string): string | null {
  if (name === 'xml-stylesheet') return 'is an SVG with an external style sheet; put the styles into it.';
  const encoding = /encoding\s*=\s*["']([^"']*)/iu.exec(body)?.[1] ?? 'utf-8';
  if (name === 'xml' && !/^(?:utf-8|us-ascii)$/iu.test(encoding)) {
    return `is an SVG in the encoding "${encoding.slice(0, 20)}"; save it as UTF-8.`;
  }
  return null;
}

function attributeProblem(key: string, value: string): string | null {
  const local = key.replace(/^.*:/u, '').toLowerCase();
  if (/^on/u.test(local)) return `is an SVG with the script attribute ${key}, which is not accepted.`;
  if (local === 'href' || local === 'src') {
    const isInside = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/iu.test(value);
    return isInside
      ? null
      : `is an SVG that refers to "${value.slice(0, 60)}"; ` +
          'references may only point to its own parts or embed a picture.';
  }
  return hasExternalReference(value)
    ? `is an SVG whose attribute ${key} refers to something outside of it.`
    : null;
}

/** Finds `@import`, and `url(…)` except to parts of the same file and to embedded images. */
function hasExternalReference(css: string): boolean {
  const plain = css.includes('\\') ? unescapeCss(css) : css;
  return /@import|url\((?!\s*(?:["']\s*)?(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,]))/iu.test(plain);
}

/** Decodes CSS escapes, which can hide words (CSS Syntax, section 4.3.7). */
function unescapeCss(css: string): string {
  return css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/giu, (_all, hex?: string, plain?: string) => {
    const codePoint = Number.parseInt(hex ?? '', 16);
    return plain ?? (codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : '\uFFFD');
  });
}
