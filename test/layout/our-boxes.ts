import type { TemplateDocument } from '../../generated/template.ts';
import type { SceneElement } from '../../src/render/scene/elements.ts';
import { bindCase, placeCase } from '../visual/case-job.ts';

/** Left, top, width and height on the page, in CSS pixels, by id. */
export type Boxes = Readonly<Record<string, readonly number[]>>;

/** The boxes of all visible elements of a document, and of its `page`. */
export async function ourBoxes(name: string, document: TemplateDocument): Promise<Boxes> {
  const { scene } = await placeCase(await bindCase({ name, template: document }, 'png'));
  return { page: [0, 0, scene.width, scene.height], ...Object.fromEntries(walk(scene.elements, 0, 0)) };
}

function walk(elements: readonly SceneElement[], left: number, top: number): [string, readonly number[]][] {
  return elements.flatMap((element) => {
    const [x, y] = [left + element.x, top + element.y];
    const own: [string, readonly number[]] = [element.id, [x, y, element.width, element.height]];
    return element.type === 'group' ? [own, ...walk(element.elements, x, y)] : [own];
  });
}

/** How far the edges of two boxes are apart at most; null boxes are infinitely far. */
export function apart(one: readonly number[] | undefined, other: readonly number[] | undefined): number {
  if (one === undefined || other === undefined) return Infinity;
  const edges = ([x = NaN, y = NaN, width = NaN, height = NaN]: readonly number[]) => [
    x,
    y,
    x + width,
    y + height,
  ];
  const theirs = edges(other);
  return Math.max(...edges(one).map((edge, index) => Math.abs(edge - (theirs[index] ?? NaN))));
}

/** The box of an element beside Chromium's. */
export function describe(id: string, ours: Boxes, theirs: Boxes): string {
  const list = (box: readonly number[] | undefined) => box?.join(', ') ?? 'nothing';
  return `${id} is at ${list(ours[id])}, in Chromium at ${list(theirs[id])}`;
}
