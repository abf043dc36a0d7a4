import type { Schema } from '../../../api/client.ts';
import { ApiError } from '../../../api/problem.ts';
import { idInWork, pageInWork } from '../../model/pages.ts';
import { pixelsPerUnit } from '../../model/pixels-per-unit.ts';
import { placeAroundWork } from '../../model/place-pages.ts';
import type { Point } from '../../model/placement.ts';
import type { DesignerState, DesignerStore } from '../../state/designer.ts';
import type { MoveGesture } from '../../state/gesture.ts';
import {
  createPageRequest,
  hasSamePicture,
  type PageRequestState,
  type PageRequest,
} from './page-request.ts';
import { drawWithoutFaults } from './without-faults.ts';

/** A request to the service. */
export interface PictureRequest extends PageRequest {
  readonly elements?: { readonly only: readonly string[] } | { readonly except: readonly string[] };
  /** Called with the exact picture where a smaller one came first, on a slow wire. */
  readonly onExact?: (picture: RenderedPicture) => void;
}

/** A render of the service, decoded. */
export interface RenderedPicture {
  readonly bitmap: ImageBitmap;
  readonly warnings: readonly Schema<'RenderWarning'>[];
  readonly report: Schema<'LayoutReport'>;
  readonly pageCount: number;
  readonly pageCounts: Readonly<Record<string, number>>;
  readonly pageOrder?: readonly string[];
}

/**
 * Renders a picture. In each lane the newest request replaces the ones before; those resolve to null.
 *
 * @throws ApiError
 */
export type ShowPicture = (lane: string, request: PictureRequest) => Promise<RenderedPicture | null>;

/** The layers of the canvas. */
export interface Layers {
  /** The picture of a page, by its id; null: it is not shown. */
  readonly page: (id: string | null) => HTMLCanvasElement | null;
  /** What is dragged, above the pages. */
  readonly moving: HTMLCanvasElement;
}

/** What the pictures report to the page around them. */
export interface PictureEvents {
  /** A page has a picture: pixels of it for one CSS pixel of the page. */
  readonly onPicture: (id: string | null, perPixel: number) => void;
  /** Why the last change of the page in work has no picture; the one before stays. */
  readonly onError: (error: ApiError | null) => void;
}

/** Elements that are dragged. */
interface Drag {
  readonly ids: readonly string[];
  /** The id of their page, whose top left they move from. */
  readonly page: string | null;
  /** The distance at which they were rendered. */
  readonly from: Point;
  /** The distance at which they are. */
  at: Point;
  isShown: boolean;
}

/** How long a picture may take until who types sees the letters of the field. */
const blindAfterMs = 1_000;

/** The number of pages beyond the visible ones that have a picture, for the list of pages. */
const pagesAround = 8;

/**
 * Keeps the canvas's layers up to date with the design. The picture is always the service's: after a change
 * the page in work is rendered again, one render at a time, the newest state next; the other pages follow
 * where something in them changed, or the numbers of pages in their headers and footers. While elements are
 * dragged, a render of them alone moves over one of the page without them; the drop renders the page again.
 */
export class Pictures {
  readonly #store: DesignerStore;
  readonly #layers: Layers;
  readonly #show: ShowPicture;
  readonly #events: PictureEvents;
  readonly #unsubscribe: () => void;
  /** What pages show, or what was requested for them last. */
  readonly #requested = new Map<string | null, PageRequestState>();
  /** The ids of the pages that were counted last, or that are being counted. */
  #counted = '';
  #isRendering = false;
  #isRenderingOthers = false;
  #drag: Drag | null = null;
  #isClosed = false;

  constructor(store: DesignerStore, layers: Layers, show: ShowPicture, events: PictureEvents) {
    this.#store = store;
    this.#layers = layers;
    this.#show = show;
    this.#events = events;
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
      this.#drag!.at = gesture.distance;
    } else if (!this.#isRendering) {
      void this.#renderPage();
    }
    this.#placeMoving();
  }

  /** Renders until the layer of the page in work shows the newest state. */
  async #renderPage(): Promise<void> {
    this.#isRendering = true;
    for (;;) {
      const state = this.#store.getState();
      if (this.#isClosed || state.gesture?.kind === 'move') break;
      const requested = createPageRequest(state, pageInWork(state.design.document));
      const isCounted = requested.pageIds === this.#counted;
      if (this.#drag === null && isCounted && hasSamePicture(this.#requested.get(requested.id), requested))
        break;
      this.#requested.set(requested.id, requested);
      this.#counted = requested.pageIds;
      this.#drag = null;
      await this.#renderOnce(requested);
    }
    this.#isRendering = false;
    if (!this.#isRenderingOthers) void this.#renderOthers();
  }

  async #renderOnce(requested: PageRequestState): Promise<void> {
    const { id, request } = requested;
    // Offline, a picture may not come for long: who types sees the letters of the field then.
    const timer = setTimeout(() => this.#setBlind(true), blindAfterMs);
    try {
      const onExact = ({ bitmap }: RenderedPicture) => {
        const isNewest = this.#requested.get(id) === requested && this.#drag === null && !this.#isClosed;
        if (isNewest) this.#paint(id, bitmap);
      };
      const { picture: rendered, problems } = await drawWithoutFaults({ ...request, onExact }, (each) =>
        this.#show('page', each),
      );
      // A drag that has begun shows its own layers; the drop renders the page again.
      if (rendered === null || this.#isClosed || this.#drag !== null) return;
      this.#paint(id, rendered.bitmap);
      this.#layers.moving.hidden = true;
      this.#accept(requested, rendered);
      if (id === idInWork(this.#store.getState().design.document)) this.#events.onError(null);
      this.#store.getState().set({ problems });
      this.#setBlind(false);
    } catch (error) {
      if (this.#isClosed) return;
      const failure = error instanceof ApiError ? error : new ApiError({ status: 0 }, { cause: error });
      this.#events.onError(failure);
      this.#setBlind(true);
    } finally {
      clearTimeout(timer);
    }
  }

  #setBlind(isBlind: boolean): void {
    const state = this.#store.getState();
    if (!this.#isClosed && state.isBlind !== isBlind) state.set({ isBlind });
  }

  /** Renders the other pages that are seen or near, one after the other. */
  async #renderOthers(): Promise<void> {
    this.#isRenderingOthers = true;
    for (;;) {
      const state = this.#store.getState();
      if (this.#isClosed || this.#isRendering || state.gesture !== null) break;
      const requested = this.#nextOther(state);
      if (requested === null) break;
      this.#requested.set(requested.id, requested);
      // What is wrong with a page is said when it is in work.
      const drawn = await drawWithoutFaults(requested.request, (each) => this.#show('others', each)).catch(
        () => null,
      );
      const rendered = drawn?.picture ?? null;
      if (rendered === null || this.#isClosed || this.#requested.get(requested.id) !== requested) continue;
      this.#paint(requested.id, rendered.bitmap);
      this.#accept(requested, rendered);
    }
    this.#isRenderingOthers = false;
  }

  /** The nearest page whose picture is not that of the design. */
  #nextOther(state: DesignerState): PageRequestState | null {
    const { design, renderedPages, view } = state;
    const { document } = design;
    const at = pageInWork(document);
    const factor = view.zoom * pixelsPerUnit(document);
    const others = placeAroundWork(document, renderedPages)
      .filter(({ index, x, width }) => {
        const left = view.x + x * factor;
        const isSeen = left < window.innerWidth && left + width * factor > 0;
        return index !== at && (isSeen || Math.abs(index - at) <= pagesAround);
      })
      .toSorted((a, b) => Math.abs(a.index - at) - Math.abs(b.index - at));
    for (const { index, id } of others) {
      const requested = createPageRequest(state, index);
      if (this.#layers.page(id) !== null && !hasSamePicture(this.#requested.get(id), requested))
        return requested;
    }
    return null;
  }

  #accept(
    requested: PageRequestState,
    { report, warnings, pageCount, pageCounts, pageOrder }: RenderedPicture,
  ): void {
    const { id, perPixel } = requested;
    const counts = {
      all: pageCount,
      byId: pageCounts,
      ...(pageOrder === undefined ? {} : { order: pageOrder }),
    };
    requested.numbers = requested.numbersWith(counts);
    this.#events.onPicture(id, perPixel);
    const state = this.#store.getState();
    state.setRendered(id, { report, warnings });
    if (JSON.stringify(state.pageCounts) !== JSON.stringify(counts)) state.set({ pageCounts: counts });
  }

  /** Renders the layers of a drag. Until they arrive the page stays as it is, and only its frame moves. */
  async #renderDrag(state: DesignerState, { ids, distance, carried }: MoveGesture): Promise<void> {
    const from = carried === undefined ? distance : { x: 0, y: 0 };
    const { id, request, perPixel } = createPageRequest(state, pageInWork(state.design.document));
    const drag: Drag = { ids, page: id, from, at: from, isShown: false };
    this.#drag = drag;
    const show = async (lane: string, elements: Pick<PictureRequest, 'elements'>) =>
      (
        await drawWithoutFaults<PictureRequest, RenderedPicture | null>({ ...request, ...elements }, (each) =>
          this.#show(lane, each),
        )
      ).picture;
    const rendered = await Promise.all([
      show('behind', carried?.isCopy === true ? {} : { elements: { except: ids } }),
      show('moving', { elements: { only: ids } }),
      // Dragging goes on without layers; the drop says what is wrong.
    ]).catch(() => [null, null] as const);
    const [behind, moving] = rendered;
    if (behind === null || moving === null || this.#drag !== drag || this.#isClosed) return;
    this.#requested.delete(id);
    this.#paint(id, behind.bitmap);
    paint(this.#layers.moving, moving.bitmap);
    drag.isShown = true;
    this.#layers.moving.hidden = false;
    this.#events.onPicture(id, perPixel);
    this.#events.onError(null);
    this.#placeMoving();
  }

  #placeMoving(): void {
    if (this.#drag?.isShown !== true) return;
    const { design, view, renderedPages } = this.#store.getState();
    const { from, at, page } = this.#drag;
    // Dropped on another page, which is in work then.
    const origin =
      page === idInWork(design.document)
        ? { x: 0, y: 0 }
        : placeAroundWork(design.document, renderedPages).find(({ id }) => id === page);
    const factor = pixelsPerUnit(design.document) * view.zoom;
    const place = (axis: 'x' | 'y') => (at[axis] - from[axis] + (origin?.[axis] ?? 0)) * factor;
    this.#layers.moving.style.translate = `${place('x')}px ${place('y')}px`;
  }

  #paint(id: string | null, bitmap: ImageBitmap): void {
    const canvas = this.#layers.page(id);
    if (canvas === null) this.#requested.delete(id);
    else paint(canvas, bitmap);
  }
}

/** Hands a picture over to a canvas without a copy. */
function paint(canvas: HTMLCanvasElement, bitmap: ImageBitmap): void {
  // Setting a side clears the canvas, also to the same number.
  if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
  if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap);
}
