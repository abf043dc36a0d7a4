import { toInches } from '../../../../../../src/common/lengths/units.ts';
import type { Schema } from '../../../api/client.ts';

const maxPreviewPixels = 4_000_000;

/** Less density for pages whose own would make a picture that no screen can show. Null: their own. */
export function previewDensity(page: Schema<'PageSize'> | null): 96 | 150 | null {
  if (page === null) return null;
  const squareInches = toInches(page.width, page.unit) * toInches(page.height, page.unit);
  if (squareInches * page.dpi ** 2 <= maxPreviewPixels) return null;
  return squareInches * 150 ** 2 <= maxPreviewPixels ? 150 : 96;
}
