import type { SceneElement, SceneGroup } from './scene/elements.ts';
import type { ElementSelection, Scene } from './scene/scene.ts';

/**
 * The scene with the selected elements. `only` leaves the page transparent, and keeps the groups around its
 * elements, which place, clip and fade them. The same goes for the pages after the first.
 */
export function selectElements({ others, ...first }: Scene, selection: ElementSelection): Scene {
  const scene = selectOnPage(first, selection);
  if (others === undefined) return scene;
  return { ...scene, others: others.map((page) => selectOnPage(page, selection)) };
}

function selectOnPage(scene: Scene, selection: ElementSelection): Scene {
  if (scene.isUnplaced === true) {
    const { running } = scene;
    return { ...hideOthers(scene, selection), ...(running && { running: { ...running, selection } }) };
  }
  if ('only' in selection) {
    const elements = keepOnly(scene.elements, new SelectedIds(selection.only));
    return { ...scene, background: null, elements };
  }
  return { ...scene, elements: keepExcept(scene.elements, new SelectedIds(selection.except)) };
}

/** What a repeat makes of an element belongs to it: `row[3]` to `row`. */
class SelectedIds {
  readonly #ids: ReadonlySet<string>;

  constructor(ids: readonly string[]) {
    this.#ids = new Set(ids);
  }

  has(id: string): boolean {
    return this.#ids.has(id) || this.#ids.has(id.replace(/(?:\[\d+\])+$/u, ''));
  }
}

function keepOnly(elements: readonly SceneElement[], ids: SelectedIds): SceneElement[] {
  return elements.flatMap((element) => {
    if (ids.has(element.id)) return element;
    if (element.type !== 'group') return [];
    const inside = keepOnly(element.elements, ids);
    return inside.length === 0 ? [] : { ...element, elements: inside };
  });
}

function keepExcept(elements: readonly SceneElement[], ids: SelectedIds): SceneElement[] {
  return elements.flatMap((element) => {
    if (ids.has(element.id)) return [];
    return element.type === 'group' ? { ...element, elements: keepExcept(element.elements, ids) } : element;
  });
}

/** In layouts, elements that are not drawn keep their room. */
export function hideOthers(scene: Scene, selection: ElementSelection): Scene {
  const isOnly = 'only' in selection;
  const ids = new SelectedIds(isOnly ? selection.only : selection.except);
  const hide = (element: SceneElement): SceneElement => {
    if (ids.has(element.id)) return isOnly ? element : { ...element, opacity: 0 };
    if (element.type !== 'group') return isOnly ? { ...element, opacity: 0 } : element;
    const { background, ...group } = {
      ...element,
      elements: element.elements.map(hide),
      ...hideSums(element),
    };
    return isOnly || background === undefined ? group : { ...group, background };
  };
  const hideSums = ({ carry }: SceneGroup): Pick<SceneGroup, 'carry'> => {
    if (carry === undefined) return {};
    const hideRow = ({ background, ...row }: SceneGroup): SceneGroup => {
      if (ids.has(row.id) === isOnly) return background === undefined ? row : { ...row, background };
      return { ...row, elements: row.elements.map((cell) => ({ ...cell, opacity: 0 })) };
    };
    return { carry: { ...carry, foot: hideRow(carry.foot), head: hideRow(carry.head) } };
  };
  return { ...scene, ...(isOnly ? { background: null } : {}), elements: scene.elements.map(hide) };
}
