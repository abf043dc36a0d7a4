import { isVector } from '../../common/names/output-formats.ts';
import { isTagged } from '../alternatives.ts';
import type { PageResources } from '../draw/page-resources.ts';
import type { DrawnCode } from '../codes/draw-code.ts';
import type { Size } from '../geometry.ts';
import type { FoundImage } from '../images/place-images.ts';
import { findLogoImage } from '../images/logo-image.ts';
import { findMaskImage } from '../images/mask-image.ts';
import { placePicture } from '../images/object-fit.ts';
import { usesInks } from '../inks/element-colors.ts';
import type { RenderJob } from '../job.ts';
import type { RenderWarning } from '../layout-report.ts';
import type { SceneBarcode, SceneQrCode } from '../scene/codes.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';
import type { CutElement } from '../scene/scene.ts';
import { PX_PER_INCH, roundedLength, type LengthUnit } from '../../common/lengths/units.ts';
import { defaultUsed, findPlace } from './default-used.ts';
import { describeSvgLoss } from '../vector/svg-losses.ts';
import { describeChart } from './describe-chart.ts';
import { findCodeFaults } from './code-faults.ts';
import { describeInkLoss } from './ink-losses.ts';
import { findLost } from './lost/find-lost.ts';
import { pageElements } from './page-elements.ts';
import { describeTableOverflow } from './table-overflow.ts';
import { findUnreadable } from './unreadable.ts';
import type { ViewCode } from './view-code.ts';

/**
 * Enlargement from which an image is reported: at two thirds of the output's density (200 of 300 dpi) edges
 * look soft.
 */
const VISIBLE_ENLARGEMENT = 1.5;
/**
 * Pixels per module below which most readers fail, measured after JPEG at quality 60. One pixel is enough if
 * modules lie on whole pixels. In a rotated code edges mix, in codes with rows in both directions. Hexagons
 * never lie on whole pixels.
 */
const MIN_PIXELS = {
  bars: { crisp: 1, turned: 1.5 },
  matrix: { crisp: 1, turned: 2 },
  hexagons: { crisp: 2.5, turned: 2.5 },
};
/**
 * The narrowest printed module: 0.25 mm (10 mil) is the minimum of the GS1 General Specifications outside of
 * factories and hospitals, and about what a phone resolves at arm's length.
 */
const MIN_PRINTED_MM = 0.25;
const ROUNDING_MM = 0.0005;
/** So much larger than its box, a code is not reported. */
const OVERFLOW_PX = 0.5;
const MM_PER_PX = 25.4 / PX_PER_INCH;

/** Output pixels per CSS pixel, `scale` included; for a PDF or an SVG, those of its bitmaps. */
export function outputDensity({ format, dpi, scale }: RenderJob['output']): number {
  return ((isVector(format) ? 1 : scale) * dpi) / PX_PER_INCH;
}

/** The warnings of a drawn scene, element by element in drawing order. */
export function findWarnings(
  { scene, output }: RenderJob,
  images: readonly FoundImage[],
  {
    texts,
    charts,
    drawnCodes,
    viewCode,
  }: Pick<PageResources, 'texts' | 'charts' | 'drawnCodes'> & { readonly viewCode: ViewCode },
): RenderWarning[] {
  const infos = new Map(images.map((image) => [image.element, image.info]));
  const isPrinted = output.format === 'pdf' || output.format === 'zpl' || scene.intent === 'print';
  const unreadable = output.format === 'pdf' && isTagged(scene, output) ? findUnreadable(scene) : null;
  const isPrint = output.format === 'pdf' && scene.intent === 'print';
  const hasInks = isPrint ? usesInks(scene.elements, scene.background) : null;
  const { pageNumber, cut = [] } = scene;
  const onPage = pageNumber === undefined ? {} : { page: pageNumber };
  const warnings: RenderWarning[] = cut.map(({ elementId, ...lengths }) => ({
    code: 'PAGE_OVERFLOW',
    elementId,
    detail: describeCut(lengths, scene.unit),
    ...onPage,
  }));
  const reported = new Set<string>();
  const lost = findLost(scene, { texts, drawnCodes });
  for (const { element, blur, matrix } of pageElements(scene.elements)) {
    for (const used of element.defaults ?? []) {
      const place = findPlace(used);
      if (reported.has(place)) continue;
      reported.add(place);
      warnings.push(defaultUsed(element.id, used, onPage));
    }
    const warn = (code: string, detail: string | null): void => {
      if (detail === null) return;
      warnings.push({ code, elementId: element.id, detail, ...onPage });
    };
    if (hasInks !== null) warn('INK_LOST', describeInkLoss(element, blur, hasInks));
    if (isPrint && hasLink(element))
      warn('LINK_LEFT_OUT', 'A PDF for print has no links. With the intent "screen" it has.');
    const lack = unreadable?.get(element);
    if (lack !== undefined) warn(lack.code, lack.detail);
    const warnAboutImage = (image: SceneImage, name = 'picture'): void => {
      const info = infos.get(image);
      if (info === undefined) return;
      for (const loss of info.losses) warn('SVG_FEATURE_LOST', `The file ${describeSvgLoss(loss)}`);
      if (info.type === 'svg') return;
      warn('IMAGE_LOW_RESOLUTION', describeLowResolution(image, info, outputDensity(output), blur, name));
    };
    const ofLost = (lost.warnings.get(element) ?? []).map((warning) => ({ ...warning, ...onPage }));
    if (element.type !== 'text') warnings.push(...ofLost);
    const mask = findMaskImage(element);
    if (mask !== null) warnAboutImage(mask, 'picture of the mask');
    const logo = findLogoImage(element);
    if (logo !== null) warnAboutImage(logo, 'logo');
    if (element.type === 'text') {
      const layout = texts.get(element);
      if (layout === undefined) continue;
      warnings.push(...layout.warnings.map((warning) => ({ ...warning, ...onPage })));
      warnings.push(...ofLost);
      for (const { runs } of layout.lines)
        for (const { icon } of runs) if (icon !== undefined) warnAboutImage(icon);
    } else if (element.type === 'group') {
      if (element.table?.columns.length === 0)
        warn('TABLE_EMPTY', 'The table shows nothing: none of its columns is visible.');
      warn('TABLE_OVERFLOW', describeTableOverflow(element, scene.unit));
    } else if (element.type === 'chart') {
      const ofChart = describeChart(element, charts, texts);
      warnings.push(...ofChart.map((warning) => ({ ...warning, ...onPage })));
    } else if (element.type === 'image') {
      warnAboutImage(element);
    } else if (element.type === 'qrcode' || element.type === 'barcode') {
      const code = drawnCodes.get(element);
      if (code === undefined) continue;
      warn('CODE_TOO_SMALL', describeSmallCode(code, isPrinted));
      warn('CODE_OVERFLOW', describeLargeCode(element, code, scene.unit));
      warn('CODE_NOT_REDUCED', describeReduction(element, code, scene.unit));
      // Its colours cannot be seen where it is not.
      if (lost.elements.has(element)) continue;
      const view = viewCode(element, code, matrix);
      if (view === null) continue;
      for (const fault of findCodeFaults(element, view, matrix, scene.unit)) warn(fault.code, fault.detail);
    }
  }
  return warnings;
}

function describeCut({ height, room }: Omit<CutElement, 'elementId'>, unit: LengthUnit = 'px'): string {
  const length = (px: number) => `${roundedLength(px, unit)} ${unit}`;
  return (
    `It is ${length(height)} high, but a page has room for ${length(room)}: the rest is cut off. ` +
    'Make it smaller, or let it be divided.'
  );
}

function hasLink(element: SceneElement): boolean {
  if ('href' in element) return true;
  return element.type === 'text' && element.runs.some(({ href }) => href !== undefined);
}

/**
 * Image pixels per CSS pixel, in the direction with fewer. A side of one pixel counts as infinitely dense.
 */
export function imageDensity(
  element: SceneImage,
  picture: { readonly width: number; readonly height: number },
): number {
  const { whole: placed } = placePicture(element, picture);
  const across = picture.width > 1 ? picture.width / placed.width : Infinity;
  const down = picture.height > 1 ? picture.height / placed.height : Infinity;
  return Math.min(across, down);
}

function describeLowResolution(
  element: SceneImage,
  picture: { readonly width: number; readonly height: number },
  outputPixels: number,
  blur: number,
  name: string,
): string | null {
  // Details finer than a blur's standard deviation are not visible.
  const wanted = blur > 0 ? Math.min(outputPixels, 1 / blur) : outputPixels;
  const density = imageDensity(element, picture);
  const enlarged = wanted / density;
  if (enlarged <= VISIBLE_ENLARGEMENT) return null;
  const { width, height } = picture;
  const perInch = (pixels: number): number => Math.round(pixels * PX_PER_INCH);
  const enough = (side: number): number => (side > 1 ? Math.ceil(side * enlarged) : 1);
  return (
    `The ${name} has ${width} × ${height} pixels, which makes ${perInch(density)} an inch in its box; ` +
    `${perInch(wanted)} are wanted. A picture of ${enough(width)} × ${enough(height)} pixels would be sharp.`
  );
}

function describeSmallCode(
  { kind, module, modulePixels, crisp }: DrawnCode,
  isPrinted: boolean,
): string | null {
  const least = MIN_PIXELS[kind][crisp ? 'crisp' : 'turned'];
  if (modulePixels !== null && modulePixels < least - 1e-6) {
    const turned = crisp ? '' : ' in a code that is turned, or whose modules are no whole pixels';
    const width = printBelow(modulePixels, least);
    return (
      `A module is ${width} pixels wide; readers need at least ${least}${turned}. ` +
      'Enlarge its box, the dpi or the scale.'
    );
  }
  const millimetres = module * MM_PER_PX;
  if (!isPrinted || millimetres >= MIN_PRINTED_MM - ROUNDING_MM) return null;
  const wanted = MIN_PRINTED_MM / millimetres;
  // Modules on whole pixels grow in steps of a pixel.
  const exact = crisp && modulePixels !== null ? Math.ceil(wanted * modulePixels) / modulePixels : wanted;
  const factor = (Math.ceil(exact * 100) / 100).toFixed(2);
  const width = printBelow(millimetres, MIN_PRINTED_MM);
  return (
    `A module is ${width} mm wide; printed codes need at least ${MIN_PRINTED_MM} mm. ` +
    `Enlarge its box ${factor} times.`
  );
}

/** A number below a limit with two decimals, or as many as show that it is below. */
function printBelow(value: number, limit: number): string {
  for (let digits = 2; digits < 6; digits += 1) {
    const text = value.toFixed(digits);
    if (Number(text) < limit) return text;
  }
  return String(value);
}

/** Modules of a given size, or a size that the standard gives, need more than the box. */
function describeLargeCode(
  { width, height }: SceneBarcode | SceneQrCode,
  { needed, module }: DrawnCode,
  unit: LengthUnit = 'px',
): string | null {
  if (needed === undefined) return null;
  // Rounding to the pixels of a page may take as much as one of them.
  const isWider = needed.width > width + OVERFLOW_PX;
  const isHigher = needed.height > height + OVERFLOW_PX;
  if (!isWider && !isHigher) return null;
  const length = (px: number): string => `${roundedLength(px, unit)} ${unit}`;
  const area = (sides: Size): string =>
    needed.height === 0 ? length(sides.width) : `${length(sides.width)} × ${length(sides.height)}`;
  return (
    `With modules of ${length(module)} the code takes ${area(needed)} with its clear space, ` +
    `and its box has ${area({ width, height })}. It is drawn beyond its box.`
  );
}

/** Pixels are whole: a reduction by less than half of one is none. */
function describeReduction(
  { barWidthReduction = 0 }: SceneBarcode | SceneQrCode,
  { barWidthReduction: drawn = 0 }: DrawnCode,
  unit: LengthUnit = 'px',
): string | null {
  if (barWidthReduction === 0 || drawn > 0) return null;
  const asked = `${roundedLength(barWidthReduction, unit)} ${unit}`;
  return (
    `Bars are not narrower by ${asked}: that is less than half of a pixel. ` +
    'PDFs of 150 dots per inch and more have it.'
  );
}
