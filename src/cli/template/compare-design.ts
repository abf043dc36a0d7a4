import { describeDifferences, notCompared } from '../../domain/designs/describe-differences.ts';
import { originalFolder } from '../../domain/designs/original-folder.ts';
import type { TemplateFolder } from '../../domain/templates/template-folder.ts';
import { compareInProcess } from '../../renderer/compare-in-process.ts';
import { RendererCrashedError } from '../../renderer/errors.ts';
import type { Comparison } from '../../render/compare-pictures.ts';
import { outputSize } from '../../render/output-size.ts';
import type { ConvertedDesign, Loss } from '../../importers/design.ts';
import { CommandError, type Settings } from '../command-context.ts';
import { createFolderRenderer, type FolderRender } from './render-folder.ts';

/** The longer side of the pictures that are compared, in pixels. */
const sidePx = 800;

/** What a template lacks of the design's own picture. */
interface ComparedDesign {
  readonly comparison: Comparison | null;
  readonly losses: readonly Loss[];
}

/** Renders a converted design, and compares it with the design's own picture, where there is one. */
export async function compareDesign(converted: ConvertedDesign, settings: Settings): Promise<ComparedDesign> {
  const { document, folder, names, picture } = converted;
  const original = picture === null ? null : originalFolder(document, picture);
  if (original === null) return { comparison: null, losses: [] };
  const renderer = createFolderRenderer(settings);
  const draw = async (shown: TemplateFolder, report: boolean) =>
    await renderer.render(shown, { ...look, scale: scaleOf(document), inspect: { report, boxes: false } });
  try {
    const own = await draw(original.folder, false);
    const { data, report } = await draw(folder, true);
    const comparison = await compareInProcess({ original: own.data, other: data });
    if (comparison === null) return { comparison: null, losses: [notCompared] };
    const { page, elements = [] } = report ?? {};
    const placed = elements.map(({ id, onPage: { x, y, width, height } }) => ({
      name: names.get(id) ?? id,
      x: x / (page?.width ?? 1),
      y: y / (page?.height ?? 1),
      width: width / (page?.width ?? 1),
      height: height / (page?.height ?? 1),
    }));
    return { comparison, losses: describeDifferences(comparison, placed) };
  } catch (error) {
    // A picture that cannot be drawn is not compared; the template is written all the same.
    if (error instanceof CommandError || error instanceof RendererCrashedError)
      return { comparison: null, losses: [notCompared] };
    throw error;
  } finally {
    await renderer.close();
  }
}

const look: Omit<FolderRender, 'scale' | 'inspect'> = {
  place: 'the converted design',
  values: { values: {}, source: null },
  format: 'png',
  quality: 85,
  chroma: undefined,
  svgText: undefined,
  dpi: 96,
  background: undefined,
  locale: undefined,
  page: undefined,
};

function scaleOf(document: ConvertedDesign['document']): number {
  const { width, height } = outputSize(document, { format: 'png', dpi: 96, scale: 1 });
  return Math.min(1, sidePx / Math.max(width, height));
}
