import { SVGPathData } from 'svg-pathdata';
import type {
  BarcodeElement,
  Mask,
  PathElement,
  QrCodeElement,
  TableElement,
  TemplateDocument,
  TemplateElement,
  TextElement,
} from '../../../../generated/template.ts';
import { listPageGroups, listPages } from '../../../render/bind/document-pages.ts';
import { fillPlaceholders, hasPlaceholder } from '../../../common/placeholders/placeholders.ts';
import { MAX_PAGE_CHARACTERS } from '../../../render/bind/text-limit.ts';
import { canHyphenate } from '../../../render/text/analyse/hyphenate.ts';
import { codeProblem, type CodeCheck } from '../../variables/codes.ts';
import { toFindings, merge, problemAt, type Findings, type TemplateProblem } from './problem.ts';
import { checkPicture } from './pictures.ts';
import { checkImageSource } from './sources.ts';
import { checkCodeKeys } from './code-keys.ts';
import { checkTable } from './tables.ts';
import { checkTextFlow } from './text-flow.ts';
import { checkLinks } from './links.ts';
import { isCellPlace, walkDocument } from './walk-elements.ts';

/** Checks elements beyond the schema: unique ids, sources, codes, path data and texts. */
export function checkElements(
  document: TemplateDocument,
  files: ReadonlyMap<string, unknown>,
  check: CodeCheck,
): Findings {
  const ids = new Map<string, string>();
  const findings: Findings[] = [];
  const claim = (id: string, pointer: string) => {
    const earlier = ids.get(id);
    if (earlier !== undefined)
      findings.push(problemAt(`${pointer}/id`, `The id "${id}" is taken already, by ${earlier}.`));
    ids.set(id, pointer);
  };
  for (const { group, pointer } of listPageGroups(document)) claim(group.id, pointer);
  for (const { page, pointer } of listPages(document)) if (page !== null) claim(page.id, pointer);
  for (const [pointer, element] of walkDocument(document)) {
    if (!isCellPlace(pointer)) claim(element.id, pointer);
    findings.push(
      element.type === 'image'
        ? merge([
            checkImageSource(element.src, `${pointer}/src`, files, document),
            checkPicture(element, pointer),
          ])
        : toFindings({ problems: checkByType(element, pointer, document, check) }),
    );
    if (element.type === 'text')
      for (const [index, { icon }] of (element.runs ?? []).entries())
        if (icon !== undefined)
          findings.push(checkImageSource(icon, `${pointer}/runs/${index}/icon`, files, document));
    if (element.type === 'qrcode' && element.logo !== undefined)
      findings.push(checkImageSource(element.logo.src, `${pointer}/logo/src`, files, document));
    findings.push(toFindings({ problems: checkLinks(element, pointer, document) }));
    findings.push(toFindings({ warnings: checkShadows(element, pointer) }));
    if (element.type === 'table') findings.push(toFindings({ warnings: checkVisible(element, pointer) }));
    if (element.type === 'image' || element.type === 'group')
      findings.push(checkMask(element.mask, `${pointer}/mask`, files, document));
  }
  return merge(findings);
}

/** A mask is either a path or a picture. */
function checkMask(
  mask: Mask | undefined,
  pointer: string,
  files: ReadonlyMap<string, unknown>,
  document: TemplateDocument,
): Findings {
  if (mask === undefined) return toFindings({});
  const { d, src, viewBox, fillRule } = mask;
  if ((d === undefined) === (src === undefined)) {
    const found = d === undefined ? 'neither' : 'both';
    return problemAt(pointer, `A mask needs "d", the data of a path, or "src", a picture, but has ${found}.`);
  }
  if (d !== undefined)
    return toFindings({ problems: checkPath({ d, ...(viewBox && { viewBox }) }, pointer) });
  const unused = Object.entries({ viewBox, fillRule }).filter(([, value]) => value !== undefined);
  const detail = 'It changes nothing: a picture is stretched over the box.';
  return merge([
    toFindings({ warnings: unused.map(([key]) => ({ pointer: `${pointer}/${key}`, detail })) }),
    src === undefined ? toFindings({}) : checkImageSource(src, `${pointer}/src`, files, document),
  ]);
}

/** Finds what CSS `drop-shadow` does not have on elements without an outline. */
function checkShadows(element: TemplateElement, pointer: string): TemplateProblem[] {
  const { shadow, type } = element;
  const mask = type === 'image' || type === 'group' ? element.mask : undefined;
  const hasOutline = mask === undefined ? hasOwnOutline(element) : mask.d !== undefined;
  if (shadow === undefined || hasOutline) return [];
  const subject = mask === undefined ? `A ${type}` : 'What is shown through the picture of a mask';
  return [shadow].flat().flatMap((each, index) =>
    (['inset', 'spread'] as const)
      .filter((key) => each[key] !== undefined && each[key] !== false && each[key] !== 0)
      .map((key) => ({
        pointer: `${pointer}/shadow${Array.isArray(shadow) ? `/${index}` : ''}/${key}`,
        detail:
          `${subject} has no outline that "${key}" ` +
          'could follow, so it changes nothing; it is for rect, ellipse, image, path and a group that clips.',
      })),
  );
}

/** Finds a table that shows nothing, whatever the values are. */
function checkVisible({ columns, visible }: TableElement, pointer: string): TemplateProblem[] {
  if (visible === false || columns.some((column) => column.visible !== false)) return [];
  const detail = 'The table shows nothing: none of its columns is visible.';
  return [{ pointer: `${pointer}/columns`, detail }];
}

function hasOwnOutline(element: TemplateElement): boolean {
  switch (element.type) {
    case 'rect':
    case 'ellipse':
    case 'image':
    case 'path':
      return true;
    case 'group':
      return element.clip !== undefined && element.clip !== 'none';
    case 'text':
    case 'line':
    case 'qrcode':
    case 'barcode':
    case 'chart':
    case 'table':
      return false;
  }
}

function checkByType(
  element: TemplateElement,
  pointer: string,
  document: TemplateDocument,
  check: CodeCheck,
): TemplateProblem[] {
  switch (element.type) {
    case 'text':
      return [
        ...checkText(element, pointer, document),
        ...checkTextFlow(element, pointer),
        ...(element.path === undefined ? [] : checkPath(element.path, `${pointer}/path`)),
      ];
    case 'path':
      return checkPath(element, pointer);
    case 'table':
      return checkTable(element, pointer, document);
    case 'qrcode':
    case 'barcode':
      return checkLiteralCode(element, pointer, check);
    case 'image':
    case 'rect':
    case 'ellipse':
    case 'line':
    case 'chart':
    case 'group':
      return [];
  }
}

function checkText(
  { text, runs = [{ text: text ?? '' }], hyphens, ...element }: TextElement,
  pointer: string,
  document: TemplateDocument,
): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const literal = fillPlaceholders(runs.map((run) => run.text).join(''), new Map());
  if (literal.length > MAX_PAGE_CHARACTERS) {
    problems.push({
      pointer: `${pointer}/${text === undefined ? 'runs' : 'text'}`,
      detail: `The text has ${literal.length} characters; a page may have ${MAX_PAGE_CHARACTERS}.`,
    });
  }
  const language = element.language ?? document.language;
  if (hyphens !== 'auto' || (language !== undefined && canHyphenate(language))) return problems;
  const detail =
    language === undefined
      ? 'To divide words takes a "language", of the text or of the document.'
      : `There are no rules for dividing words in the language "${language}".`;
  return [...problems, { pointer: `${pointer}/hyphens`, detail }];
}

function checkPath({ d, viewBox }: Pick<PathElement, 'd' | 'viewBox'>, pointer: string): TemplateProblem[] {
  const problems: TemplateProblem[] = [];
  const problem = pathProblem(d);
  if (problem !== null) problems.push({ pointer: `${pointer}/d`, detail: problem });
  const [, , width = 1, height = 1] = viewBox ?? [];
  if (width <= 0 || height <= 0) {
    const detail = 'The third and fourth number, the sides, must be greater than 0.';
    problems.push({ pointer: `${pointer}/viewBox`, detail });
  }
  return problems;
}

/**
 * Checks path data: the grammar of SVG 2, section 9.3, starting with a move. Renderers draw the part before a
 * mistake, so authors overlook it.
 */
function pathProblem(d: string): string | null {
  try {
    const [first] = new SVGPathData(d).commands;
    return first?.type === SVGPathData.MOVE_TO
      ? null
      : 'Path data must begin with a move: M or m and two numbers.';
  } catch (error) {
    return `This is not SVG path data: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Checks a code without variables. Codes with variables are checked with their values. */
function checkLiteralCode(
  element: QrCodeElement | BarcodeElement,
  pointer: string,
  check: CodeCheck,
): TemplateProblem[] {
  const problems = checkCodeKeys(element, pointer);
  if (problems.length > 0) return problems;
  if (hasPlaceholder(element.value, new Set())) return [];
  const value = fillPlaceholders(element.value, new Map());
  const problem = value === '' ? null : codeProblem(element, value, check);
  return problem === null ? [] : [{ pointer: `${pointer}/value`, detail: `The value ${problem}` }];
}
