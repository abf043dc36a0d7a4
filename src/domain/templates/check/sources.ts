import { RE2JS } from 're2js';
import type { ListField, TemplateDocument, TemplateVariable } from '../../../../generated/template.ts';
import { dataUrlShape, decodeDataUrl, isDataUrl } from '../../../render/bind/data-url.ts';
import {
  describeUnknownCondition,
  isConditionName,
  isProfilePath,
} from '../../../common/colors/printing-conditions.ts';
import {
  expressionsIn,
  hasPlaceholder,
  parsePlaceholders,
  type DeclaredNames,
} from '../../../common/placeholders/placeholders.ts';
import { printAttachedProblem } from '../../../render/attached-pdfs.ts';
import { normalizePath } from '../../../render/bind/template-paths.ts';
import { collectExpressions } from '../../../common/expressions/template-expressions.ts';
import { suggestFile } from '../../../common/names/nearest-name.ts';
import { picturePaths } from '../../variables/template-pictures.ts';
import { quoteValue } from '../../variables/types.ts';
import { findFileKind, isTemplateFile, templateFileKinds } from '../../files/file-kinds.ts';
import { namesAt } from './walk-elements.ts';
import { toFindings, merge, problemAt, type FileUse, type Findings } from './problem.ts';

/** Checks an image's source: an https URL, a data: URL, a path in the folder, or a pattern with variables. */
export function checkImageSource(
  src: string,
  pointer: string,
  files: ReadonlyMap<string, unknown>,
  document: TemplateDocument,
): Findings {
  const source = src.trim();
  if (hasPlaceholder(src, new Set(document.variables?.map(({ name }) => name)))) {
    return toFindings({ fileUses: usesOfPattern(source, pointer, files, document) });
  }
  if (isDataUrl(source)) {
    const data = decodeDataUrl(source);
    if (data === null) return problemAt(pointer, `The data: URL must be a ${dataUrlShape} in strict base64.`);
    return toFindings({ fileUses: [{ kind: 'image', path: source, pointer, data }] });
  }
  if (/^[a-z][a-z0-9+.-]+:/iu.test(source)) {
    if (/^https:/iu.test(source) && URL.canParse(source)) return toFindings({});
    const detail =
      `${quoteValue(source)} is not an https URL, a data: URL ` + "or a path in the template's folder.";
    return problemAt(pointer, detail);
  }
  return checkFileSource('image', source, pointer, files);
}

/** Checks the template's fonts: one file for each family, weight and style. */
export function checkFonts({ fonts = [] }: TemplateDocument, files: ReadonlyMap<string, unknown>): Findings {
  const faces = new Set<string>();
  const findings: Findings[] = [];
  for (const [index, { family, weight = 400, style = 'normal', src }] of fonts.entries()) {
    const pointer = `/fonts/${index}`;
    const face = `${family.toLowerCase()} ${weight} ${style}`;
    if (faces.has(face)) {
      const detail = `The font "${family}" has a file for weight ${weight}, ${style} already.`;
      findings.push(problemAt(pointer, detail));
    }
    faces.add(face);
    findings.push(checkFileSource('font', src, `${pointer}/src`, files));
  }
  return merge(findings);
}

/** Checks the focus points of pictures: one for each file. */
export function checkFocusPoints(
  { focusPoints = [] }: TemplateDocument,
  files: ReadonlyMap<string, unknown>,
): Findings {
  const paths = new Set<string | null>();
  const findings: Findings[] = [];
  for (const [index, { src }] of focusPoints.entries()) {
    const pointer = `/focusPoints/${index}/src`;
    const path = normalizePath(src);
    if (paths.has(path)) findings.push(problemAt(pointer, `The file "${src}" has a focus point already.`));
    else if (path === null || !files.has(path)) {
      const detail = `The template has no file ${quoteValue(src)}: its focus point changes nothing.`;
      findings.push(toFindings({ warnings: [{ pointer, detail }] }));
    }
    paths.add(path);
  }
  return merge(findings);
}

/** Checks the PDFs before and after the pages of the template. */
export function checkAttached(document: TemplateDocument, files: ReadonlyMap<string, unknown>): Findings {
  const findings = (['prepend', 'append'] as const).flatMap((place) => {
    const paths = document[place] ?? [];
    if (paths.length === 0) return [];
    if (document.viewportOutputIntent === 'print')
      return [problemAt(`/${place}`, printAttachedProblem(place))];
    return [
      toFindings({ warnings: [{ pointer: `/${place}`, detail: noStandard }] }),
      ...paths.map((path, index) => checkFileSource('pdf', path, `/${place}/${index}`, files)),
    ];
  });
  return merge(findings);
}

const noStandard =
  'PDFs of this template claim neither PDF/A nor PDF/UA: ' +
  'the pages of other files cannot be promised to conform.';

const expected = {
  image: 'an image is needed',
  font: 'a font is needed',
  profile: 'a colour profile is needed',
} as const;
const fileNames = { image: 'an image', font: 'a font', pdf: 'a PDF', profile: 'a colour profile' } as const;

/** Checks the printing condition of a template: its name, or its profile in the folder. */
export function checkOutputProfile(
  { outputProfile }: Pick<TemplateDocument, 'outputProfile'>,
  files: ReadonlyMap<string, unknown>,
): Findings {
  if (outputProfile === undefined || isConditionName(outputProfile)) return toFindings({});
  if (!isProfilePath(outputProfile))
    return problemAt('/outputProfile', describeUnknownCondition(outputProfile));
  return checkFileSource('profile', outputProfile, '/outputProfile', files);
}

/** Checks a path in the template's folder. */
function checkFileSource(
  kind: Exclude<FileUse['kind'], 'chart'>,
  src: string,
  pointer: string,
  files: ReadonlyMap<string, unknown>,
): Findings {
  const path = normalizePath(src);
  if (path === null) {
    const detail =
      `${quoteValue(src)} is not a path inside the template's folder: ` +
      'no leading slash, no "..", forward slashes only.';
    return problemAt(pointer, detail);
  }
  if (!isTemplateFile(path)) {
    const detail =
      `${quoteValue(path)} is neither an image, a font, a PDF nor a colour profile by its name; ` +
      `accepted are ${templateFileKinds}.`;
    return problemAt(pointer, detail);
  }
  const named = findFileKind(path);
  // What fonts and images are is decided by their content.
  if (named !== kind && [named, kind].some((each) => each === 'pdf' || each === 'profile')) {
    const needed =
      kind === 'pdf'
        ? 'no PDF by its name, but only PDFs have pages'
        : `${fileNames[named]}, but ${expected[kind]}`;
    return problemAt(pointer, `${quoteValue(path)} is ${needed}.`);
  }
  if (!files.has(path)) {
    const meant = suggestFile(path, [...files.keys()]);
    return problemAt(pointer, `The template's folder has no file ${quoteValue(path)}.${meant}`);
  }
  return toFindings({ fileUses: [{ kind, path, pointer }] });
}

/**
 * The images that a source with variables may name. Files that are not images are left out: such a value is
 * refused when it is rendered.
 */
function usesOfPattern(
  source: string,
  pointer: string,
  files: ReadonlyMap<string, unknown>,
  document: TemplateDocument,
): FileUse[] {
  const { variables = [] } = document;
  const declared = new Set(variables.map(({ name }) => name));
  const expressions = collectExpressions(document).within(namesAt(document, pointer));
  // A mistake is reported elsewhere.
  const isValid = expressionsIn(source, declared).every(
    ({ expression }) => expressions.compile(expression).ok,
  );
  if (!isValid) return [];
  return matchingPaths(source, declared, [...files.keys()]).map((path) => {
    return { kind: 'image', path, pointer, isOptional: true };
  });
}

/**
 * The pictures of a template that has image variables, wherever the template shows their values: a value may
 * name any of them.
 */
export function findPictureUses(
  { variables = [] }: Pick<TemplateDocument, 'variables'>,
  files: ReadonlyMap<string, unknown>,
): FileUse[] {
  const index = variables.findIndex(hasPictures);
  if (index === -1) return [];
  const pointer = `/variables/${index}`;
  return picturePaths([...files.keys()]).map((path) => ({ kind: 'image', path, pointer, isOptional: true }));
}

/** Whether values are pictures, or have some in their entries. */
function hasPictures({ type, fields = [] }: TemplateVariable | ListField): boolean {
  return type === 'image' || fields.some(hasPictures);
}

/**
 * The paths that match a source: its own text exactly, and anything in place of variables. A render takes
 * `files/` away where there is no such path.
 */
function matchingPaths(source: string, declared: DeclaredNames, paths: readonly string[]): string[] {
  const pieces = parsePlaceholders(source, declared);
  const pattern = pieces.map((piece, index) => {
    if (!('literal' in piece)) return '.*';
    return RE2JS.quote(index === 0 ? piece.literal.replace(/^(?:\.\/+)+/u, '') : piece.literal);
  });
  const expression = RE2JS.compile(pattern.join(''), RE2JS.DOTALL);
  return paths.filter((path) => expression.matches(path) || expression.matches(`files/${path}`));
}
