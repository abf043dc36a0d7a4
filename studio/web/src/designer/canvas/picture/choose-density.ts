import type { TemplateDocument } from '../../model/template.ts';
import type { Schema } from '../../../api/client.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';

/** How dense the picture of a page is, by the API's options. */
export interface Density {
  readonly options: Pick<Schema<'RenderOptions'>, 'scale' | 'outputDpi'>;
  /** Pixels of the picture for one CSS pixel of the page. */
  readonly perPixel: number;
}

/** A larger picture takes too long for each edit; it is enlarged by the browser instead. */
const maxPixels = 6_000_000;

const scales = [1, 2, 3, 4] as const;
const densities = [96, 150, 300] as const;

/**
 * The API's options for a picture with at least the screen's density, or the densest one that is not too
 * large.
 *
 * @param wanted pixels of the screen for one CSS pixel of the page
 */
export function chooseDensity(document: TemplateDocument, wanted: number): Density {
  const { viewportExportDpi = 96, viewport } = document;
  const unit = pixelsPerUnit(document);
  const area = viewport.width * viewport.height * unit ** 2;
  const all = scales
    .flatMap((scale): Density[] => [
      { options: { scale }, perPixel: (viewportExportDpi * scale) / 96 },
      ...densities.map((outputDpi) => ({
        options: { scale, outputDpi },
        perPixel: (outputDpi * scale) / 96,
      })),
    ])
    .toSorted((a, b) => a.perPixel - b.perPixel);
  const fitting = all.filter(({ perPixel }) => area * perPixel ** 2 <= maxPixels);
  // The smallest one where all are too large: the service says what is wrong with the page.
  return fitting.find(({ perPixel }) => perPixel >= wanted - 1e-6) ?? fitting.at(-1) ?? all[0]!;
}
