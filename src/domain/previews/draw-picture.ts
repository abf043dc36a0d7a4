import type { TemplateDocument } from '../../../generated/template.ts';
import { outputSize } from '../../render/output-size.ts';
import {
  outputSettings,
  renderDefaults,
  type RenderOptions,
  type RenderSource,
} from '../renders/output-options.ts';
import { requireSized } from '../renders/sized-source.ts';
import type { PreviewParts } from './parts.ts';
import { renderPreview, type Preview, type PreviewCall } from './render-preview.ts';

/** The longest side of a picture for a language model: larger ones are made smaller before it sees them. */
export const maxPictureSidePx = 1_568;

/** As Base64 a picture has at most 700,000 characters: some clients refuse answers of more than 1 MiB. */
export const maxPictureBytes = (700_000 / 4) * 3;

/** The formats that models see. */
export type PictureFormat = 'png' | 'jpeg' | 'webp';

/** A picture to look at, with the size and the warnings of the one in full size. */
export interface Picture extends Pick<Preview, 'data' | 'width' | 'height' | 'warnings' | 'pageCount'> {
  readonly format: PictureFormat;
  readonly fullWidth: number;
  readonly fullHeight: number;
}

/**
 * Draws a picture, as a preview: a PNG, or a WebP where that would be too large, which is smaller and keeps
 * transparency, too. Warnings are those of the full size: a code may be readable only there, and an image
 * sharp only in the picture.
 *
 * @throws Problem
 */
export async function drawPicture(
  parts: PreviewParts,
  findSource: () => Promise<RenderSource>,
  {
    values,
    options,
  }: { readonly values: Readonly<Record<string, unknown>>; readonly options: RenderOptions },
  call: PreviewCall,
): Promise<Picture> {
  const source = requireSized(await findSource(), options.size);
  const small = fitPicture(source.document, options);
  const render = (
    shown: RenderOptions,
    { format = 'png', isLayoutOnly = false }: { format?: PictureFormat; isLayoutOnly?: boolean } = {},
  ): Promise<Preview> => {
    const request = { values, format, options: shown, isLayoutOnly } as const;
    return renderPreview(
      parts,
      () => Promise.resolve(source),
      { ...request, elements: undefined, tab: undefined },
      call,
    );
  };
  const full = await render(options, { isLayoutOnly: small !== options });
  let format: PictureFormat = 'png';
  let picture = small === options ? full : await render(small);
  const { quality } = renderDefaults;
  let shown = { ...small, quality };
  while (picture.data.byteLength > maxPictureBytes) {
    if (format === 'webp') {
      const share = Math.sqrt(maxPictureBytes / picture.data.byteLength);
      shown = { ...scaled(source.document, shown, 0.9 * share), quality };
    }
    format = 'webp';
    picture = await render(shown, { format });
  }
  const { data, width, height } = picture;
  const { warnings, pageCount, width: fullWidth, height: fullHeight } = full;
  return { format, data, width, height, warnings, pageCount, fullWidth, fullHeight };
}

/** The options of a picture: the given ones, or with a smaller scale if it would be larger than it may be. */
export function fitPicture(document: TemplateDocument, options: RenderOptions): RenderOptions {
  const output = outputSettings({ document }, { format: 'png', options });
  const { width, height } = outputSize(document, output);
  const longest = Math.max(width, height);
  if (longest <= maxPictureSidePx) return options;
  return scaled(document, options, maxPictureSidePx / longest);
}

function scaled(document: TemplateDocument, options: RenderOptions, factor: number): RenderOptions {
  return { ...options, scale: factor * outputSettings({ document }, { format: 'png', options }).scale };
}
