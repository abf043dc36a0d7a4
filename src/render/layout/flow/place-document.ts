import type { Yoga } from 'yoga-layout/load';
import { MAX_PAGES } from '../../bind/repeat.ts';
import { RunningBinder } from '../../bind/running.ts';
import { RenderInputError } from '../../errors.ts';
import type { FontBook } from '../../fonts/font-book.ts';
import { findAgain, type FoundImage } from '../../images/place-images.ts';
import type { RenderJob } from '../../job.ts';
import type { SceneElement } from '../../scene/elements.ts';
import { groupPages } from '../../scene/page-groups.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneText } from '../../scene/text.ts';
import type { MeasuredTexts } from '../../text/place/measured-text.ts';
import { ContentSizes } from '../content-sizes.ts';
import { getEngine } from '../engine.ts';
import type { PlacedJob } from '../place-job.ts';
import { placeFlow, placeScene } from '../place-scene.ts';
import type { LinesOf } from './divided.ts';
import { Flow } from './flow.ts';
import { freeElementsOn } from './free-elements.ts';
import { NumberedPages } from './numbered-pages.ts';
import { noRunning, RunningPlacer, type PlacedRunning } from './place-running.ts';

/** A page before it is placed, with its images. */
export interface PageToPlace {
  readonly job: RenderJob;
  readonly found: readonly FoundImage[];
}

/** What reads the headers of images that were not found yet. */
type FindImages = (job: RenderJob) => Promise<readonly FoundImage[]>;

/** The header and footer of a page. */
interface Edges {
  readonly header: PlacedRunning;
  readonly footer: PlacedRunning;
}

/** How often pages are divided again, because headers depend on how many there are. */
const MAX_ROUNDS = 8;
/** From this round on headers and footers keep the room that they had. */
const STEADY_ROUND = 3;

/**
 * Places the pages of a document with flows, headers or footers. A flow becomes as many pages as it needs.
 *
 * @throws RenderInputError if there are too many pages, or if a page has no room
 */
export async function placeDocument(
  pages: readonly PageToPlace[],
  fonts: FontBook,
  findImages: FindImages,
): Promise<readonly PlacedJob[]> {
  return await new DocumentPlacer(pages, fonts, await getEngine(), findImages).place();
}

class DocumentPlacer {
  readonly #pages: readonly PageToPlace[];
  /** Of each page the place of its group: of the pages that are numbered together. */
  readonly #groups: readonly number[];
  readonly #fonts: FontBook;
  readonly #yoga: Yoga;
  readonly #analysedTexts: MeasuredTexts = new Map();
  readonly #output: RenderJob['output'] | null;
  readonly #running: RunningPlacer | null;
  /** The columns of flows, and their texts. */
  readonly #columns = new Map<
    Scene,
    { readonly elements: readonly SceneElement[]; readonly linesOf: LinesOf }
  >();
  readonly #rooms = new Map<string, number>();

  constructor(pages: readonly PageToPlace[], fonts: FontBook, yoga: Yoga, findImages: FindImages) {
    this.#pages = pages;
    this.#groups = groupPages(pages.map(({ job }) => job.scene));
    this.#fonts = fonts;
    this.#yoga = yoga;
    const [first] = pages;
    this.#output = first?.job.output ?? null;
    const source = pages.find(({ job }) => job.scene.running !== undefined)?.job.scene.running?.source;
    this.#running =
      source === undefined || first === undefined
        ? null
        : new RunningPlacer({
            binder: new RunningBinder(source),
            yoga,
            fonts,
            analysedTexts: this.#analysedTexts,
            output: first.job.output,
            findImages: (scene) => findImages({ ...first.job, scene }),
          });
  }

  async place(): Promise<readonly PlacedJob[]> {
    const usesCount = this.#running?.usesCount(this.#pages.map(({ job }) => job.scene)) === true;
    const ofGroups = new Map<number, number>();
    for (const group of this.#groups) ofGroups.set(group, (ofGroups.get(group) ?? 0) + 1);
    let counts: readonly number[] = [...ofGroups.values()];
    for (let round = 1; ; round += 1) {
      const numbers = new NumberedPages(counts);
      const placed = await this.#placeAll(numbers, round);
      if (!usesCount || numbers.isSettled || round === MAX_ROUNDS) return placed;
      counts = numbers.found;
    }
  }

  async #placeAll(pages: NumberedPages, round: number): Promise<PlacedJob[]> {
    const placed: PlacedJob[] = [];
    const edgesOfNext = async (scene: Scene, index: number): Promise<Edges> => {
      const numbers = pages.next(this.#groups[index] ?? 0);
      if (placed.length === MAX_PAGES) {
        const max = MAX_PAGES.toLocaleString('en');
        const detail = `With these values the template has more than ${max} pages, the maximum.`;
        throw new RenderInputError('output', null, detail);
      }
      const place = async (key: 'header' | 'footer') => {
        const running = (await this.#running?.place(scene, key, numbers)) ?? noRunning;
        return { ...running, room: this.#steadyRoom(`${key} ${numbers.page}`, running.room, round) };
      };
      return { header: await place('header'), footer: await place('footer') };
    };
    for (const [index, { job, found }] of this.#pages.entries()) {
      const { scene } = job;
      if (scene.isFlow !== true) {
        const edges = await edgesOfNext(scene, index);
        placed.push(this.#finish(job, found, this.#placeOne(scene, found, edges), edges));
        continue;
      }
      const { elements, linesOf } = this.#columnOf(scene, found);
      const isInFlow = ({ sizing }: SceneElement) => sizing?.isInLayout === true;
      const start = elements.findIndex(isInFlow);
      const flow = new Flow(elements.filter(isInFlow), linesOf);
      let isFirst = true;
      do {
        const edges = await edgesOfNext(scene, index);
        const { top, room } = getRoom(scene, edges, placed.length + 1);
        const { elements: taken, cut } = flow.takePage(room);
        const free = (each: readonly SceneElement[]) =>
          freeElementsOn(
            each.filter((element) => !isInFlow(element)),
            { height: scene.height, isFirst, isLast: flow.isDone },
          );
        const own = [
          ...free(elements.slice(0, start)),
          ...taken.map((element) => ({ ...element, y: element.y + top })),
          ...free(elements.slice(Math.max(0, start))),
        ];
        const page = { ...scene, elements: own, ...(cut.length === 0 ? {} : { cut }) };
        placed.push(this.#finish(job, found, page, edges));
        isFirst = false;
      } while (!flow.isDone);
    }
    return placed;
  }

  /** After some rounds headers and footers take no less room than before, so that the pages settle. */
  #steadyRoom(key: string, room: number, round: number): number {
    const steady = round < STEADY_ROUND ? room : Math.max(room, this.#rooms.get(key) ?? 0);
    this.#rooms.set(key, steady);
    return steady;
  }

  #columnOf(scene: Scene, found: readonly FoundImage[]) {
    const known = this.#columns.get(scene);
    if (known !== undefined) return known;
    const contents = new ContentSizes(found, this.#fonts, this.#output, this.#analysedTexts);
    const column = { elements: placeFlow(scene, contents, this.#yoga), linesOf: rememberLines(contents) };
    this.#columns.set(scene, column);
    return column;
  }

  /** A page that is no flow: its layout has the room that header and footer leave. */
  #placeOne(scene: Scene, found: readonly FoundImage[], { header, footer }: Edges): Scene {
    const { layout } = scene;
    const contents = new ContentSizes(found, this.#fonts, this.#output, this.#analysedTexts);
    if (layout === undefined) return placeScene(scene, contents, this.#yoga);
    const [top, right, bottom, left] = layout.padding;
    const padding = [top + header.room, right, bottom + footer.room, left] as const;
    const placed = placeScene({ ...scene, layout: { ...layout, padding } }, contents, this.#yoga);
    return header.room + footer.room === 0
      ? placed
      : { ...placed, room: { top: header.room, bottom: placed.height - footer.room } };
  }

  /** The page with its header and footer, in front of all else. */
  #finish(job: RenderJob, found: readonly FoundImage[], page: Scene, { header, footer }: Edges): PlacedJob {
    const { running: _running, isFlow: _isFlow, layout: _layout, isUnplaced: _isUnplaced, ...rest } = page;
    const below = footer.elements.map((element) => ({
      ...element,
      y: page.height - element.y - element.height,
    }));
    const scene = { ...rest, elements: [...page.elements, ...header.elements, ...below] };
    const images = [...found, ...header.found, ...footer.found];
    return { job: { ...job, scene }, found: findAgain(scene, images), analysedTexts: this.#analysedTexts };
  }
}

/** The lines of texts, which are asked for on each page that a text reaches. */
function rememberLines(contents: ContentSizes): LinesOf {
  const known = new Map<SceneText['runs'], Map<string, ReturnType<LinesOf>>>();
  return (text) => {
    const own = known.get(text.runs) ?? new Map<string, ReturnType<LinesOf>>();
    known.set(text.runs, own);
    const box = `${text.width} ${text.height}`;
    const lines = own.get(box) ?? contents.stackedLinesOf(text);
    own.set(box, lines);
    return lines;
  };
}

/** Where the layout of a page has room, between its header and footer. */
function getRoom({ layout, height, pageId }: Scene, { header, footer }: Edges, page: number) {
  const [above = 0, , below = 0] = layout?.padding ?? [];
  const top = header.room + above;
  const room = height - top - footer.room - below;
  if (room >= 1) return { top, room };
  const detail =
    `On page ${page} the header, the footer and the padding leave no room ` +
    `for the layout of "${pageId}".`;
  throw new RenderInputError('output', null, detail);
}
