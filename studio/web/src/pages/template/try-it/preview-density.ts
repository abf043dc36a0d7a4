import type { Schema } from '../../../api/client.ts';

const unitsPerInch = { px: 96, mm: 25.4, cm: 2.54, in: 1, pt: 72 } as const;
const maxPreviewPixels = 4_000_000;

/** Less density for pages whose own would make a picture that no screen can show. Null: their own. */
export function previewDensity(page: Schema<'PageSize'> | null): 96 | 150 | null {
  if (page === null) return null;
  const squareInches = (page.width * page.height) / unitsPerInch[page.unit] ** 2;
  if (squareInches * page.dpi ** 2 <= maxPreviewPixels) return null;
  return squareInches * 150 ** 2 <= maxPreviewPixels ? 150 : 96;
}
