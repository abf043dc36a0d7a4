/** The steps of every render: what they take, and what they find before anything is drawn. */
import { RenderInputError } from '../errors.ts';
import type { FontBook } from '../fonts/font-book.ts';
import type { ImageCache, ImageLease } from '../images/image-cache.ts';
import { findImages, type FoundImage, type PlacedImage } from '../images/place-images.ts';
import type { RenderJob } from '../job.ts';
import { checkOutputSize } from '../output-size.ts';
import { chartsIn, noCharts, type ChartDrawing, type ChartDrawings } from '../charts/chart-drawing.ts';
import type { EmbedLimits } from '../images/embed/place-embedded.ts';
import type { RenderCaches } from '../render-caches.ts';
import type { SceneChart } from '../scene/chart.ts';
import type { SceneImage } from '../scene/image.ts';
import { numberedTogether } from '../scene/page-groups.ts';
import type { Scene } from '../scene/scene.ts';
import type { SceneText } from '../scene/text.ts';
import { computeRatios, sizeIcons } from '../images/icons.ts';
import type { MeasuredTexts } from '../text/place/measured-text.ts';
import { layoutText, layoutTexts } from '../text/layout.ts';
import type { TextLayout } from '../text/text-layout.ts';

/** Returns the bytes of an asset by its hash. All of a job's assets are in memory before the job starts. */
export type AssetBytes = (hash: string) => Uint8Array;

/** What every step can read. */
export interface RenderInput {
  readonly job: RenderJob;
  readonly assetBytes: AssetBytes;
  readonly fontBook: FontBook;
  readonly imageCache: ImageCache;
  readonly lease: ImageLease;
  readonly caches: Partial<RenderCaches>;
}

/**
 * Checks that the format can hold the output. The pixel limit was checked before the job was made.
 *
 * @throws RenderInputError
 */
export function checkSize({ job }: RenderInput): object {
  for (const scene of getScenes(job.scene)) {
    const problem = checkOutputSize({ viewport: scene }, job.output, Infinity);
    if (problem !== null) throw new RenderInputError('output', null, problem, '');
  }
  return {};
}

/** Opens the template's fonts, and installed ones, beside those of the catalogue. */
export function loadFonts({ job, assetBytes, fontBook }: RenderInput): Fonts {
  const given = [...job.scene.fonts, ...(job.installedFonts ?? [])];
  const templateFonts = given.map(({ family, weight, style, asset }) => {
    const reference = job.assets[asset];
    if (reference === undefined) throw new Error(`the job has no asset ${asset} (font ${family})`);
    return { family, weight, style, hash: reference.hash, bytes: assetBytes(reference.hash) };
  });
  return { fonts: fontBook.forScene(templateFonts) };
}

/** A page: the job with a scene whose boxes are all numbers. */
export interface PlacedPage extends FoundImages {
  readonly job: RenderJob;
  /** Texts that were analysed to measure them. */
  readonly analysedTexts?: MeasuredTexts;
}

/** The pages of a job. */
export interface PlacedPages {
  readonly pages: readonly PlacedPage[];
}

/** A page with all that its drawing needs. */
export interface OpenedPage extends RenderInput, Fonts, PlacedPage {
  /** The texts that no later page has. */
  readonly lastTexts: readonly SceneText['runs'][];
}

/** Places what depends on layouts, content or surroundings. Other scenes stay as they are. */
export async function placePages({
  scenes,
  fonts,
  assetBytes,
  imageCache,
}: RenderInput & Fonts & FoundScenes): Promise<PlacedPages> {
  if (scenes.some(({ job: { scene } }) => scene.isFlow === true || scene.running !== undefined)) {
    // Renders without flows, headers and footers load neither the engine nor expressions.
    const { placeDocument } = await import('../layout/flow/place-document.ts');
    const find = (job: RenderJob) => findImages(job, assetBytes, imageCache);
    return { pages: numberPages(await placeDocument(scenes, fonts, find)) };
  }
  const pages: PlacedPage[] = [];
  for (const { job, found } of scenes) {
    if (job.scene.isUnplaced !== true) {
      pages.push({ job, found });
      continue;
    }
    // Renders without layouts do not load the engine.
    const { placeJob } = await import('../layout/place-job.ts');
    pages.push(await placeJob(job, found, fonts));
  }
  return { pages: numberPages(pages) };
}

/** The pages of documents with pages know their numbers. */
function numberPages(pages: readonly PlacedPage[]): readonly PlacedPage[] {
  const counts = new Map<string, number>();
  const count = (id: string) => {
    const next = (counts.get(id) ?? 0) + 1;
    counts.set(id, next);
    return next;
  };
  const ids = pages.map(({ job: { scene } }) => numberedTogether(scene));
  const numbers = ids.map((id) => (id === undefined ? 0 : count(id)));
  return pages.map(({ job, ...page }, index) => {
    const { scene } = job;
    const { [index]: id } = ids;
    if (id === undefined) return { job, ...page };
    const ofGroup = { page: numbers[index] ?? 1, pages: counts.get(id) ?? 1 };
    return { ...page, job: { ...job, scene: { ...scene, pageNumber: index + 1, ofGroup } } };
  });
}

/** The scenes of a job, in order. */
function getScenes({ others, ...scene }: Scene): Scene[] {
  return others === undefined ? [scene] : [scene, ...others];
}

/** The charts of a scene, laid out. */
export interface Charts {
  readonly charts: ChartDrawings;
}

/** Lays out the charts in their boxes. @throws RenderInputError for one that cannot be drawn */
export async function layOutCharts({ fonts, job }: OpenedPage): Promise<Charts> {
  const charts = chartsIn(job.scene.elements);
  if (charts.length === 0) return { charts: noCharts };
  // Renders without charts do not load Vega.
  const { runChart } = await import('../charts/run-chart.ts');
  const drawn = new Map<SceneChart, ChartDrawing>();
  for (const chart of charts) drawn.set(chart, await runChart(chart, fonts));
  return { charts: drawn };
}

/** The images of a scene, with their headers read but not their pixels. */
export interface FoundImages {
  readonly found: readonly FoundImage[];
}

/** The scenes of a job, each with its images. */
export interface FoundScenes {
  readonly scenes: readonly (FoundImages & { readonly job: RenderJob })[];
}

/** Reads the headers of all images. @throws RenderInputError for a file that is no image, or is too large */
export async function readImageHeaders({ job, assetBytes, imageCache }: RenderInput): Promise<FoundScenes> {
  const scenes = [];
  for (const scene of getScenes(job.scene)) {
    const own = { ...job, scene };
    scenes.push({ job: own, found: await findImages(own, assetBytes, imageCache) });
  }
  return { scenes };
}

/** The images in the size in which they are drawn. */
export interface Images {
  readonly images: ReadonlyMap<SceneImage, PlacedImage>;
}

/** However small the page is, an image may have this many pixels: a blur may enlarge a small part of it. */
const minImagePixels = 4_000_000;

/** How many pixels an image of a page of `pagePixels` may have: in its file, and once it is scaled. */
export function imageLimits({ imageMaxPixels }: RenderJob, pagePixels: number): EmbedLimits {
  return { maxInputPixels: imageMaxPixels, maxPixels: Math.max(minImagePixels, 4 * pagePixels) };
}

/** The fonts of a scene. */
export interface Fonts {
  readonly fonts: FontBook;
}

/** The lines of each text. */
export interface Texts extends Fonts, Charts {
  readonly texts: ReadonlyMap<SceneText, TextLayout>;
}

/**
 * Breaks all texts into lines, which decide the size of icons. The measures of texts that no later page has
 * are dropped then.
 */
export function layOutTexts(input: OpenedPage & Charts): Texts & FoundImages {
  const { job, fonts, found, charts, analysedTexts: analysed } = input;
  const { elements, unit } = job.scene;
  const texts = layoutTexts(elements, fonts, { analysed, unit, icons: computeRatios(found) });
  for (const runs of input.lastTexts) analysed?.delete(runs);
  for (const { texts: own } of charts.values())
    for (const { text } of own) texts.set(text, layoutText(text, fonts, { unit }));
  return { fonts, charts, texts, found: sizeIcons(found, texts) };
}

/** The finished file; empty for a render that answers a report only. */
export interface File {
  readonly data: Uint8Array;
}
