/** Only Polotno's own program draws its designs; some repositories have its picture beside the design. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DrawOriginal, Gap } from '../original.ts';

/** Where repositories have the picture of `design.json`. */
const previews = ['NAME.png', '../goldens/NAME.png', '../sample-image/NAME.png'];

interface Element {
  readonly [key: string]: unknown;
  readonly children?: readonly Element[];
}

/** The preview. Pictures that the design has only by their address are gaps. */
export const drawOriginal: DrawOriginal = async ({ source, place }) => {
  const name = path.basename(place, '.json').toLowerCase();
  for (const preview of previews) {
    const file = path.join(path.dirname(place), preview.replace('NAME', name));
    const picture = await readFile(file).catch(() => null);
    if (picture !== null) return { picture, gaps: getGaps(JSON.parse(source.bytes.toString()) as Element) };
  }
  return null;
};

function getGaps(design: Element): Gap[] {
  const [page] = design['pages'] as readonly [Element];
  const width = Number(page['width'] ?? design['width']) || 1080;
  const height = Number(page['height'] ?? design['height']) || 1080;
  const whole = { left: 0, top: 0, right: 1, bottom: 1 };
  const isFar = (value: unknown): boolean => typeof value === 'string' && /^https?:/u.test(value);
  const inElements = (elements: readonly Element[]): Gap[] =>
    elements.flatMap((element) => [
      ...([element['src'], element['clipSrc'], element['maskSrc']].some(isFar)
        ? [getBox(element, { width, height })]
        : []),
      ...inElements(element.children ?? []),
    ]);
  return [...(isFar(page['background']) ? [whole] : []), ...inElements(page.children ?? [])];
}

/** The box around an element that is turned about its corner. */
function getBox(element: Element, page: { readonly width: number; readonly height: number }): Gap {
  const [x = 0, y = 0, width = 0, height = 0, rotation = 0] = ['x', 'y', 'width', 'height', 'rotation'].map(
    (key) => Number(element[key] ?? 0),
  );
  const angle = (rotation * Math.PI) / 180;
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ] as const;
  const xs = corners.map(([dx, dy]) => (x + dx * Math.cos(angle) - dy * Math.sin(angle)) / page.width);
  const ys = corners.map(([dx, dy]) => (y + dx * Math.sin(angle) + dy * Math.cos(angle)) / page.height);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
