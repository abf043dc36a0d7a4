import type { BindOptions } from '../../render/bind/bind-template.ts';
import type { BoundValues } from '../../common/values/values.ts';
import type { OutputSettings } from '../../render/job.ts';
import { outputSize } from '../../render/output-size.ts';
import type { TemplateVersion } from '../../store/templates.ts';
import type { UrlTarget } from '../../store/url-keys.ts';
import { bindChecked } from '../renders/bind-values.ts';
import { isHostAllowed } from './image-hosts.ts';
import { imageProblems } from './problems.ts';

/**
 * Checks the format and the size of a picture against the key.
 *
 * @throws Problem IMAGE_URL_RESTRICTED
 */
export function checkFormatAndSize(
  { formats, maxSidePx }: UrlTarget,
  { document }: TemplateVersion,
  output: OutputSettings,
): void {
  if (formats !== null && !formats.includes(output.format))
    throw imageProblems.restricted(`the formats ${formats.join(', ')}; this is ${output.format}`);
  if (maxSidePx === null) return;
  const { width, height } = sizeInPx(document, output);
  if (Math.max(width, height) <= maxSidePx) return;
  throw imageProblems.restricted(
    `pictures of at most ${maxSidePx} px a side; this is ${width} × ${height} px`,
  );
}

/** Whether a key is for a template. */
export function isTemplateAllowed({ templateIds }: UrlTarget, templateId: string): boolean {
  return templateIds === null || templateIds.includes(templateId.toLowerCase());
}

/**
 * Checks the hosts of remote pictures.
 *
 * @returns the hosts if the picture depends on them: through a redirect, a picture may come from elsewhere
 * @throws Problem IMAGE_URL_RESTRICTED, VariableError
 */
export async function restrictHosts(
  { workspaceId }: UrlTarget,
  hosts: readonly string[],
  { document }: TemplateVersion,
  values: BoundValues,
  options: BindOptions,
): Promise<readonly string[] | null> {
  const { sources } = await bindChecked(document, values, options, workspaceId);
  const urls = sources.flatMap(({ location, variable }) =>
    location.from === 'remote' && variable !== null ? [new URL(location.url)] : [],
  );
  if (!urls.every((url) => isHostAllowed(hosts, url))) throw imageProblems.hostRestricted(hosts);
  return urls.length === 0 ? null : hosts;
}

/** The longest side of an output in pixels, of a PDF in CSS pixels. */
export function longestSidePx(document: TemplateVersion['document'], output: OutputSettings): number {
  const { width, height } = sizeInPx(document, output);
  return Math.max(width, height);
}

/** The size of an output in pixels, of a PDF in CSS pixels. */
function sizeInPx(
  document: TemplateVersion['document'],
  output: OutputSettings,
): { readonly width: number; readonly height: number } {
  const { width, height, unit } = outputSize(document, output);
  const px = (side: number) => Math.round(unit === 'pt' ? side * pxPerPoint : side);
  return { width: px(width), height: px(height) };
}

/** CSS pixels per point. */
const pxPerPoint = 96 / 72;
