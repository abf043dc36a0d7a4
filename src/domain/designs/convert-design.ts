/** Converts a design of another program, for the app: a template that nothing is created of yet. */
import type { TemplateDocument } from '../../../generated/template.ts';
import type { Comparison } from '../../render/compare-pictures.ts';
import { compareInProcess } from '../../renderer/compare-in-process.ts';
import { outputSize } from '../../render/output-size.ts';
import { packZip } from '../../storage/pack-zip.ts';
import { problems } from '../problems/catalogue.ts';
import { Problem } from '../problems/problem.ts';
import type { PreviewParts } from '../previews/parts.ts';
import { renderPreview, type Preview, type PreviewCall } from '../previews/render-preview.ts';
import { listPlaces } from '../../render/written-report.ts';
import type { RenderSource } from '../renders/output-options.ts';
import { hashFiles, storeFiles, type HashedFile } from '../templates/import-template.ts';
import type { TemplateFolder } from '../templates/template-folder.ts';
import { inSlot } from '../authoring/parts.ts';
import { describeDifferences, notCompared, type PlacedElement } from './describe-differences.ts';
import { originalFolder, type OriginalFolder } from './original-folder.ts';

/** A design, and what is wanted of it. */
export interface DesignRequest {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly format: DesignFormat | undefined;
  /** A group of the proposed variables, or their places in the list. */
  readonly variables: 'all' | 'marked' | 'none' | ReadonlySet<number>;
  /** The place of the page, frame, artboard or design, from 0. */
  readonly page: number;
}

type DesignFormat = 'polotno' | 'fabric' | 'pdfme' | 'svg' | 'psd' | 'figma' | 'pptx' | 'pdf';

/** A converted design. */
interface Conversion {
  readonly format: DesignFormat;
  readonly folder: TemplateFolder;
  readonly document: TemplateDocument;
  readonly kept: number;
  readonly losses: readonly {
    readonly element: string;
    readonly property: string;
    readonly reason: string;
  }[];
  readonly variables: readonly {
    readonly name: string;
    readonly type: 'text' | 'image' | 'qrcode' | 'barcode' | 'date' | 'list';
    readonly from: string;
    readonly isMarked: boolean;
    readonly isChosen: boolean;
    readonly value: string | null;
  }[];
  readonly pages: readonly string[];
  /** Families of the design that another one stands in for. */
  readonly missingFonts: readonly string[];
  /** The font files beside the design. */
  readonly fonts: readonly {
    readonly file: string;
    readonly family: string | null;
    readonly isUsed: boolean;
    readonly problem: string | null;
  }[];
  /** The name of each element in the design, by its id. */
  readonly names: ReadonlyMap<string, string>;
  /** A picture of the design: that in its file, or an SVG itself. */
  readonly picture: Uint8Array | null;
}

/** Converts a design in a thread, or says why it cannot. An abort ends the thread. */
export type DesignConverter = (
  request: DesignRequest,
  signal: AbortSignal,
) => Promise<
  | { readonly converted: Conversion }
  /** `fault`: what has surprised the importer, for the log. */
  | { readonly reason: string; readonly fault: unknown }
>;

export interface DesignAnswer extends Pick<
  Conversion,
  'format' | 'kept' | 'pages' | 'losses' | 'variables' | 'missingFonts' | 'fonts'
> {
  readonly elements: readonly PlacedElement[];
  readonly preview: Pick<Preview, 'data' | 'width' | 'height'> | null;
  /** What differs between the picture of the design and that of the template; null without one of them. */
  readonly comparison: Comparison | null;
  readonly original: Uint8Array | null;
  readonly zip: Uint8Array;
}

/** The longer side of the picture, in pixels. */
const pictureSide = 1_600;

/**
 * Converts a design and renders it.
 *
 * @throws Problem VALIDATION_ERROR if it is no design, SERVICE_UNAVAILABLE
 */
export async function convertDesign(
  { previews, convert }: { readonly previews: PreviewParts; readonly convert: DesignConverter },
  request: DesignRequest,
  call: PreviewCall,
): Promise<DesignAnswer> {
  const { authoring } = previews;
  return await inSlot(authoring.zipSlots, call.caller.workspaceId, async () => {
    const answer = await convert(request, call.signal);
    if ('reason' in answer) {
      if (answer.fault !== undefined) call.log.warn({ fault: answer.fault }, 'an importer has failed');
      throw problems.unreadable(answer.reason);
    }
    const { folder, document, names, picture, ...converted } = answer.converted;
    const { format, kept, pages, losses, variables, missingFonts, fonts } = converted;
    const files = await hashFiles(folder);
    // Those of a template that is never made are removed by the sweep.
    await storeFiles(authoring, call.caller.workspaceId, files);
    const preview = await drawPreview(previews, { document, files }, call);
    const own = picture === null || preview === null ? null : originalFolder(document, picture);
    const original = own && (await drawOriginal(previews, own, call));
    const elements = preview === null ? [] : placeElements(preview, names);
    const comparison =
      preview === null || original === null
        ? null
        : await compareInProcess({ original, other: preview.data }, call.signal);
    if (own !== null && comparison === null) call.log.warn('a converted design could not be compared');
    const uncompared = own === null ? [] : [notCompared];
    return {
      format,
      kept,
      pages,
      losses: [...losses, ...(comparison === null ? uncompared : describeDifferences(comparison, elements))],
      variables,
      missingFonts,
      fonts,
      preview,
      original,
      comparison,
      elements,
      zip: await packZip(
        new Map([...folder.files, ['template.json', folder.templateJson ?? new Uint8Array()]]),
      ),
    };
  });
}

/** The design's own picture as the service draws it, as large as the preview; null if it cannot be drawn. */
async function drawOriginal(
  previews: PreviewParts,
  { document, folder }: OriginalFolder,
  call: PreviewCall,
): Promise<Uint8Array | null> {
  const files = await hashFiles(folder);
  await storeFiles(previews.authoring, call.caller.workspaceId, files);
  return (await drawPreview(previews, { document, files }, call))?.data ?? null;
}

/** A picture of the template; null if it cannot be rendered, such as one that takes too long. */
async function drawPreview(
  previews: PreviewParts,
  { document, files }: { readonly document: TemplateDocument; readonly files: readonly HashedFile[] },
  call: PreviewCall,
): Promise<Preview | null> {
  const scale = Math.min(1, pictureSide / longerSide(document));
  const source: RenderSource = {
    document,
    files: files.map(({ path, hash, mediaType, bytes }) => ({
      path,
      hash,
      mediaType,
      bytes: bytes.byteLength,
    })),
  };
  try {
    return await renderPreview(
      previews,
      () => Promise.resolve(source),
      { values: {}, format: 'png', options: { scale, outputDpi: 96 }, elements: undefined, tab: undefined },
      call,
    );
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    call.log.debug({ err: error }, 'a converted design could not be rendered');
    return null;
  }
}

function placeElements({ report }: Preview, names: Conversion['names']): PlacedElement[] {
  const { page } = report;
  return listPlaces(report).map(({ id, onPage }) => ({
    name: names.get(id) ?? id,
    x: onPage.x / page.width,
    y: onPage.y / page.height,
    width: onPage.width / page.width,
    height: onPage.height / page.height,
  }));
}

/** Of the page, in pixels at 96 dpi. */
function longerSide(document: TemplateDocument): number {
  const { width, height } = outputSize(document, { format: 'png', dpi: 96, scale: 1 });
  return Math.max(width, height);
}
