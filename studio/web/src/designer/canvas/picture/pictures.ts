import type { TemplateDocument } from '../../model/template.ts';
import type { Schema } from '../../../api/client.ts';
import { ApiError } from '../../../api/problem.ts';
import type { Point } from '../../model/placement.ts';
import {
  shownValues,
  type DesignerState,
  type DesignerStore,
  type MoveGesture,
} from '../../state/designer.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import { showTyped } from './show-typed.ts';
import { chooseDensity, type Density } from './choose-density.ts';
import { seenDocument } from '../../model/known-boxes.ts';

/** What is asked of the service. */
export interface PictureRequest {
  readonly document: TemplateDocument;
  readonly values: Readonly<Record<string, string>>;
  readonly options: Pick<Schema<'RenderOptions'>, 'scale' | 'outputDpi'>;
  readonly elements?: { readonly only: readonly string[] } | { readonly except: readonly string[] };
  /** Called with the exact picture where a smaller one came first, on a slow wire. */
  readonly onExact?: (picture: RenderedPicture) => void;
}

/** A render of the service, decoded. */
export interface RenderedPicture {
  readonly bitmap: ImageBitmap;
  readonly warnings: readonly Schema<'RenderWarning'>[];
  readonly report: Schema<'LayoutReport'>;
}

/**
 * Renders a picture. In each lane the newest request replaces the ones before; those resolve to null.
 *
 * @throws ApiError
 */
export type ShowPicture = (lane: string, request: PictureRequest) => Promise<RenderedPicture | null>;

/** The two layers of the canvas. */
export interface Layers {
  readonly page: HTMLCanvasElement;
  /** What is dragged, above the page. */
  readonly moving: HTMLCanvasElement;
}

/** What the pictures tell the page around them. */
export interface PictureState {
  /** Why the last change has no picture; the one before stays. */
  readonly error: ApiError | null;
  /** Pixels of the page's picture for one CSS pixel of the page; null before the first one. */
  readonly perPixel: number | null;
}

/** Elements that are dragged. */
interface Drag {
  readonly ids: readonly string[];
  /** The distance at which they were rendered. */
  readonly from: Point;
  isShown: boolean;
}

/**
 * Keeps the canvas's layers up to date with the design. The picture is always the service's: after a change
 * the page is rendered again, one render at a time, the newest state next. While elements are dragged, a
 * render of them alone moves over one of the page without them; the drop renders the page again.
 */
export class Pictures {
  readonly #store: DesignerStore;
  readonly #layers: Layers;
  readonly #show: ShowPicture;
  readonly #onState: (state: PictureState) => void;
  readonly #unsubscribe: () => void;
  /** What the page layer shows, or what was asked for last. */
  #asked: PictureRequest | null = null;
  #isRendering = false;
  #drag: Drag | null = null;
  #isClosed = false;

  constructor(
    store: DesignerStore,
    layers: Layers,
    show: ShowPicture,
    onState: (state: PictureState) => void,
  ) {
    this.#store = store;
    this.#layers = layers;
    this.#show = show;
    this.#onState = onState;
    this.#unsubscribe = store.subscribe(() => this.#update());
    this.#update();
  }

  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
  }

  #update(): void {
    const state = this.#store.getState();
    const { gesture } = state;
    if (gesture?.kind === 'move') {
      if (this.#drag?.ids !== gesture.ids) void this.#renderDrag(state, gesture);
      this.#placeMoving();
    } else if (!this.#isRendering) {
      void this.#renderPage();
    }
  }

  /** Renders until the page layer shows the newest state. */
  async #renderPage(): Promise<void> {
    this.#isRendering = true;
    for (;;) {
      const state = this.#store.getState();
      if (this.#isClosed || state.gesture?.kind === 'move') break;
      const request = requestOf(state);
      if (this.#drag === null && this.#asked !== null && isSame(this.#asked, request)) break;
      this.#asked = request;
      this.#drag = null;
      await this.#renderOnce(request, perPixelOf(state));
    }
    this.#isRendering = false;
  }

  async #renderOnce(request: PictureRequest, perPixel: number): Promise<void> {
    const { set } = this.#store.getState();
    try {
      const onExact = ({ bitmap }: RenderedPicture) => {
        const isNewest = this.#asked === request && this.#drag === null && !this.#isClosed;
        if (isNewest) paint(this.#layers.page, bitmap);
      };
      const rendered = await this.#show('page', { ...request, onExact });
      // A drag that has begun shows its own layers; the drop renders the page again.
      if (rendered === null || this.#isClosed || this.#drag !== null) return;
      paint(this.#layers.page, rendered.bitmap);
      this.#layers.moving.hidden = true;
      this.#onState({ error: null, perPixel });
      const { report, warnings } = rendered;
      set({ rendered: { report, warnings }, problems: [] });
    } catch (error) {
      if (this.#isClosed) return;
      const failure = error instanceof ApiError ? error : new ApiError({ status: 0 }, { cause: error });
      this.#onState({ error: failure, perPixel: null });
      const problems = failure.problem['problems'] as DesignerState['problems'] | undefined;
      if (problems !== undefined) set({ problems });
    }
  }

  /** Renders the layers of a drag. Until they arrive the page stays as it is, and only its frame moves. */
  async #renderDrag(state: DesignerState, { ids, distance, carried }: MoveGesture): Promise<void> {
    const from = carried === undefined ? distance : { x: 0, y: 0 };
    const drag: Drag = { ids, from, isShown: false };
    this.#drag = drag;
    const request = requestOf(state);
    const rendered = await Promise.all([
      this.#show('behind', carried?.isCopy === true ? request : { ...request, elements: { except: ids } }),
      this.#show('moving', { ...request, elements: { only: ids } }),
      // Dragging goes on without layers; the drop says what is wrong.
    ]).catch(() => [null, null] as const);
    const [behind, moving] = rendered;
    if (behind === null || moving === null || this.#drag !== drag || this.#isClosed) return;
    paint(this.#layers.page, behind.bitmap);
    paint(this.#layers.moving, moving.bitmap);
    drag.isShown = true;
    this.#layers.moving.hidden = false;
    this.#onState({ error: null, perPixel: perPixelOf(state) });
    this.#placeMoving();
  }

  #placeMoving(): void {
    const { design, view, gesture } = this.#store.getState();
    if (this.#drag?.isShown !== true || gesture?.kind !== 'move') return;
    const { from } = this.#drag;
    const factor = pixelsPerUnit(design.document) * view.zoom;
    const [x, y] = [(gesture.distance.x - from.x) * factor, (gesture.distance.y - from.y) * factor];
    this.#layers.moving.style.translate = `${x}px ${y}px`;
  }
}

function requestOf(state: DesignerState): PictureRequest {
  const document = showTyped(state.design.document, state.textEdit);
  return { document, values: shownValues(state), options: densityOf(state).options };
}

function perPixelOf(state: DesignerState): number {
  return densityOf(state).perPixel;
}

function densityOf({ design, view }: DesignerState): Density {
  return chooseDensity(seenDocument(design), view.zoom * window.devicePixelRatio);
}

function isSame(a: PictureRequest, b: PictureRequest): boolean {
  return (
    a.document === b.document &&
    a.values === b.values &&
    a.options.scale === b.options.scale &&
    a.options.outputDpi === b.options.outputDpi
  );
}

/** Hands a picture over to a canvas without a copy. */
function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  // Setting a side clears the canvas, also to the same number.
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
