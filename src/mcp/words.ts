/** What a render or a check has found, in words. */
import type { ProblemCode } from '../domain/problems/codes.ts';
import type { Problem } from '../domain/problems/problem.ts';
import type { LocatedProblem } from '../domain/templates/locate-problems.ts';
import type { RenderWarning } from '../render/layout-report.ts';
import { toPx, type LengthUnit } from '../render/units.ts';

/** The first ones are enough to go on. */
const maxListed = 25;

/** What helps, where the detail of a warning does not say it. */
const remedies: Readonly<Record<string, string>> = {
  TEXT_OVERFLOW:
    'Part of the text is cut off or sticks out. Enlarge the box, set "overflow": "shrink" with a ' +
    '"minFontSize", choose a smaller "fontSize", or limit the variable by "maxLength".',
  TEXT_CLIPPED: 'Enlarge the group that clips it, or make the text box smaller.',
  WORD_CUT: 'Widen the box, or set "hyphens": "auto" or "overflow": "shrink".',
  GLYPH_MISSING: 'Choose another font (list_fonts), or leave the character out.',
  TEXT_SHRUNK: 'It fits now; nothing needs to be done if it is still large enough.',
};

/** What a refusal asks for, as tools. */
const nextSteps: Readonly<Partial<Record<ProblemCode, string>>> = {
  DRAFT_CHANGED: 'get_template with draft: true answers the draft and its etag.',
  NEVER_PUBLISHED: 'publish_template publishes its draft.',
  NO_DRAFT: 'save_draft makes one.',
};

/**
 * Warnings of a render, one a line.
 *
 * @param unit of the template; lengths in warnings are always CSS pixels
 */
export function warningLines(warnings: readonly RenderWarning[], unit: LengthUnit = 'px'): string[] {
  if (warnings.length === 0) return ['No warnings.'];
  const lines = warnings.map(({ code, elementId, detail }) => {
    const remedy = remedies[code];
    return `- ${code} in element "${elementId}": ${detail}${remedy === undefined ? '' : ` ${remedy}`}`;
  });
  const isInPixels = unit === 'px' || !warnings.some(({ detail }) => / px\b/.test(detail));
  return [
    `${count(warnings.length, 'warning')}:`,
    ...firstOf(lines),
    ...(isInPixels
      ? []
      : [`The template is in ${unit}: 1 ${unit} is ${Number(toPx(1, unit).toFixed(2))} px.`]),
  ];
}

/** Problems or warnings of a template document, one a line. */
export function findingLines(found: readonly LocatedProblem[]): string[] {
  const lines = found.map(({ pointer, detail, elementId }) => {
    const element = elementId === null ? '' : ` (element "${elementId}")`;
    return pointer === '' ? `- ${detail}` : `- ${pointer}${element}: ${detail}`;
  });
  return firstOf(lines);
}

/** A refusal or failure: code and detail, then each of several invalid fields, then what else helps. */
export function problemLines(problem: Problem, requestId: string): string[] {
  const { code, detail, status, facts } = problem;
  const located = facts.members?.['problems'] as readonly LocatedProblem[] | undefined;
  const errors = located ?? (facts.errors ?? []).map((each) => ({ ...each, ...nowhere }));
  const { retryAfterSeconds: seconds } = facts;
  return [
    `${code}: ${detail}`,
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
export function sizeOf(width: number, height: number, unit = 'px'): string {
  return `${Number(width.toFixed(2))} × ${Number(height.toFixed(2))} ${unit}`;
}

function firstOf(lines: readonly string[]): string[] {
  const left = lines.length - maxListed;
  return left <= 0 ? [...lines] : [...lines.slice(0, maxListed), `- … and ${left} more.`];
}
