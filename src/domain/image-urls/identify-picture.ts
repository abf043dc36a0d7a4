import { hasAllPages } from '../../common/names/output-formats.ts';
import { createHash } from 'node:crypto';
import { release } from '../../config/release.ts';
import { canonicalColor } from '../../render/bind/colors.ts';
import { BASE_SIZE } from '../../common/sizes/size-names.ts';
import type { BoundValues } from '../../common/values/values.ts';
import type { OutputFormat, OutputSettings } from '../../render/job.ts';
import { documentUsesNow } from '../../render/bind/uses-now.ts';
import { checkOutputSize } from '../../render/output-size.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import type { UrlTarget } from '../../store/url-keys.ts';
import { problems } from '../problems/catalogue.ts';
import { Problem } from '../problems/problem.ts';
import { toProblem } from '../problems/to-problem.ts';
import { countRefused } from '../renders/generate.ts';
import { bindChecked, checkValuesInTurn, findWorkMs } from '../renders/bind-values.ts';
import { prepareRender } from '../renders/render-template.ts';
import { requireSized } from '../renders/sized-source.ts';
import { outputSettings, type RenderOptions } from '../renders/output-options.ts';
import { fitValues } from '../variables/fit-values.ts';
import type { ImageUrlParts } from './parts.ts';
import type { Picture, PictureRequest } from './picture.ts';
import { imageProblems } from './problems.ts';
import { checkFormatAndSize, isTemplateAllowed, restrictHosts, longestSidePx } from './key-restrictions.ts';

/** @throws Problem IMAGE_URL_EXPIRED */
export function requireUnexpired({ expiresAt }: PictureRequest): void {
  if (expiresAt !== undefined && Date.now() >= expiresAt * 1_000)
    throw imageProblems.urlExpired(new Date(expiresAt * 1_000));
}

/**
 * Checks a URL against its key and its template, and identifies its picture.
 *
 * @throws Problem TEMPLATE_NOT_FOUND, IMAGE_URL_RESTRICTED, VALIDATION_ERROR,
 *   VARIABLE_VALIDATION_FAILED
 */
export async function identifyPicture(
  parts: ImageUrlParts,
  target: UrlTarget,
  request: PictureRequest,
): Promise<Picture> {
  const { templateId, format, options } = request;
  const version = findSize(await readVersion(parts, target, request), options.size);
  const { document } = version;
  const output = outputSettings(version, request);
  checkFormatAndSize(target, version, output);
  const { values: variables, fitted } = target.fit
    ? fitValues(document.variables ?? [], request.variables)
    : { values: request.variables, fitted: [] };
  const checked = await checkValuesInTurn(version, variables, target.workspaceId).catch((error: unknown) => {
    throw toProblem(error);
  });
  if (!checked.ok) {
    await countRefused(parts, target, checked.workMs);
    throw inQuery(
      problems.invalidRequest(checked.problems, 'VARIABLE_VALIDATION_FAILED', checked.problemCount),
    );
  }
  const oversize = checkOutputSize(document, output, parts.maxOutputPixels, 'Choose a smaller scale or dpi.');
  if (oversize !== null) throw problems.invalidRequest([{ pointer: '/query/scale', detail: oversize }]);
  const day = documentUsesNow(document) ? startOfDay() : null;
  const bindOptions = { locale: options.locale, now: day ?? undefined };
  const imageHosts =
    target.imageHosts === null
      ? null
      : await restrictHosts(target, target.imageHosts, version, checked.values, bindOptions).catch(
          async (error: unknown) => {
            await countRefused(parts, target, findWorkMs(error));
            throw inQuery(asValueProblem(toProblem(error)));
          },
        );
  return {
    hash: getHash({ versionId: target.versionId, values: checked.values, output, options, imageHosts, day }),
    isOfToday: day !== null,
    templateId,
    format,
    isFree: false,
    imageHosts,
    fitted: fitted.map(({ place }) => place),
    fittedValues: Object.fromEntries(
      Object.entries(variables).filter(([name, value]) => value !== request.variables[name]),
    ),
    async prepare() {
      const wanted = { ...request, now: day ?? undefined };
      const preparation = await prepareRender(parts, version, variables, wanted, target.workspaceId);
      if (preparation.ok) return preparation.prepared;
      await countRefused(parts, target, preparation.workMs);
      throw inQuery(problems.invalidRequest(preparation.problems, 'VARIABLE_VALIDATION_FAILED'));
    },
  };
}

/**
 * The picture of a version with other values than a URL's, which is free. A key's restrictions hold for it,
 * too: it is drawn as small as the key allows.
 *
 * @param values of all declared variables
 * @throws Problem IMAGE_URL_RESTRICTED, VALIDATION_ERROR
 */
export async function defaultPicture(
  target: UrlTarget,
  {
    versionId,
    templateId,
    version,
    format,
    size,
  }: {
    readonly versionId: string;
    readonly templateId: string;
    /** In its size. */
    readonly version: TemplateVersion;
    readonly format: OutputFormat;
    readonly size: string | undefined;
  },
  values: BoundValues,
): Promise<Picture> {
  const day = documentUsesNow(version.document) ? startOfDay() : null;
  const full = outputSettings(version, { format, options: {} });
  const sidePx = longestSidePx(version.document, full);
  const options =
    target.maxSidePx === null || sidePx <= target.maxSidePx
      ? { size }
      : { size, scale: (full.scale * target.maxSidePx) / sidePx };
  const output = outputSettings(version, { format, options });
  checkFormatAndSize(target, version, output);
  const bindOptions = { isLenient: true, now: day ?? undefined };
  const imageHosts =
    target.imageHosts === null
      ? null
      : await restrictHosts(target, target.imageHosts, version, values, bindOptions);
  return {
    hash: getHash({ versionId, values, output, options, imageHosts, day }),
    isOfToday: day !== null,
    templateId,
    format,
    isFree: true,
    imageHosts,
    fitted: [],
    fittedValues: {},
    async prepare() {
      const bound = await bindChecked(version.document, values, bindOptions, target.workspaceId);
      return { version, bound, output };
    },
  };
}

/** A picture that uses the time sees the start of the day in UTC, so that it is cached for the day. */
function startOfDay(): Date {
  return new Date(new Date().setUTCHours(0, 0, 0, 0));
}

/** A problem whose pointers name the parameters of the query. */
export function inQuery(problem: Problem): Problem {
  const { errors } = problem.facts;
  if (errors === undefined) return problem;
  const rename = (text: string): string =>
    text.replace(/^\/variables\//, '/query/v.').replace(/^\/options\/(page|size)\b/, '/query/$1');
  return new Problem(problem.code, rename(problem.detail), {
    ...problem.facts,
    errors: errors.map(({ pointer, detail }) => ({ pointer: rename(pointer), detail })),
  });
}

/**
 * A version in one of its sizes, whose measures the restrictions of keys are for.
 *
 * @throws Problem VALIDATION_ERROR
 */
function findSize(version: TemplateVersion, size: string | undefined): TemplateVersion {
  try {
    return requireSized(version, size);
  } catch (error) {
    throw inQuery(toProblem(error));
  }
}

async function readVersion(
  { templates }: ImageUrlParts,
  target: UrlTarget,
  { templateId, version }: PictureRequest,
): Promise<TemplateVersion> {
  const { versionId } = target;
  const found =
    versionId === null || !isTemplateAllowed(target, templateId) ? null : await templates.read(versionId);
  if (found === null) throw imageProblems.versionNotFound(templateId, version);
  return found;
}

/** A value that breaks the rules of its place has the code of one that breaks the rules of its variable. */
export function asValueProblem(problem: Problem): Problem {
  const isValue = problem.facts.errors?.some(({ pointer }) => pointer.startsWith('/variables/')) ?? false;
  if (problem.code !== 'VALIDATION_ERROR' || !isValue) return problem;
  return new Problem('VARIABLE_VALIDATION_FAILED', problem.detail, problem.facts);
}

/** Hashes everything that decides a picture: in JSON, no two of them look the same. */
function getHash({
  versionId,
  values,
  output: { format, dpi, scale, quality },
  options: { backgroundColor, locale, page = 1, size = BASE_SIZE },
  imageHosts,
  day,
}: {
  readonly versionId: string | null;
  readonly values: BoundValues;
  readonly output: OutputSettings;
  readonly options: RenderOptions;
  readonly imageHosts: readonly string[] | null;
  readonly day: Date | null;
}): Buffer {
  const background = backgroundColor === undefined ? null : canonicalColor(backgroundColor);
  const parts: unknown[] = [
    release,
    versionId,
    [...values],
    format,
    dpi,
    scale,
    quality,
    background,
    imageHosts,
  ];
  // What most pictures do not have is left out, so that their hashes stay as they were.
  if (day !== null) parts.push(day.toISOString());
  if (locale !== undefined) parts.push({ locale });
  if (page > 1 && !hasAllPages[format]) parts.push({ page });
  if (size !== BASE_SIZE) parts.push({ size });
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}
