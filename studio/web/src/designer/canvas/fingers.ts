import type { Point } from '../model/placement.ts';
import type { DesignerStore, View } from '../state/designer.ts';
import { zoomAt } from '../view/screen.ts';

/** Two fingers, and the view when the second one came. */
interface Pinch {
  readonly view: View;
  readonly fingers: readonly [Point, Point];
}

/** The fingers on the canvas. Two of them zoom and pan the view about their middle, until all have left. */
export class Fingers {
  readonly #store: DesignerStore;
  /** Places on the screen by the id of the pointer. */
  readonly #down = new Map<number, Point>();
  #pinch: Pinch | null = null;

  constructor(store: DesignerStore) {
    this.#store = store;
  }

  /** Whether the fingers that are down zoom and pan. One that is left of several does nothing. */
  get arePinching(): boolean {
    return this.#pinch !== null;
  }

  press(id: number, point: Point): void {
    this.#down.set(id, point);
    if (this.#down.size > 1) this.#begin();
  }

  move(id: number, point: Point): void {
    if (!this.#down.has(id)) return;
    this.#down.set(id, point);
    const now = this.#firstTwo();
    if (this.#pinch === null || now === null) return;
    const { view, fingers } = this.#pinch;
    const from = getMiddle(fingers);
    const to = getMiddle(now);
    const zoomed = zoomAt(view, (view.zoom * getDistance(now)) / getDistance(fingers), from);
    this.#store.getState().setView({ ...zoomed, x: zoomed.x + to.x - from.x, y: zoomed.y + to.y - from.y });
  }

  release(id: number): void {
    if (!this.#down.delete(id) || this.#pinch === null) return;
    if (this.#down.size > 0) {
      this.#begin();
      return;
    }
    this.#pinch = null;
    this.#store.getState().set({ gesture: null });
  }

  /** A finger that comes or leaves begins anew, so that the view does not jump. */
  #begin(): void {
    const { view, set } = this.#store.getState();
    this.#pinch = { view, fingers: this.#firstTwo() ?? this.#pinch!.fingers };
    set({ gesture: { kind: 'pan', lines: [] } });
  }

  #firstTwo(): readonly [Point, Point] | null {
    const [first, second] = this.#down.values();
    return first === undefined || second === undefined ? null : [first, second];
  }
}

function getMiddle([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** At least a pixel: fingers may be in the same place. */
function getDistance([a, b]: readonly [Point, Point]): number {
  return Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
}
