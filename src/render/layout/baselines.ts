import { Edge } from 'yoga-layout/load';
import type { SceneLayout } from '../scene/boxes.ts';
import type { ContentSizes } from './content-sizes.ts';
import { boxInLayout, readNodeBox, type FlexGroup, type FlexNode } from './flex-node.ts';

/**
 * Moves elements of rows down so that their first baselines are on one line. The engine's bindings cannot ask
 * for the baseline of a text, so it places them at the start first, and margins move them then.
 *
 * @param calculate lays out the whole tree again
 */
export function alignBaselines(
  group: FlexGroup['inner'],
  contents: ContentSizes,
  calculate: () => void,
): void {
  const { layout, children } = group;
  // From the inside out: the baseline of a group is that of what it holds.
  for (const { inner } of children) if (inner !== null) alignBaselines(inner, contents, calculate);
  const aligned = children.filter((child) => sharesBaseline(child, layout));
  if (aligned.length === 0) return;
  const lines = Map.groupBy(aligned, (child) => boxInLayout(child, layout).y - child.sizing.margin[0]);
  for (const line of lines.values()) {
    const baselines = line.map((child) => child.sizing.margin[0] + getBaseline(child, contents));
    const lowest = Math.max(...baselines);
    line.forEach(({ node, sizing }, index) => {
      node.setMargin(Edge.Top, sizing.margin[0] + lowest - baselines[index]!);
    });
  }
  calculate();
}

function sharesBaseline({ sizing }: FlexNode, { direction, align }: SceneLayout): boolean {
  // A height that fills its line begins at its top.
  return direction === 'row' && sizing.height !== 'fill' && (sizing.alignSelf ?? align) === 'baseline';
}

/** The distance from the top of a box to its first baseline, which is its lower edge if it has no text. */
function getBaseline({ element, node, inner }: FlexNode, contents: ContentSizes): number {
  const box = readNodeBox(node);
  if (element.type === 'text') return contents.baselineOf(element, box);
  if (inner === null) return box.height;
  const line = firstLine(inner);
  const first = line.find((child) => sharesBaseline(child, inner.layout)) ?? line[0];
  if (first === undefined) return box.height;
  return boxInLayout(first, inner.layout).y + getBaseline(first, contents);
}

function firstLine({ layout, children }: FlexGroup['inner']): readonly FlexNode[] {
  if (!layout.wrap || layout.direction === 'column') return children;
  const lefts = children.map(({ node }) => readNodeBox(node).x);
  // The next line begins farther left.
  const end = lefts.findIndex((left, index) => index > 0 && left <= lefts[index - 1]!);
  return end === -1 ? children : children.slice(0, end);
}
