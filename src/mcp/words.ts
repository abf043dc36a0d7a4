/** What a render or a check has found, in words. */
import { isLoopbackUrl } from '../common/addresses/loopback.ts';
import type { ProblemCode } from '../domain/problems/codes.ts';
import type { Problem } from '../domain/problems/problem.ts';
import type { LocatedProblem } from '../domain/templates/locate-problems.ts';
import type { RenderWarning } from '../render/layout-report.ts';

/** The first ones are enough to go on. */
const maxListed = 25;

/**
 * What helps, where the detail of a warning does not say it.
 *
 * @param others the codes of all warnings of the element
 */
function remedyFor(code: string, others: ReadonlySet<string>): string | null {
  const isSmallest = others.has('TEXT_SHRUNK');
  switch (code) {
    case 'TEXT_OVERFLOW':
      return (
        'Part of the text is cut off or sticks out' +
        (isSmallest
          ? ' even at its "minFontSize": enlarge the box.'
          : ': enlarge the box, or set "overflow": "shrink" with a "minFontSize".')
      );
    case 'TEXT_CLIPPED':
    case 'CONTENT_CLIPPED':
      return 'Enlarge the group that clips it.';
    case 'CHART_EMPTY':
      return 'Give its list entries, and name their fields in "encoding".';
    case 'CHART_SHRUNK':
      return 'Enlarge its box, or leave "width" and "height" out of its specification.';
    case 'TABLE_EMPTY':
      return 'Let "visible" of a column be true, or hide the whole table.';
    case 'TABLE_OVERFLOW':
      return 'Set "height": "hug", or make its columns narrower.';
    case 'WORD_CUT':
      return isSmallest ? 'Widen the box.' : 'Widen the box, or set "hyphens": "auto".';
    case 'GLYPH_MISSING':
      return 'Choose another font (list_fonts).';
    case 'TEXT_SHRUNK':
      return others.has('TEXT_OVERFLOW') || others.has('WORD_CUT')
        ? null
        : 'It fits now; nothing needs to be done if it is still large enough.';
    case 'DEFAULT_USED':
      return 'Give a value; an empty text leaves it out.';
    default:
      return null;
  }
}

/** What a refusal asks for, as tools. */
const nextSteps: Readonly<Partial<Record<ProblemCode, string>>> = {
  DRAFT_CHANGED: 'get_template with draft: true answers the draft and its etag.',
  NEVER_PUBLISHED: 'publish_template publishes its draft.',
  NO_DRAFT: 'save_draft makes one.',
};

/** Warnings of a render, one a line. */
export function warningLines(warnings: readonly RenderWarning[]): string[] {
  if (warnings.length === 0) return ['No warnings.'];
  const ofElements = Map.groupBy(warnings, ({ elementId }) => elementId);
  const sayOnce = createMemory();
  const lines = warnings.map(({ code, elementId, detail }) => {
    const remedy = remedyFor(code, new Set(ofElements.get(elementId)?.map((each) => each.code)));
    return `- ${code} in element "${elementId}": ${detail}${remedy === null ? '' : sayOnce(` ${remedy}`)}`;
  });
  return [`${count(warnings.length, 'warning')}:`, ...getFirst(lines)];
}

/** Problems or warnings of a template document, one a line. What is accepted is said once for all of them. */
export function findingLines(found: readonly LocatedProblem[]): string[] {
  const sayOnce = createMemory();
  const lines = found.map(({ pointer, detail, elementId }) => {
    const element = elementId === null ? '' : ` (element "${elementId}")`;
    const [, what = detail, accepted = ''] = acceptedAtEnd.exec(detail) ?? [];
    const said = `${what}${sayOnce(accepted)}`;
    return pointer === '' ? `- ${said}` : `- ${pointer}${element}: ${said}`;
  });
  return getFirst(lines);
}

/** A detail that ends with all keys, names or notations that are accepted. */
const acceptedAtEnd = /^(.*?[.?])( (?:Accepted here: |They are |Colour names of ).*)$/su;

/** Returns a text the first time, and nothing after that. */
function createMemory(): (text: string) => string {
  const said = new Set<string>();
  return (text) => {
    if (said.has(text)) return '';
    said.add(text);
    return text;
  };
}

/** A refusal or failure: code and detail, then each of several invalid fields, then what else helps. */
export function problemLines(problem: Problem, requestId: string): string[] {
  const { code, detail, status, facts } = problem;
  const located = facts.members?.['problems'] as readonly LocatedProblem[] | undefined;
  const errors = located ?? (facts.errors ?? []).map((each) => ({ ...each, ...nowhere }));
  const { retryAfterSeconds: seconds } = facts;
  return [
    // The detail names the first invalid field only.
    `${code}: ${(facts.errors ?? []).length > 1 ? `${count(errors.length, 'field')} are invalid.` : detail}`,
    ...(errors.length > 1 ? findingLines(errors) : []),
    ...(code in nextSteps ? [nextSteps[code] ?? ''] : []),
    ...(seconds === undefined ? [] : [`Try again after ${seconds} s.`]),
    ...(status >= 500 ? [`requestId: ${requestId}`] : []),
  ];
}

const nowhere = { elementId: null, line: null, column: null };

/** `1 warning`, `2 warnings`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** A size, with decimals only where a PDF has them. */
export function describeSize(width: number, height: number, unit = 'px'): string {
  return `${Number(width.toFixed(2))} × ${Number(height.toFixed(2))} ${unit}`;
}

/** Says that there are other pages to look at; empty for a template of one page. */
export function pageLines(
  pageCount: number | undefined,
  { page = 1 }: { readonly page?: number | undefined },
): string[] {
  if (pageCount === undefined || pageCount === 1) return [];
  return [`The picture shows page ${page} of ${pageCount}: the option "page" chooses another one.`];
}

/**
 * Says that a link works on one machine only; empty for other links, and for none.
 *
 * @param setting what decides its address
 */
export function loopbackLines(url: string | null | undefined, setting = 'PUBLIC_URL'): string[] {
  if (url == null || !isLoopbackUrl(url)) return [];
  return [
    `The link works on the machine that Platen runs on only (${new URL(url).hostname}). For others, the ` +
      `operator sets ${setting} to an address that they can reach.`,
  ];
}

function getFirst(lines: readonly string[]): string[] {
  const left = lines.length - maxListed;
  return left <= 0 ? [...lines] : [...lines.slice(0, maxListed), `- … and ${left} more.`];
}
