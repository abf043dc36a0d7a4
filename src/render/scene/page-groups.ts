import type { Scene } from './scene.ts';

/**
 * The id that pages which are numbered together have in common: of an entry of a group of pages its id, else
 * that of the page. Undefined in a document without pages.
 */
export function numberedTogether({ pageId, pageGroupId }: Scene): string | undefined {
  return pageGroupId ?? pageId;
}

/** The number of the group of each page, from 0: of the pages that are numbered together. */
export function groupPages(scenes: readonly Scene[]): readonly number[] {
  const known = new Map<string | undefined, number>();
  return scenes.map((scene) => {
    const id = numberedTogether(scene);
    const group = known.get(id) ?? known.size;
    known.set(id, group);
    return group;
  });
}
