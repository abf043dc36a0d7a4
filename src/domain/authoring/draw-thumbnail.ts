import type { TemplateDocument, TemplateVariable } from '../../../generated/template.ts';
import { RemoteImageError, type ImageAnswer } from '../../render/assets.ts';
import type { BoundValues, VariableValue } from '../../common/values/values.ts';
import { listPages } from '../../render/bind/document-pages.ts';
import { RenderInputError, VariableError } from '../../render/errors.ts';
import type { OutputSettings } from '../../render/job.ts';
import { maxHeight } from '../../render/output-size.ts';
import { toInches } from '../../common/lengths/units.ts';
import type { ExampleValues } from '../../store/authoring/examples.ts';
import { withImageLimits, type ImageParts } from '../renders/image-limits.ts';
import { readDefault } from '../../common/values/lists.ts';
import { bindChecked } from '../renders/bind-values.ts';
import { loadJob, type RenderParts } from '../renders/render-template.ts';
import type { RenderSource } from '../renders/output-options.ts';

export type DrawParts = RenderParts & ImageParts;

interface DrawCall {
  readonly workspaceId: string;
  readonly signal: AbortSignal;
}

interface ThumbnailDrawCall extends DrawCall {
  /** Values that the version accepts; empty: it has none. */
  readonly example: ExampleValues;
}

/** The width of a thumbnail. One that would be higher than `maxHeightPx` is narrower. */
const widthPx = 640;
const maxHeightPx = 1_600;
const quality = 80;

/** Images of other servers, too. */
const timeoutMs = 15_000;

/** A grey pixel in place of an image that cannot be had. */
const placeholder: ImageAnswer = {
  ok: true,
  bytes: Uint8Array.from(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQImWO4efcxAAUsApreA49cAAAAAElFTkSuQmCC',
      'base64',
    ),
  ),
};

/**
 * Draws a version with its example values, and the defaults of the other variables. Those that have neither
 * show their labels, unless they may be empty beside the example values. A value that does not fit its place
 * is left out, and an image that cannot be fetched is grey.
 *
 * @throws the error of the last attempt
 */
export async function drawThumbnail(
  parts: DrawParts,
  version: RenderSource,
  { example, workspaceId, signal }: ThumbnailDrawCall,
): Promise<Uint8Array> {
  const { variables = [] } = version.document;
  const values = new Map(variables.map((each) => [each.name, getValue(each, example)]));
  const isEmpty = (name: string) => values.get(name)?.length === 0;
  const call = { workspaceId, signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) };
  let fetchesImages = true;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await draw(parts, version, { values, fetchesImages }, call);
    } catch (error) {
      call.signal.throwIfAborted();
      const variable = faultyVariable(error);
      if (variable === undefined || attempt > variables.length + 1) throw error;
      // Each attempt leaves out one more value; then all images, and all examples.
      if (variable !== null && !isEmpty(variable))
        values.set(variable, typeof values.get(variable) === 'object' ? [] : '');
      else if (fetchesImages) fetchesImages = false;
      else for (const each of variables) values.set(each.name, readDefault(each));
    }
  }
}

function getValue(variable: TemplateVariable, example: ExampleValues): VariableValue {
  const { name, required } = variable;
  if (Object.hasOwn(example, name)) return readDefault({ ...variable, defaultValue: example[name] ?? '' });
  const isExampleGiven = Object.keys(example).length > 0;
  return isExampleGiven && required !== true ? readDefault(variable) : getPlaceholder(variable);
}

/** A value for a variable: its default, the first of its options, or its label in a text. */
function getPlaceholder(variable: TemplateVariable): VariableValue {
  const { name, type, label = name, defaultValue = '', validation } = variable;
  if (type === 'list' || defaultValue !== '') return readDefault(variable);
  return validation?.options?.[0] ?? (type === 'text' ? label : '');
}

/** The variable whose value is at fault; null: something else in the template; undefined: another error. */
function faultyVariable(error: unknown): string | null | undefined {
  const isInput =
    error instanceof VariableError || error instanceof RenderInputError || error instanceof RemoteImageError;
  return isInput ? error.variable : undefined;
}

async function draw(
  parts: DrawParts,
  version: RenderSource,
  { values, fetchesImages }: { readonly values: BoundValues; readonly fetchesImages: boolean },
  call: DrawCall,
): Promise<Uint8Array> {
  const bound = await bindChecked(version.document, values, { isLenient: true }, call.workspaceId);
  const prepared = { version, bound, output: thumbnailOutput(version.document) };
  return await withImageLimits(parts, prepared, call, async (fetchImage, signal) => {
    const { job, files } = await loadJob(parts, prepared, {
      fetchImage: fetchesImages ? fetchImage : () => Promise.resolve(placeholder),
      signal,
    });
    const { data } = await parts.pool.preview(job, files, { accountId: thumbnailsOwner, signal });
    return data;
  });
}

/** Thumbnails do not take the places of an account's own previews. */
const thumbnailsOwner = 'thumbnails';

/** The density at which a page is as wide as a thumbnail. */
function thumbnailOutput(document: TemplateDocument): OutputSettings {
  const { viewportUnit = 'px' } = document;
  const viewport = listPages(document)[0]?.viewport ?? document.viewport;
  const inches = (length: number) => toInches(length, viewportUnit);
  const dpi = Math.min(widthPx / inches(viewport.width), maxHeightPx / inches(maxHeight(viewport)));
  return { format: 'webp', dpi, scale: 1, quality };
}
