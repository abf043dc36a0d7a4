import type { PageResources } from '../../draw/page-resources.ts';
import { grow } from '../../geometry.ts';
import type { RenderWarning } from '../../layout-report.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Scene } from '../../scene/scene.ts';
import type { PageElement } from '../page-elements.ts';
import { OverflowingGroups } from './group-overflow.ts';
import { findHidden, type PageEdges } from './hidden.ts';
import { Losses } from './losses.ts';

/** What nobody sees. */
interface LostContent {
  /** By the element that they belong to. */
  readonly warnings: ReadonlyMap<SceneElement, readonly RenderWarning[]>;
  /** The elements of which at least a part is lost. */
  readonly elements: ReadonlySet<SceneElement>;
}

/**
 * Finds the lines of texts, the rows of tables, the entries of repeats, the pictures, codes and charts that
 * lie off the page, or that a group clips, and the groups that are too small for what stands in them.
 *
 * @param placed the elements of the scene
 */
export function findLost(
  scene: Scene,
  placed: readonly PageElement[],
  resources: Pick<PageResources, 'texts' | 'drawnCodes'>,
): LostContent {
  const edges = getEdges(scene);
  const cut = new Set(scene.cut?.map(({ elementId }) => elementId));
  const elements = new Set<SceneElement>();
  const losses = new Losses();
  const overflowing = new OverflowingGroups(resources.texts, scene.unit);
  for (const each of placed) {
    losses.count(each);
    overflowing.add(each);
    const hidden = findHidden(each, resources, edges);
    if (hidden === null) continue;
    elements.add(each.element);
    // What a flow has cut off has a warning.
    const isCut = cut.size > 0 && each.groups.some(({ group }) => cut.has(group.id));
    if (!isCut || hidden.hider.type === 'clip') losses.add(each, hidden);
  }
  const found = new Map<SceneElement, RenderWarning[]>();
  for (const [element, warning] of [...overflowing.warnings(), ...losses.warnings()]) {
    const own = found.get(element) ?? [];
    own.push(warning);
    found.set(element, own);
  }
  return { warnings: found, elements };
}

function getEdges({ width, height, bleed, intent, room }: Scene): PageEdges {
  const page = { left: 0, top: 0, right: width, bottom: height };
  return { page, bleed: intent === 'print' ? grow(page, bleed) : page, room };
}
