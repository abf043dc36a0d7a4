/** Font files that become fonts of a template. */
import type { TemplateFont } from '../../../../../generated/template.ts';
import { api, type Schema } from '../../api/client.ts';
import { ApiError } from '../../api/problem.ts';

interface DescribedFont {
  readonly family: string;
  readonly weights: readonly number[];
  readonly isItalic: boolean;
}

/** A font file as one of a template's fonts, under the name that it has itself. */
export function declareFont(src: string, { family, weights, isItalic }: DescribedFont): TemplateFont {
  const [lowest = 400, highest = lowest] = weights;
  const weight = Math.min(900, Math.max(100, lowest));
  const file = src.split('/').at(-1) ?? src;
  return {
    family: family === '' ? file.replace(/\.\w+$/u, '') : family,
    // A variable font has its weights itself.
    ...(lowest === highest && weight !== 400 ? { weight } : {}),
    ...(isItalic ? { style: 'italic' as const } : {}),
    src,
  };
}

/** Others may save at the same time. */
const maxTries = 3;

/**
 * Adds a font file to the fonts of the draft, unless the draft names it already.
 *
 * @returns whether it was added
 * @throws ApiError
 */
export async function addFontToDraft(templateId: string, src: string, font: DescribedFont): Promise<boolean> {
  const path = { templateId };
  for (let tries = 1; ; tries += 1) {
    const { data, response } = await api.GET('/templates/{templateId}/draft', { params: { path } });
    const { document } = data as Schema<'Draft'>;
    const { fonts: given = [] } = document as { readonly fonts?: unknown };
    // A document that was broken by hand is mended by hand.
    if (!Array.isArray(given)) return false;
    const fonts = given as readonly (Partial<TemplateFont> | null)[];
    if (fonts.some((each) => each?.src === src)) return false;
    try {
      await api.PUT('/templates/{templateId}/draft', {
        params: { path, header: { 'If-Match': response.headers.get('ETag') ?? '' } },
        body: { ...document, fonts: [...fonts, declareFont(src, font)] },
      });
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412 || tries === maxTries) throw error;
    }
  }
}
