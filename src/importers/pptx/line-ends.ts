/** Arrows at the ends of lines. */
import type { Stroke, TemplateElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { Outline } from './outlines.ts';
import type { PlacedShape } from './places.ts';
import { findNode, type XmlNode } from './xml.ts';

const sizes: Readonly<Record<string, number>> = { sm: 2, med: 3, lg: 5 };

/** The thinnest line whose arrows become smaller with it. */
const leastWidth = 2;

interface Owner {
  readonly name: string;
  readonly builder: TemplateBuilder;
}

/** The arrows of a straight line. Others are losses. */
export function convertLineEnds(
  lines: readonly XmlNode[],
  outline: Outline,
  { box, flipX, flipY }: PlacedShape,
  { color = '#000000', width: lineWidth = 1 }: Stroke,
  { name, builder }: Owner,
): TemplateElement[] {
  return (['headEnd', 'tailEnd'] as const).flatMap((end): TemplateElement[] => {
    const node = lines.map((line) => findNode(line, end)).findLast((each) => each !== undefined);
    const type = node?.attributes['type'] ?? 'none';
    if (type === 'none' || node === undefined) return [];
    if (outline.kind !== 'line' && outline.isOpen !== true) return [];
    if (outline.kind !== 'line') {
      builder.lose(name, end, 'Only straight lines have arrows.');
      return [];
    }
    // From the middle of the line to this end.
    const side = end === 'tailEnd' ? 1 : -1;
    const [dx, dy] = [(box.width / 2) * side * (flipX ? -1 : 1), (box.height / 2) * side * (flipY ? -1 : 1)];
    const turn = (box.rotation / 180) * Math.PI;
    const [ex, ey] = [dx * Math.cos(turn) - dy * Math.sin(turn), dx * Math.sin(turn) + dy * Math.cos(turn)];
    const width = Math.max(leastWidth, lineWidth);
    const long = width * (sizes[node.attributes['len'] ?? 'med'] ?? 3);
    const wide = width * (sizes[node.attributes['w'] ?? 'med'] ?? 3);
    const angle = Math.atan2(ey, ex);
    const isRound = type === 'oval' || type === 'diamond';
    const back = isRound ? 0 : long / 2;
    const middle = {
      x: box.x + box.width / 2 + ex - back * Math.cos(angle),
      y: box.y + box.height / 2 + ey - back * Math.sin(angle),
    };
    const common = {
      id: builder.names.idFor(`${name} end`, 'path'),
      x: rounded(middle.x - long / 2),
      y: rounded(middle.y - wide / 2),
      width: rounded(long),
      height: rounded(wide),
      rotation: rounded((angle * 180) / Math.PI),
    };
    if (type === 'oval') return [{ type: 'ellipse', ...common, fill: color }];
    const d = { diamond: 'M0 1L1 0L2 1L1 2Z', stealth: 'M0 0L2 1L0 2L0.7 1Z' }[type] ?? 'M0 0L2 1L0 2Z';
    return [{ type: 'path', ...common, d, viewBox: [0, 0, 2, 2], fill: color }];
  });
}
