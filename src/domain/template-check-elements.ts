import { RE2JS } from 're2js';
import { SVGPathData } from 'svg-pathdata';
import type {
  ImageElement,
  TemplateDocument,
  TemplateElement,
  TemplateVariable,
  TextElement,
} from '../../generated/template.ts';
import { dataUrlShape, decodeDataUrl, isDataUrl } from '../render/bind/data-url.ts';
import {
  fillPlaceholders,
  hasUnclosedPlaceholder,
  parsePlaceholders,
  variablesIn,
} from '../render/bind/placeholders.ts';
import { normalizePath } from '../render/bind/sources.ts';
import { MOST_CHARACTERS } from '../render/bind/text-allowance.ts';
import { sniffImageType } from '../render/images/sniff.ts';
import { canHyphenate } from '../render/text/hyphenate.ts';
import { isTemplateFile, templateFileKinds } from './template-folder.ts';
import { checkColor } from './template-check-colors.ts';
import type { FileUse, TemplateProblem } from './template-check-problem.ts';
import { codeProblem } from './variables-codes.ts';
import { nearestName } from './variables-nearest.ts';
import { quoteValue } from './variables-types.ts';

/** Keys whose strings are filled with values; everywhere else a placeholder would stay as it is. */
const filledKeys = new Set(['text', 'src', 'value', 'color', 'fill', 'visible', 'background']);

interface ElementsCheck {
  readonly problems: readonly TemplateProblem[];
  /** Files that the elements and fonts name, or may come to name once values are filled in. */
  readonly fileUses: readonly FileUse[];
}

/** What a schema cannot say of elements and fonts: unique ids, declared variables, sources, codes and path data. */
export function checkElements(
  document: TemplateDocument,
  files: ReadonlyMap<string, Uint8Array>,
): ElementsCheck {
  const paths = [...files.keys()];
  const problems: TemplateProblem[] = [];
  const fileUses: FileUse[] = [];
  const variables = document.variables ?? [];
  const declared = variables.map(({ name }) => name);
  const report = (pointer: string, detail: string) => void problems.push({ pointer, detail });

  const { fonts = [], background = null } = document;
  checkStrings({ background }, '', variables, report);
  const faces = new Set<string>();
  for (const [index, { family, weight = 400, style = 'normal', src }] of fonts.entries()) {
    const pointer = `/fonts/${index}`;
    const face = `${family.toLowerCase()} ${weight} ${style}`;
    if (faces.has(face))
      report(pointer, `The font "${family}" has a file for weight ${weight}, ${style} already.`);
    faces.add(face);
    addFile('font', src, `${pointer}/src`);
  }

  const ids = new Map<string, string>();
  for (const [pointer, element] of walk(document.elements, '/elements')) {
    const earlier = ids.get(element.id);
    if (earlier !== undefined)
      report(`${pointer}/id`, `The id "${element.id}" is taken already, by ${earlier}.`);
    ids.set(element.id, pointer);
    const { ...own } = element;
    if ('elements' in own) own.elements = [];
    checkStrings(own, pointer, variables, report);
    checkKind(element, pointer);
  }
  return { problems, fileUses };

  function checkKind(element: TemplateElement, pointer: string): void {
    if (element.type === 'image') return checkSource(element, `${pointer}/src`);
    if (element.type === 'text') {
      checkLength(element, pointer);
      return checkHyphens(element, pointer);
    }
    if (element.type === 'path') {
      const problem = pathProblem(element.d);
      if (problem !== null) report(`${pointer}/d`, problem);
      const [, , width = 1, height = 1] = element.viewBox ?? [];
      if (width <= 0 || height <= 0)
        report(`${pointer}/viewBox`, 'The third and fourth number, the sides, must be greater than 0.');
    }
    if (
      (element.type === 'qrcode' || element.type === 'barcode') &&
      variablesIn(element.value).length === 0
    ) {
      const value = parsePlaceholders(element.value)
        .map((piece) => ('literal' in piece ? piece.literal : ''))
        .join('');
      const problem = value === '' ? null : codeProblem(element, value);
      if (problem !== null) report(`${pointer}/value`, `The value ${problem}`);
    }
  }

  function checkLength({ text, runs = [{ text: text ?? '' }] }: TextElement, pointer: string): void {
    const literal = fillPlaceholders(runs.map((run) => run.text).join(''), new Map());
    if (literal.length > MOST_CHARACTERS)
      report(
        `${pointer}/${text === undefined ? 'runs' : 'text'}`,
        `The text has ${literal.length} characters; a page may have ${MOST_CHARACTERS}.`,
      );
  }

  function checkHyphens({ hyphens, language = document.language }: TextElement, pointer: string): void {
    if (hyphens !== 'auto') return;
    if (language === undefined)
      report(`${pointer}/hyphens`, 'To divide words takes a "language", of the text or of the document.');
    else if (!canHyphenate(language))
      report(`${pointer}/hyphens`, `There are no rules for dividing words in the language "${language}".`);
  }

  function checkSource({ src }: ImageElement, pointer: string): void {
    const given = src.trim();
    const names = variablesIn(src);
    if (names.length > 0) {
      // Values of image variables are addresses, never paths.
      const isAddress = variables.some(
        ({ name, type }) => type === 'image' && src.trim().startsWith(`{{${name}}}`),
      );
      // Of names that are not declared, that alone is told.
      const mayBePath = !isAddress && names.every((name) => declared.includes(name));
      const candidates = mayBePath ? matchingPaths(given, paths) : [];
      for (const path of candidates) {
        // A value that names what is no picture is refused when it comes; pictures have to be safe to draw.
        const isPicture = sniffImageType(files.get(path) ?? new Uint8Array()) !== null;
        if (isPicture) fileUses.push({ kind: 'image', path, pointer });
      }
    } else if (isDataUrl(given)) {
      const data = decodeDataUrl(given);
      if (data === null) report(pointer, `The data: URL must be a ${dataUrlShape} in strict base64.`);
      else fileUses.push({ kind: 'image', path: given, pointer, data });
    } else if (/^[a-z][a-z0-9+.-]+:/iu.test(given)) {
      if (!/^https:/iu.test(given) || !URL.canParse(given)) {
        report(
          pointer,
          `${quoteValue(given)} is not an https URL, a data: URL or a path in the template's folder.`,
        );
      }
    } else {
      addFile('image', given, pointer);
    }
  }

  function addFile(kind: FileUse['kind'], src: string, pointer: string): void {
    const path = normalizePath(src);
    if (path === null) {
      report(
        pointer,
        `${quoteValue(src)} is not a path inside the template's folder: no leading slash, no "..", forward slashes only.`,
      );
    } else if (!isTemplateFile(path)) {
      report(pointer, `${quoteValue(path)} is no file that a template may have: ${templateFileKinds} are.`);
    } else if (!paths.includes(path)) {
      const nearest = nearestName(path, paths);
      report(
        pointer,
        `The template's folder has no file ${quoteValue(path)}.${nearest === null ? '' : ` Did you mean "${nearest}"?`}`,
      );
    } else {
      fileUses.push({ kind, path, pointer });
    }
  }
}

function* walk(elements: readonly TemplateElement[], pointer: string): Generator<[string, TemplateElement]> {
  for (const [index, element] of elements.entries()) {
    yield [`${pointer}/${index}`, element];
    if (element.type === 'group') yield* walk(element.elements, `${pointer}/${index}/elements`);
  }
}

/** Every string inside a value: placeholders only where they are filled, and only of declared variables. */
function checkStrings(
  value: object,
  pointer: string,
  variables: readonly TemplateVariable[],
  report: (pointer: string, detail: string) => void,
): void {
  const declared = variables.map(({ name }) => name);
  for (const [key, inner] of Object.entries<unknown>(value as Record<string, unknown>)) {
    const at = `${pointer}/${key}`;
    if (typeof inner === 'object' && inner !== null) checkStrings(inner, at, variables, report);
    if (typeof inner !== 'string' || !inner.includes('{{')) continue;
    if (!filledKeys.has(key)) {
      report(
        at,
        `Placeholders are not filled in "${key}"; they may stand in text, src, value, colours, fill and visible.`,
      );
      continue;
    }
    if (hasUnclosedPlaceholder(inner))
      report(at, 'A "{{" is never closed by "}}". For a literal "{{" write "\\{{".');
    const color = checkColor(key, inner, at, variables);
    if (color !== null) report(color.pointer, color.detail);
    for (const name of variablesIn(inner)) {
      if (declared.includes(name)) continue;
      const nearest = nearestName(name, declared);
      const meant = nearest === null ? ' For a literal "{{" write "\\{{".' : ` Did you mean "${nearest}"?`;
      report(at, `No variable ${quoteValue(name)} is declared.${meant}`);
    }
  }
}

/** The files that a source with variables in it could come to name: its own text fixed, anything where values go. */
function matchingPaths(src: string, paths: readonly string[]): string[] {
  const pieces = parsePlaceholders(src);
  const [first] = pieces;
  const start = first !== undefined && 'literal' in first ? first.literal.replace(/^(?:\.\/+)+/u, '') : null;
  const pattern = pieces.map((piece, index) => {
    if ('variable' in piece) return '.*';
    return RE2JS.quote(index === 0 && start !== null ? start : piece.literal);
  });
  const whole = RE2JS.compile(pattern.join(''), RE2JS.DOTALL);
  return paths.filter((path) => whole.matches(path));
}

/** SVG 2, section 9.3: the grammar, and a move to begin with. Renderers draw what comes before a mistake, authors overlook it. */
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
