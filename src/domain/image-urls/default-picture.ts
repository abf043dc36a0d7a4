import { emptyValue, type BoundValues } from '../../common/values/values.ts';
import type { OutputFormat } from '../../render/job.ts';
import type { TemplateDocument } from '../../../generated/template.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import type { UrlTarget } from '../../store/url-keys.ts';
import { readDefault } from '../../common/values/lists.ts';
import { sizedSource } from '../renders/sized-source.ts';
import { defaultPicture } from './identify-picture.ts';
import { isTemplateAllowed } from './key-restrictions.ts';
import { toAnyProblem } from '../problems/to-problem.ts';
import { takePicture } from '../quota/request-rates.ts';
import { loadPicture } from './load-picture.ts';
import type { Picture } from './picture.ts';
import type { ImageUrlParts, LoadedImage, PictureCall } from './parts.ts';

/** Where a default picture comes from, and its format. */
export interface DefaultSource {
  readonly versionId: string;
  readonly templateId: string;
  readonly version: TemplateVersion;
  readonly format: OutputFormat;
  readonly size: string | undefined;
  /** Whose restrictions hold. */
  readonly target: UrlTarget;
}

/**
 * Finds the template whose default picture stands in for a picture that cannot be had.
 *
 * @param format undefined if the URL names none
 * @returns null if the account does not see the template, or the key is not for it
 */
export async function findDefaultSource(
  { templates }: ImageUrlParts,
  target: UrlTarget,
  {
    templateId,
    format,
    size,
  }: {
    readonly templateId: string;
    readonly format: OutputFormat | undefined;
    /** As the URL has it: an unknown one is the base design. */
    readonly size: string | undefined;
  },
): Promise<DefaultSource | null> {
  const { versionId, liveVersionId, formats } = target;
  if (!isTemplateAllowed(target, templateId)) return null;
  const shownId = versionId ?? liveVersionId;
  const version = shownId === null ? null : await templates.read(shownId);
  if (shownId === null || version === null) return null;
  const allowed = (formats ?? []) as readonly OutputFormat[];
  const isAllowed = format !== undefined && (formats === null || allowed.includes(format));
  const shown = isAllowed ? format : (allowed[0] ?? 'png');
  const sized = sizedSource(version, size);
  const isKnown = 'source' in sized;
  const found = isKnown ? sized : sizedSource(version, undefined);
  if ('problem' in found) return null;
  const ofSize = { version: found.source, size: isKnown ? size : undefined };
  return { versionId: shownId, templateId, ...ofSize, format: shown, target };
}

/**
 * Loads a default picture: the template without values. It is free and cached. One that cannot be rendered is
 * not tried again for some minutes, and counts against the rate of the account.
 *
 * @returns null if it cannot be rendered
 */
export async function loadDefaultPicture(
  parts: ImageUrlParts,
  source: DefaultSource,
  call: PictureCall,
): Promise<LoadedImage | null> {
  for (const values of defaultValues(source.version.document)) {
    try {
      const picture = await defaultPicture(source.target, source, values);
      const image = await loadUnlessFailed(parts, picture, call);
      if (image !== null) return image;
    } catch (error) {
      call.signal.throwIfAborted();
      call.log.debug({ err: error }, 'a default picture cannot be rendered');
    }
  }
  return null;
}

async function loadUnlessFailed(
  parts: ImageUrlParts,
  picture: Picture,
  call: PictureCall,
): Promise<LoadedImage | null> {
  const name = picture.hash.toString('latin1');
  if (parts.failedDefaults.has(name)) return null;
  try {
    return await loadPicture(parts, picture, call);
  } catch (error) {
    const { status } = toAnyProblem(error);
    // A service that is busy, or a client that leaves, says nothing about the picture.
    if (status === 503 || call.signal.aborted) throw error;
    parts.failedDefaults.set(name, true);
    const { plan, accountId } = call.caller;
    if (parts.limitsRates) await takePicture(parts.db, parts.plans[plan], accountId);
    throw error;
  }
}

/** Values to try: labels in the place of required texts; nothing, if a label does not fit its place. */
function defaultValues({ variables = [] }: TemplateDocument): readonly BoundValues[] {
  const labels = variables.map((variable) => {
    const { name, type, label = name, required, defaultValue = '' } = variable;
    const isLabel = required === true && defaultValue === '' && type === 'text';
    return [name, isLabel ? label : readDefault(variable)] as const;
  });
  return [new Map(labels), new Map(variables.map(({ name, type }) => [name, emptyValue(type)]))];
}
