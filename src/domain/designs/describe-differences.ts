/** Says which elements of a converted design look otherwise than in its own picture. */
import type { Comparison, Difference } from '../../render/compare-pictures.ts';

/** An element of the template, by its name in the design, and its place as fractions of the page. */
export interface PlacedElement {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** More parts are summed up. */
const maxListed = 20;

/** An element whose place and a part have less in common is not the one that differs. */
const leastOverlap = 0.05;

/** The loss where a design has a picture that the template could not be compared with. */
export const notCompared = {
  element: '',
  property: 'picture',
  reason: 'The template could not be compared with the picture of the design.',
};

/** The parts that differ as losses, by the elements that are most like them in place and size. */
export function describeDifferences(
  { differences }: Comparison,
  elements: readonly PlacedElement[],
): { readonly element: string; readonly property: string; readonly reason: string }[] {
  const byElement = new Map<string, Difference[]>();
  for (const difference of differences) {
    const element = findElement(difference, elements) ?? '';
    byElement.set(element, [...(byElement.get(element) ?? []), difference]);
  }
  const losses = [...byElement].flatMap(([element, parts]) => {
    const share = parts.reduce((sum, part) => sum + part.share, 0);
    if (element !== '')
      return { element, share, reason: `It looks otherwise than in the design${of(share)}` };
    return parts.map((part) => ({
      element,
      share: part.share,
      reason: `What lies ${place(part)} looks otherwise than in the design${of(part.share)}`,
    }));
  });
  const sorted = losses.toSorted((a, b) => b.share - a.share);
  const rest = sorted.slice(maxListed);
  const restShare = rest.reduce((sum, { share }) => sum + share, 0);
  return [
    ...sorted.slice(0, maxListed).map(({ element, reason }) => ({ element, property: 'picture', reason })),
    ...(rest.length === 0
      ? []
      : [
          {
            element: '',
            property: 'picture',
            reason: `${rest.length} more parts look otherwise${of(restShare)}`,
          },
        ]),
  ];
}

function findElement(part: Difference, elements: readonly PlacedElement[]): string | null {
  let best: { readonly name: string; readonly overlap: number } | null = null;
  for (const element of elements) {
    const width = Math.min(part.x + part.width, element.x + element.width) - Math.max(part.x, element.x);
    const height = Math.min(part.y + part.height, element.y + element.height) - Math.max(part.y, element.y);
    if (width <= 0 || height <= 0) continue;
    const both = width * height;
    const overlap = both / (part.width * part.height + element.width * element.height - both);
    if (overlap >= leastOverlap && (best === null || overlap > best.overlap))
      best = { name: element.name, overlap };
  }
  return best?.name ?? null;
}

function of(share: number): string {
  return `: ${percent(share)} of the page.`;
}

function place({ x, y, width, height }: Difference): string {
  return `${percent(x + width / 2)} from the left and ${percent(y + height / 2)} from the top`;
}

function percent(share: number): string {
  const value = share * 100;
  return `${value < 10 ? Math.max(0.1, Math.round(value * 10) / 10) : Math.round(value)} %`;
}
