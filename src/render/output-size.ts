import { hasAllPages, sizeUnits } from '../common/names/output-formats.ts';
import type { RasterFormat } from '../common/names/output-formats.ts';
import { isPageGroup, pagesOf } from '../common/pages/page-groups.ts';
import { sheetMargin } from './page-boxes.ts';
import { POINTS_PER_INCH, PX_PER_INCH, toInches, toPx, type LengthUnit } from '../common/lengths/units.ts';
import type { OutputFormat, OutputSettings } from './job.ts';

/** The part of a template document that decides the size of the output. */
export interface SizedDocument {
  readonly viewport: {
    readonly width: number;
    /** Of a page that is as tall as its content, the greatest counts. */
    readonly height: number | { readonly min: number; readonly max: number };
  };
  readonly viewportUnit?: LengthUnit;
  readonly viewportOutputIntent?: 'screen' | 'print';
  readonly bleed?: number;
  readonly cropMarks?: boolean;
  readonly pages?: readonly (SizedPage | SizedGroup)[];
}

interface SizedPage {
  readonly viewport?: SizedDocument['viewport'];
  readonly repeat?: unknown;
  readonly flow?: boolean;
}

interface SizedGroup {
  readonly pages: readonly SizedPage[];
  readonly repeat?: unknown;
}

/** The settings of an output that decide its size. `page`: the page of a picture, from 1. */
type SizedOutput = Pick<OutputSettings, 'format' | 'dpi' | 'scale'> & { readonly page?: number | undefined };

export interface OutputSize {
  /** Pixels of a raster file; CSS pixels of an SVG; points of a PDF’s trim box. */
  readonly width: number;
  readonly height: number;
  readonly unit: 'px' | 'pt';
}

/**
 * The longest side in pixels. WebP's header has 14 bits per side, the AVIF encoder stops at 16,384, JPEG
 * encoders at 65,500, and `^LL` and `^PW` of ZPL at 32,000 dots. For PNG it is the longest side at which the
 * canvas was measured to draw shapes correctly.
 */
const maxSidePx: Readonly<Record<Exclude<OutputFormat, 'pdf' | 'svg'>, number>> = {
  png: 1_000_000,
  jpeg: 65_500,
  webp: 16_383,
  avif: 16_384,
  zpl: 32_000,
};

/** The AVIF encoder takes up to 38 bytes and 160 ns for each pixel: more would not fit into a renderer. */
const maxAvifPixels = 24_000_000;

/** The longest side of a PDF page in points (200 inches), the limit in ISO 32000. */
const maxPdfSidePoints = 14400;

/**
 * The size of a template's output: of a PDF the largest width and height of its pages, of other files the
 * size of the page that is drawn. Where it depends on values which page that is, the largest one counts.
 * Raster: viewport in inches × dpi × scale, each side rounded and at least 1. PDF: the viewport in points,
 * SVG: in CSS pixels, both independent of dpi and scale.
 */
export function outputSize(document: SizedDocument, output: SizedOutput): OutputSize {
  const sizes = getViewports(document, output).map((viewport) => pageSize({ ...document, viewport }, output));
  return {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
    unit: sizeUnits[output.format],
  };
}

/** The viewports of the pages that may be drawn. */
function getViewports(
  { viewport, pages = [] }: SizedDocument,
  { format, page: wanted = 1 }: SizedOutput,
): readonly SizedDocument['viewport'][] {
  if (pages.length === 0) return [viewport];
  const all = pagesOf<SizedPage>(pages).map((page) => page.viewport ?? viewport);
  if (hasAllPages[format]) return all;
  // The numbers that the next page may have: those before it may become several, or none.
  let [first, last] = [1, 1];
  const isCandidate = ({ repeat, flow = false }: SizedPage) => {
    const isMany = repeat !== undefined || flow;
    const isPossible = first <= wanted && wanted <= (isMany ? Infinity : last);
    first += repeat === undefined ? 1 : 0;
    last += isMany ? Infinity : 1;
    return isPossible;
  };
  const candidates = pages.flatMap((entry) => {
    if (!isPageGroup(entry) || entry.repeat === undefined)
      return pagesOf<SizedPage>([entry]).filter(isCandidate);
    const before = first;
    last = Infinity;
    const own = entry.pages.filter(isCandidate);
    // Without entries it has no pages.
    first = before;
    return own;
  });
  // A page that there is not is refused elsewhere.
  return candidates.length === 0 ? all : candidates.map((page) => page.viewport ?? viewport);
}

function pageSize(
  { viewport, viewportUnit: unit = 'px' }: SizedDocument,
  output: SizedOutput,
): Pick<OutputSize, 'width' | 'height'> {
  const [width, height] = [viewport.width, maxHeight(viewport)];
  const side = (length: number) =>
    Math.max(1, roundHalfUp(toInches(length * output.dpi * output.scale, unit)));
  switch (output.format) {
    case 'pdf':
      return {
        width: toInches(width, unit) * POINTS_PER_INCH,
        height: toInches(height, unit) * POINTS_PER_INCH,
      };
    case 'svg':
      return { width: toPx(width, unit), height: toPx(height, unit) };
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'avif':
    case 'zpl':
      return { width: side(width), height: side(height) };
  }
}

/** The greatest height that a page may have. */
export function maxHeight({ height }: SizedDocument['viewport']): number {
  return typeof height === 'object' ? height.max : height;
}

/** The least height that a page may have. */
export function minHeight({ height }: SizedDocument['viewport']): number {
  return typeof height === 'object' ? height.min : height;
}

/** Rounds after removing the error of conversions: 6.35 mm are 37.5 pixels at 150 dpi, not 37.4999…. */
function roundHalfUp(pixels: number): number {
  return Math.round(Number(pixels.toPrecision(12)));
}

/**
 * Checks the size of an output before anything is reserved or drawn. Returns null, or what is too large, what
 * is accepted and what to do.
 *
 * @param remedy what to do; by default to change the request's options
 */
export function checkOutputSize(
  document: SizedDocument,
  output: Pick<OutputSettings, 'format' | 'dpi' | 'scale'>,
  maxPixels: number,
  remedy?: string,
): string | null {
  const { pages = [], ...ownPage } = document;
  for (const { viewport } of pagesOf<SizedPage>(pages)) {
    const problem =
      viewport === undefined ? null : checkOutputSize({ ...ownPage, viewport }, output, maxPixels, remedy);
    if (problem !== null) return problem;
  }
  return checkPageSize(ownPage, output, maxPixels, remedy);
}

function checkPageSize(
  document: Omit<SizedDocument, 'pages'>,
  output: Pick<OutputSettings, 'format' | 'dpi' | 'scale'>,
  maxPixels: number,
  remedy: string | undefined,
): string | null {
  const { format, dpi } = output;
  switch (format) {
    case 'pdf':
      return checkPdf(document, dpi, maxPixels, remedy);
    case 'svg':
      return checkBitmaps(outputSize(document, output), dpi / PX_PER_INCH, maxPixels, dpi, remedy);
    case 'png':
    case 'jpeg':
    case 'webp':
    case 'avif':
    case 'zpl':
      return checkRaster(document, output, format, maxPixels, remedy);
  }
}

function checkRaster(
  document: SizedDocument,
  output: Pick<OutputSettings, 'format' | 'dpi' | 'scale'>,
  format: RasterFormat,
  maxPixels: number,
  remedy: string | undefined,
): string | null {
  const { width, height } = outputSize(document, output);
  const asked = `${width} × ${height} px at ${output.dpi} dpi and scale ${output.scale}`;
  if (Math.max(width, height) > maxSidePx[format]) {
    return (
      `The output would be ${asked}; ${format} files may have at most ${maxSidePx[format]} px a side. ` +
      (remedy ?? 'Choose a smaller scale or outputDpi, or another format.')
    );
  }
  if (format === 'avif' && width * height > maxAvifPixels) {
    return (
      `The output would be ${asked}, ${width * height} pixels in all; avif files may have at most ` +
      `${maxAvifPixels}. ${remedy ?? 'Choose a smaller scale or outputDpi, or another format.'}`
    );
  }
  if (width * height > maxPixels) {
    return (
      `The output would be ${asked}, ${width * height} pixels in all; at most ${maxPixels} are accepted. ` +
      (remedy ?? 'Choose a smaller scale or outputDpi.')
    );
  }
  return null;
}

/**
 * Checks the page against the limit of the format, and a bitmap of the whole page (an effect may need one)
 * against `maxPixels`.
 */
function checkPdf(document: SizedDocument, dpi: number, maxPixels: number, remedy?: string): string | null {
  const unit = document.viewportUnit ?? 'px';
  const isPrint = document.viewportOutputIntent === 'print';
  const cropMarks = isPrint && document.cropMarks === true;
  const bleed = isPrint ? toInches(document.bleed ?? 0, unit) * POINTS_PER_INCH : 0;
  const margin = sheetMargin({ bleed, cropMarks });
  const widthPoints = toInches(document.viewport.width, unit) * POINTS_PER_INCH + 2 * margin;
  const heightPoints = toInches(maxHeight(document.viewport), unit) * POINTS_PER_INCH + 2 * margin;
  if (Math.max(widthPoints, heightPoints) > maxPdfSidePoints) {
    const size = `${Math.ceil(widthPoints)} × ${Math.ceil(heightPoints)} pt`;
    const margins = cropMarks ? 'its bleed and crop marks' : 'its bleed';
    return (
      `The page would be ${size} with ${margins}; ` +
      `a PDF page may have at most ${maxPdfSidePoints} pt a side.`
    );
  }
  return checkBitmaps(
    { width: widthPoints, height: heightPoints },
    dpi / POINTS_PER_INCH,
    maxPixels,
    dpi,
    remedy,
  );
}

function checkBitmaps(
  page: { readonly width: number; readonly height: number },
  density: number,
  maxPixels: number,
  dpi: number,
  remedy: string | undefined,
): string | null {
  const pixels = Math.round(page.width * density) * Math.round(page.height * density);
  if (pixels <= maxPixels) return null;
  return (
    `At ${dpi} dpi the bitmaps of this page may need ${pixels} pixels; ` +
    `at most ${maxPixels} are accepted. ` +
    (remedy ?? 'Choose a smaller outputDpi.')
  );
}
