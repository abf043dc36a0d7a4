import type { Scene, SceneElement } from '../scene.ts';
import { outerBounds } from './bounds.ts';
import type { Drawing } from './drawing.ts';
import type { Bounds } from './geometry.ts';
import { grow, intersect, unite } from './geometry.ts';
import type { Surface } from './surface.ts';

/** Edges are smoothed, and pictures and baselines moved to whole pixels: what is drawn may reach so many pixels further. */
const REACH_PIXELS = 2;
/** So many rectangles are kept apart; what comes after them makes the last one larger. */
const MAX_APART = 32;
const EVERYWHERE: Bounds = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Elements that have been passed: what is drawn before them instead of after them looks the same only where they have no ink. */
interface Passed {
  add(element: SceneElement): void;
  isClearOf(element: SceneElement): boolean;
}

/** Where the elements of one page leave ink. */
export class BackBounds {
  readonly #drawing: Drawing;
  readonly #reach: number;
  readonly #ownFonts: ReadonlySet<string>;
  readonly #known = new Map<SceneElement, Bounds | null>();

  constructor(drawing: Drawing, { width, height }: Pick<Surface, 'width' | 'height'>, scene: Scene) {
    this.#drawing = drawing;
    this.#reach = REACH_PIXELS / Math.min(width / scene.width, height / scene.height);
    this.#ownFonts = new Set(scene.fonts.map(({ family }) => family));
  }

  /** Nothing passed yet. */
  start(): Passed {
    const areas: Bounds[] = [];
    return {
      add: (element) => {
        const bounds = this.#boundsOf(element);
        if (bounds === null) return;
        if (areas.length < MAX_APART) areas.push(bounds);
        else areas[MAX_APART - 1] = unite(areas[MAX_APART - 1] ?? null, bounds) ?? bounds;
      },
      isClearOf: (element) => {
        if (areas.length === 0) return true;
        const bounds = this.#boundsOf(element);
        return bounds === null || areas.every((area) => intersect(area, bounds) === null);
      },
    };
  }

  #boundsOf(element: SceneElement): Bounds | null {
    let bounds = this.#known.get(element);
    if (bounds === undefined) {
      const ink = this.#isBounded(element) ? outerBounds(this.#drawing.texts, element) : EVERYWHERE;
      bounds = ink === null ? null : grow(ink, this.#reach);
      this.#known.set(element, bounds);
    }
    return bounds;
  }

  /** Marks can be piled up to any height, and the glyphs of a template's own fonts be of any size. */
  #isBounded(element: SceneElement): boolean {
    if (element.type === 'group') return element.elements.every((child) => this.#isBounded(child));
    return (
      element.type !== 'text' ||
      (this.#ownFonts.size === 0 && element.runs.every(({ text }) => !/\p{M}/u.test(text)))
    );
  }
}
