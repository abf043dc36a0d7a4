import type { RenderJob } from '../../job.ts';
import type { Yoga } from 'yoga-layout/load';
import type { PageNumbers, RunningBinder } from '../../bind/running.ts';
import type { RunningKey } from '../../bind/document-pages.ts';
import { RenderInputError, VariableError } from '../../errors.ts';
import type { FontBook } from '../../fonts/font-book.ts';
import type { FoundImage } from '../../images/place-images.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Scene } from '../../scene/scene.ts';
import { hideOthers } from '../../select-elements.ts';
import type { MeasuredTexts } from '../../text/place/measured-text.ts';
import { ContentSizes } from '../content-sizes.ts';
import { placeFreely } from '../place-scene.ts';

/** A header or footer of a page, whose `y` is the distance from its edge. */
export interface PlacedRunning {
  readonly elements: readonly SceneElement[];
  /** What it takes of the room of the page. */
  readonly room: number;
  readonly found: readonly FoundImage[];
}

/** Nothing at the edge of a page. */
export const noRunning: PlacedRunning = { elements: [], room: 0, found: [] };

/** What headers and footers are placed with. */
export interface RunningParts {
  readonly binder: RunningBinder;
  readonly yoga: Yoga;
  readonly fonts: FontBook;
  readonly analysedTexts: MeasuredTexts;
  readonly output: RenderJob['output'];
  /** Finds the images of elements. */
  readonly findImages: (scene: Scene) => Promise<readonly FoundImage[]>;
}

/** Places headers and footers. What does not depend on the numbers of pages is made once. */
export class RunningPlacer {
  readonly #parts: RunningParts;
  readonly #known = new Map<string, Promise<PlacedRunning>>();

  constructor(parts: RunningParts) {
    this.#parts = parts;
  }

  /** Whether a header or footer of these pages depends on how many pages there are, at all or of a group. */
  usesCount(scenes: readonly Scene[]): boolean {
    return scenes.some(({ running }) =>
      (['header', 'footer'] as const).some((key) => {
        const names = running === undefined ? null : this.#parts.binder.usedNames(running, key);
        return names?.includes('pages') === true || names?.includes('pagesOfGroup') === true;
      }),
    );
  }

  /** @throws RenderInputError if its expressions fail with these numbers */
  async place(scene: Scene, key: RunningKey, numbers: PageNumbers): Promise<PlacedRunning> {
    const { running } = scene;
    const names = running === undefined ? null : this.#parts.binder.usedNames(running, key);
    if (running === undefined || names === null) return noRunning;
    const used = names.map((name) => numbers[name as keyof PageNumbers]);
    const id = JSON.stringify([key, running.page, running.entry, names, used]);
    const placed = this.#known.get(id) ?? this.#place(scene, key, numbers);
    this.#known.set(id, placed);
    return await placed;
  }

  async #place(scene: Scene, key: RunningKey, numbers: PageNumbers): Promise<PlacedRunning> {
    const { yoga, fonts, analysedTexts, output, findImages } = this.#parts;
    const bound = this.#bind(scene, key, numbers);
    const found = await findImages({ ...scene, elements: bound });
    const contents = new ContentSizes(found, fonts, output, analysedTexts);
    const elements = placeFreely(bound, scene, contents, yoga);
    const room = elements.reduce((most, { y, height }) => Math.max(most, y + height), 0);
    return { elements, room, found };
  }

  #bind({ running, ...scene }: Scene, key: RunningKey, numbers: PageNumbers): readonly SceneElement[] {
    if (running === undefined) return [];
    try {
      const elements = this.#parts.binder.bind(running, key, numbers);
      const { selection } = running;
      return selection === undefined ? elements : hideOthers({ ...scene, elements }, selection).elements;
    } catch (error) {
      if (!(error instanceof VariableError)) throw error;
      throw new RenderInputError('expression', error.variable, `On page ${numbers.page}: ${error.message}`);
    }
  }
}
