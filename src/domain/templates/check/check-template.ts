import type { TemplateDocument } from '../../../../generated/template.ts';
import { checkElements } from './elements.ts';
import { checkFamilies } from './families.ts';
import { decodeFiles, type CheckedFiles, type FileCheckLimits } from './files.ts';
import { findElementsOffPage } from './off-page.ts';
import { checkPageSize } from './page.ts';
import { withCodesInThread } from '../../variables/codes-in-thread.ts';
import { findingsOf, merge, type CheckResult, type TemplateProblem } from './problem.ts';
import { describeSchemaErrors, findSchemaErrors } from './schema.ts';
import { checkFonts } from './sources.ts';
import { checkStrings } from './strings.ts';
import { takeValidPart, type ValidPart } from './valid-part.ts';
import { checkDeclarations } from './variables.ts';

export type { CheckResult };

export interface CheckLimits extends FileCheckLimits {
  /** Pixels that a page may have. */
  readonly maxOutputPixels: number;
  /** Whether the contents of files are checked. Default: they are. */
  readonly decodes?: boolean;
}

/** The defaults of the configuration, for callers without one. */
const defaultLimits: CheckLimits = {
  maxImagePixels: 50_000_000,
  maxOutputPixels: 100_000_000,
  timeoutMs: 30_000,
};

/** Large codes that are encoded for a check: more take a minute. Renders find what is wrong with others. */
const maxLargeCodes = 50;

/** Problems that are reported at once. */
const maxProblems = 100;

/**
 * Checks a whole template. Without problems it can be imported. Files are decoded in a separate renderer
 * process. Files that the template does not use are ignored.
 *
 * @param files the folder's files by their path in it
 */
export async function checkTemplate(
  json: unknown,
  files: CheckedFiles,
  limits: CheckLimits = defaultLimits,
): Promise<CheckResult> {
  const errors = findSchemaErrors(json);
  const schemaProblems = describeSchemaErrors(errors);
  const valid = takeValidPart(json, errors);
  const found = valid === null ? findingsOf({}) : await checkValidPart(json as object, valid, files, limits);
  const problems = [...schemaProblems, ...found.problems];
  const more = problems.length - maxProblems;
  return {
    problems: [
      ...problems.slice(0, maxProblems),
      ...(more > 0 ? [{ pointer: '', detail: `There are ${more} more problems.` }] : []),
    ],
    warnings: found.warnings.slice(0, maxProblems),
  };
}

/** Makes the checks that the schema cannot express. A place that the schema refuses has one problem. */
async function checkValidPart(
  json: object,
  { document, isRefused, hasRefused }: ValidPart,
  files: CheckedFiles,
  limits: CheckLimits,
): Promise<CheckResult> {
  const { background = null, elements = [] } = json as Partial<TemplateDocument>;
  const fonts = checkFonts(document, files);
  const [inElements, declarations] = await withCodesInThread(
    (check) => [checkElements(document, files, check), checkDeclarations(document, check)] as const,
    maxLargeCodes,
  );
  const isWhole = (pointer: string) => !hasRefused(pointer);
  const uses = limits.decodes === false ? [] : [...fonts.fileUses, ...inElements.fileUses];
  const isSizeKnown = !sizeKeys.some((key) => hasRefused(`/${key}`));
  const { problems, warnings } = merge([
    findingsOf(isSizeKnown ? checkPageSize(document, limits.maxOutputPixels) : {}),
    findingsOf({ warnings: isSizeKnown ? findElementsOffPage(document, isWhole) : [] }),
    findingsOf({ problems: checkFamilies(document) }),
    findingsOf({ problems: declarations }),
    findingsOf({ problems: checkStrings({ background, elements }, '', document.variables ?? []) }),
    fonts,
    inElements,
    findingsOf(await decodeFiles(uses, files, limits)),
  ]);
  const isSound = ({ pointer }: TemplateProblem) => !isRefused(pointer);
  return { problems: problems.filter(isSound), warnings: warnings.filter(isSound) };
}

const sizeKeys = [
  'viewport',
  'viewportUnit',
  'viewportExportDpi',
  'viewportOutputIntent',
  'bleed',
  'cropMarks',
];
