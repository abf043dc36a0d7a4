import { isTagged } from '../alternatives.ts';
import type { PageResources } from '../draw/page-resources.ts';
import type { FoundImage } from '../images/place-images.ts';
import { findLogoImage } from '../images/logo-image.ts';
import { findMaskImage } from '../images/mask-image.ts';
import { describeDamage } from '../images/repair.ts';
import { usesInks } from '../inks/element-colors.ts';
import type { SceneProfile } from '../inks/scene-profile.ts';
import type { RenderJob } from '../job.ts';
import type { RenderWarning } from '../layout-report.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';
import type { CutElement } from '../scene/scene.ts';
import { roundedLength, type LengthUnit } from '../../common/lengths/units.ts';
import { defaultUsed, findPlace } from './default-used.ts';
import { describeSvgLoss } from '../vector/svg-losses.ts';
import { describeChart } from './describe-chart.ts';
import { findCodeFaults } from './code-faults.ts';
import { describeLargeCode, describeReduction, describeSmallCode } from './code-sizes.ts';
import { describeLowResolution, outputDensity } from './image-density.ts';
import { describeInkLoss } from './ink-losses.ts';
import { findLost } from './lost/find-lost.ts';
import { pageElements } from './page-elements.ts';
import { Preflight } from './preflight/preflight.ts';
import { describeTableOverflow } from './table-overflow.ts';
import { findUnreadable } from './unreadable.ts';
import type { ViewCode } from './view-code.ts';

/** A drawn page. */
export interface InspectedDrawing extends PageResources {
  readonly viewCode: ViewCode;
  /** The printing condition, if the job has a preflight. */
  readonly press?: SceneProfile;
}

/** The warnings of a drawn scene, element by element in drawing order. */
export function findWarnings(
  { scene, output }: RenderJob,
  images: readonly FoundImage[],
  drawing: InspectedDrawing,
): RenderWarning[] {
  const { texts, charts, drawnCodes, viewCode } = drawing;
  const infos = new Map(images.map((image) => [image.element, image.info]));
  const isPrinted = output.format === 'pdf' || output.format === 'zpl' || scene.intent === 'print';
  const unreadable = output.format === 'pdf' && isTagged(scene, output) ? findUnreadable(scene) : null;
  const isPrint = output.format === 'pdf' && scene.intent === 'print';
  const hasInks = isPrint ? usesInks(scene.elements, scene.background) : null;
  const { pageNumber, cut = [] } = scene;
  const onPage = pageNumber === undefined ? {} : { page: pageNumber };
  const withPage = (given: readonly RenderWarning[] = []): readonly RenderWarning[] =>
    given.length === 0 ? given : given.map((warning) => ({ ...warning, ...onPage }));
  const warnings: RenderWarning[] = cut.map(({ elementId, ...lengths }) => ({
    code: 'PAGE_OVERFLOW',
    elementId,
    detail: describeCut(lengths, scene.unit),
    ...onPage,
  }));
  const { press } = drawing;
  const preflight = press === undefined ? null : new Preflight(scene, { ...drawing, press }, onPage);
  if (preflight !== null) warnings.push(...preflight.pageWarnings());
  const reported = new Set<string>();
  const elements = pageElements(scene.elements);
  const lost = findLost(scene, elements, { texts, drawnCodes });
  for (const placed of elements) {
    const { element, blur, matrix } = placed;
    if (preflight !== null) warnings.push(...preflight.warningsOf(placed));
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
    if (hasInks !== null)
      warn('INK_LOST', describeInkLoss(element, blur, hasInks, scene.convertsToInks === true));
    if (isPrint && hasLink(element))
      warn('LINK_LEFT_OUT', 'A PDF for print has no links. With the intent "screen" it has.');
    const lack = unreadable?.get(element);
    if (lack !== undefined) warn(lack.code, lack.detail);
    const warnAboutImage = (image: SceneImage, name = 'picture'): void => {
      const info = infos.get(image);
      if (info === undefined) return;
      for (const loss of info.losses) warn('SVG_FEATURE_LOST', `The file ${describeSvgLoss(loss)}`);
      if (info.type === 'svg') return;
      const damage = describeDamage(info.share);
      if (damage !== null) warn('PICTURE_INCOMPLETE', `The ${name} ${damage}`);
      if (preflight !== null) warnings.push(...preflight.pictureWarnings(placed, image, info, name));
      else
        warn('IMAGE_LOW_RESOLUTION', describeLowResolution(image, info, outputDensity(output), blur, name));
    };
    const ofLost = withPage(lost.warnings.get(element));
    if (element.type !== 'text') warnings.push(...ofLost);
    const mask = findMaskImage(element);
    if (mask !== null) warnAboutImage(mask, 'picture of the mask');
    const logo = findLogoImage(element);
    if (logo !== null) warnAboutImage(logo, 'logo');
    if (element.type === 'text') {
      const layout = texts.get(element);
      if (layout === undefined) continue;
      warnings.push(...withPage(layout.warnings));
      warnings.push(...ofLost);
      for (const { runs } of layout.lines)
        for (const { icon } of runs) if (icon !== undefined) warnAboutImage(icon);
    } else if (element.type === 'group') {
      if (element.table?.columns.length === 0)
        warn('TABLE_EMPTY', 'The table shows nothing: none of its columns is visible.');
      warn('TABLE_OVERFLOW', describeTableOverflow(element, scene.unit));
    } else if (element.type === 'chart') {
      const ofChart = describeChart(element, charts, texts);
      warnings.push(...withPage(ofChart));
    } else if (element.type === 'image') {
      warnAboutImage(element);
    } else if (element.type === 'qrcode' || element.type === 'barcode') {
      const code = drawnCodes.get(element);
      if (code === undefined) continue;
      const ofInks = preflight?.codeWarnings(placed, element, code) ?? [];
      warnings.push(...ofInks);
      if (ofInks.length === 0) warn('CODE_TOO_SMALL', describeSmallCode(code, isPrinted));
      warn('CODE_OVERFLOW', describeLargeCode(element, code, scene.unit));
      warn('CODE_NOT_REDUCED', describeReduction(element, code, scene.unit));
      // Its colours cannot be seen where it is not.
      if (lost.elements.has(element)) continue;
      const view = viewCode(element, code, matrix);
      if (view === null) continue;
      for (const fault of findCodeFaults(element, view, matrix, scene.unit)) warn(fault.code, fault.detail);
    }
  }
  return preflight === null ? warnings : preflight.finish(warnings);
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
