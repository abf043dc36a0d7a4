import type { FolderRenderResult } from '../../src/cli/template/render-folder.ts';
import type { LayoutReport, ReportedElement } from '../../src/render/layout-report.ts';

/** Warnings that say that something cannot be seen or read. */
const cutCodes = new Set([
  'TEXT_OVERFLOW',
  'TEXT_CLIPPED',
  'WORD_CUT',
  'CONTENT_CLIPPED',
  'GROUP_OVERFLOW',
  'PAGE_OVERFLOW',
  'TABLE_OVERFLOW',
  'CODE_OVERFLOW',
]);

/** The share of the shorter side that a headline has at least. */
const headlineShare = 1 / 25;
/** The smallest type, in CSS pixels: 6 points. */
const readablePx = 8;
/** Shares of an element that may lie on another, or beside the page. */
const tolerance = 0.03;

interface Area {
  readonly id: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** What is wrong with a proposed size that is not wrong with the design itself. */
export function findFaults(base: FolderRenderResult, sized: FolderRenderResult): string[] {
  const { report: before } = base;
  const { report: after } = sized;
  if (before === undefined || after === undefined) return ['unreported'];
  const known = new Set(base.warnings.map(({ code, elementId }) => `${code} ${elementId ?? ''}`));
  const cut = sized.warnings
    .map(({ code, elementId }) => `${code} ${elementId ?? ''}`)
    .filter((each) => cutCodes.has(each.split(' ')[0] ?? '') && !known.has(each));
  const offBefore = new Set(listOff(before));
  const off = listOff(after).filter((id) => !offBefore.has(id));
  const overlapsBefore = new Set(listOverlaps(before));
  const overlaps = listOverlaps(after).filter((pair) => !overlapsBefore.has(pair));
  const [largest, smallest] = typeOf(after);
  const [, smallestBefore] = typeOf(before);
  const shorter = Math.min(after.page.width, after.page.height);
  return [
    ...cut,
    ...off.map((id) => `off ${id}`),
    ...overlaps.map((pair) => `overlap ${pair}`),
    ...(largest < headlineShare * shorter ? [`headline ${largest.toFixed(1)}`] : []),
    ...(smallest < Math.min(readablePx, smallestBefore) ? [`small ${smallest.toFixed(1)}`] : []),
  ];
}

/** The largest and the smallest type. */
function typeOf({ elements }: LayoutReport): readonly [number, number] {
  const sizes = elements.flatMap(({ text }) =>
    (text?.lines ?? []).flatMap(({ runs }) => runs.map(({ fontSize }) => fontSize)),
  );
  return sizes.length === 0 ? [Infinity, Infinity] : [Math.max(...sizes), Math.min(...sizes)];
}

/** The areas that readers look at: lines of text, codes and pictures. */
function listAreas({ elements }: LayoutReport): Area[] {
  return elements.flatMap((element): Area[] => {
    if (element.text !== undefined) return areaOfText(element);
    if (element.code === undefined) return [];
    const { x, y, width, height } = element.onPage;
    return [{ id: element.id, left: x, top: y, right: x + width, bottom: y + height }];
  });
}

function areaOfText({ id, text, pageBox, onPage }: ReportedElement): Area[] {
  const lines = text?.lines ?? [];
  if (lines.length === 0) return [];
  if (pageBox.rotation !== 0)
    return [
      { id, left: onPage.x, top: onPage.y, right: onPage.x + onPage.width, bottom: onPage.y + onPage.height },
    ];
  return [
    {
      id,
      left: pageBox.x + Math.min(...lines.map(({ x }) => x)),
      right: pageBox.x + Math.max(...lines.map(({ x, width }) => x + width)),
      top: pageBox.y + Math.min(...lines.map(({ top }) => top)),
      bottom: pageBox.y + Math.max(...lines.map(({ top, height }) => top + height)),
    },
  ];
}

function listOff(report: LayoutReport): string[] {
  const { width, height } = report.page;
  return listAreas(report)
    .filter(({ left, top, right, bottom }) => {
      const [across, down] = [tolerance * (right - left), tolerance * (bottom - top)];
      return left < -across || top < -down || right > width + across || bottom > height + down;
    })
    .map(({ id }) => id);
}

function listOverlaps(report: LayoutReport): string[] {
  const areas = listAreas(report);
  return areas.flatMap((one, index) =>
    areas.slice(index + 1).flatMap((other) => {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const smaller = Math.min(sizeOf(one), sizeOf(other));
      return across > 0 && down > 0 && across * down > tolerance * smaller ? [`${one.id}+${other.id}`] : [];
    }),
  );
}

function sizeOf({ left, top, right, bottom }: Area): number {
  return (right - left) * (bottom - top);
}
