import type { TemplateDocument } from '../../../../generated/template.ts';
import { withCodesInWorker } from '../../variables/codes-in-worker.ts';
import { findAxisUses } from './axes.ts';
import { checkCharts } from './charts.ts';
import { checkBoxes } from './boxes.ts';
import { checkElements } from './elements.ts';
import { checkFamilies } from './families.ts';
import { checkInks } from './inks.ts';
import { findElementsOffPage } from './off-page.ts';
import type { SizedDocument } from '../../../common/sizes/size-document.ts';
import { checkPages, checkPageSize } from './page.ts';
import { toFindings, merge, type Findings } from './problem.ts';
import { describeSchemaErrors, findSchemaErrors } from './schema.ts';
import { checkSizes } from './sizes.ts';
import {
  checkAttached,
  checkFocusPoints,
  checkFonts,
  checkOutputProfile,
  findPictureUses,
} from './sources.ts';
import { checkLocale } from './locale.ts';
import { checkName, checkStrings } from './strings.ts';
import { takeValidPart, type ValidPart } from './valid-part.ts';
import { checkDeclarations } from './variables.ts';

/** Codes that are encoded for a check: more take a minute. Renders find what is wrong with others. */
const maxCodes = { small: 2_000, large: 50 };

/** A document to check. */
export interface DocumentToCheck {
  readonly json: unknown;
  /** The paths of its files. */
  readonly paths: readonly string[];
  readonly maxOutputPixels: number;
  /** Families beside those of the catalogue; default: none. */
  readonly installedFamilies?: readonly string[];
}

/** Makes all checks of a document that need no content of its files. Says which files have to be decoded. */
export async function checkDocument(given: DocumentToCheck): Promise<Findings> {
  const { json, paths, maxOutputPixels, installedFamilies = [] } = given;
  const errors = findSchemaErrors(json);
  const schema = toFindings({ problems: describeSchemaErrors(errors) });
  const valid = takeValidPart(json, errors);
  if (valid === null) return schema;
  const files = new Map(paths.map((path) => [path, null]));
  const limits = { maxOutputPixels, installedFamilies };
  const ofBase = merge([schema, await checkValidPart(json as object, valid, files, limits)]);
  const ofSizes = await checkSizes(valid.document, ofBase, valid.hasRefused, (sized) =>
    checkSized(sized, files, limits),
  );
  return merge([ofBase, ofSizes]);
}

/** Makes all checks of a document of one size. */
async function checkSized(
  sized: SizedDocument,
  files: ReadonlyMap<string, unknown>,
  limits: Parameters<typeof checkValidPart>[3],
): Promise<Findings> {
  const { sizeId, ...json } = sized;
  const { viewportUnit = 'px' } = json;
  // A size has another unit than its elements: in whole pixels it may be no whole number.
  const errors = findSchemaErrors({ ...json, viewportUnit: 'mm' });
  const schema = toFindings({ problems: describeSchemaErrors(errors) });
  const valid = takeValidPart({ ...json, viewportUnit: 'mm' }, errors);
  if (valid === null) return schema;
  const document = { ...valid.document, viewportUnit, sizeId };
  return merge([schema, await checkValidPart(sized, { ...valid, document }, files, limits)]);
}

/** Makes the checks that the schema cannot express. A place that the schema refuses has one problem. */
async function checkValidPart(
  json: object,
  { document, isRefused, hasRefused }: ValidPart,
  files: ReadonlyMap<string, unknown>,
  { maxOutputPixels, installedFamilies }: Required<Omit<DocumentToCheck, 'json' | 'paths'>>,
): Promise<Findings> {
  const {
    background = null,
    elements = [],
    pages = [],
    title,
    author,
    subject,
    keywords,
  } = json as Partial<TemplateDocument>;
  const fonts = checkFonts(document, files);
  const [inElements, declarations] = await withCodesInWorker(
    (check) => [checkElements(document, files, check), checkDeclarations(document, files, check)] as const,
    maxCodes,
  );
  const isWhole = (pointer: string) => !hasRefused(pointer);
  const isSizeKnown = !sizeKeys.some((key) => hasRefused(`/${key}`));
  const { problems, warnings, fileUses, axisUses, colorUses } = merge([
    toFindings(isSizeKnown ? checkPageSize(document, maxOutputPixels) : {}),
    toFindings({ warnings: isSizeKnown ? findElementsOffPage(document, isWhole) : [] }),
    toFindings({ problems: checkPages(document, Object.hasOwn(json, 'pages')) }),
    toFindings({ problems: checkBoxes(document, isRefused) }),
    toFindings({ problems: checkInks(document) }),
    toFindings({ problems: checkFamilies(document, installedFamilies) }),
    toFindings({ problems: declarations }),
    checkStrings({ title, author, subject, keywords, background, elements, pages }, '', document),
    checkName(document),
    checkLocale(document),
    toFindings({ axisUses: findAxisUses(document) }),
    fonts,
    checkFocusPoints(document, files),
    checkAttached(document, files),
    checkOutputProfile(document, files),
    inElements,
    toFindings({ fileUses: findPictureUses(document, files) }),
    await checkCharts(document, hasRefused),
  ]);
  const isSound = ({ pointer }: { readonly pointer: string }) => !isRefused(pointer);
  return {
    problems: problems.filter(isSound),
    warnings: warnings.filter(isSound),
    fileUses: fileUses.filter(isSound),
    axisUses: axisUses.filter(isSound),
    colorUses: colorUses.filter(isSound),
  };
}

const sizeKeys = [
  'viewport',
  'viewportUnit',
  'viewportExportDpi',
  'viewportOutputIntent',
  'bleed',
  'cropMarks',
];
