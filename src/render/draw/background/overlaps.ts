import type { SceneElement } from '../../scene/elements.ts';
import type { Scene } from '../../scene/scene.ts';
import { type Bounds, grow, intersect, unite } from '../../geometry.ts';
import type { Surface } from '../../surface/layers.ts';
import { outerBounds } from '../bounds.ts';
import type { PageResources } from '../page-resources.ts';

/** Antialiasing and snapping to pixels may extend a drawing by this many pixels. */
const REACH_PIXELS = 2;
/** Max rectangles in an `Area`; further ones enlarge the last rectangle. */
const MAX_RECTANGLES = 32;
const EVERYWHERE: Bounds = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** The area that a set of elements may paint. */
interface Area {
  add(element: SceneElement): void;
  overlaps(element: SceneElement): boolean;
}

/** Finds elements of one page that may overlap, whose drawing order therefore matters. */
export class Overlaps {
  readonly #resources: PageResources;
  readonly #reach: number;
  readonly #hasTemplateFonts: boolean;
  readonly #bounds = new Map<SceneElement, Bounds | null>();

  constructor(resources: PageResources, { width, height }: Pick<Surface, 'width' | 'height'>, scene: Scene) {
    this.#resources = resources;
    this.#reach = REACH_PIXELS / Math.min(width / scene.width, height / scene.height);
    this.#hasTemplateFonts = scene.fonts.length > 0;
  }

  emptyArea(): Area {
    const rectangles: Bounds[] = [];
    return {
      add: (element) => {
        const bounds = this.#boundsOf(element);
        if (bounds === null) return;
        if (rectangles.length < MAX_RECTANGLES) rectangles.push(bounds);
        else {
          const last = MAX_RECTANGLES - 1;
          rectangles[last] = unite(rectangles[last] ?? null, bounds) ?? bounds;
        }
      },
      overlaps: (element) => {
        if (rectangles.length === 0) return false;
        const bounds = this.#boundsOf(element);
        return bounds !== null && rectangles.some((rectangle) => intersect(rectangle, bounds) !== null);
      },
    };
  }

  #boundsOf(element: SceneElement): Bounds | null {
    let bounds = this.#bounds.get(element);
    if (bounds === undefined) {
      const painted = this.#isBounded(element) ? outerBounds(this.#resources.texts, element) : EVERYWHERE;
      bounds = painted === null ? null : grow(painted, this.#reach);
      this.#bounds.set(element, bounds);
    }
    return bounds;
  }

  /**
   * False for texts with combining marks, which can stack to any height, or possibly with a template's font.
   */
  #isBounded(element: SceneElement): boolean {
    if (element.type === 'group') return element.elements.every((child) => this.#isBounded(child));
    if (element.type !== 'text') return true;
    return !this.#hasTemplateFonts && element.runs.every(({ text }) => !/\p{M}/u.test(text));
  }
}
