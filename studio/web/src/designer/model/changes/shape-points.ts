/** Changes of the points of an outline: of a path, or of the mask of an element. */
import { applyToPoint } from 'transformation-matrix';
import { keepBound } from '../bound-numbers.ts';
import { edit, type Design, type EditOptions } from '../design.ts';
import { findElement } from '../elements.ts';
import { boundsOfPath, readNodes, writeNodes, type SubPath } from '../path-nodes.ts';
import { roundLength, toParent, type Box } from '../placement.ts';
import type { TemplateElement } from '../template.ts';

/** The outline of an element, and the area of its data that lies over the box. */
export interface ElementOutline {
  readonly paths: readonly SubPath[];
  readonly area: Box;
}

/** The outline whose points can be moved; null: there is none. */
export function findOutline(element: TemplateElement): ElementOutline | null {
  const { width, height } = element;
  const outline = element.type === 'path' ? element : maskOf(element);
  if (outline?.d === undefined || !(width > 0) || !(height > 0)) return null;
  const [x = 0, y = 0, wide = width, high = height] = outline.viewBox ?? [];
  const paths = readNodes(outline.d);
  return paths === null || !(wide > 0) || !(high > 0)
    ? null
    : { paths, area: { x, y, width: wide, height: high } };
}

function maskOf(element: TemplateElement): { d?: string; viewBox?: number[] } | undefined {
  return element.type === 'image' || element.type === 'group' ? element.mask : undefined;
}

/** A side that a line does not have, as a share of the other one. */
const thin = 1e-3;

/** Gives an outline other points. The box of a path becomes that around it; a mask stays in its box. */
export function setPoints(
  design: Design,
  id: string,
  paths: readonly SubPath[],
  options: EditOptions & { readonly keepsBox?: boolean } = {},
): Design {
  const { keepsBox = false, ...editOptions } = options;
  return edit(
    design,
    keepBound(design, ({ document }) => {
      const element = findElement(document, id)?.element;
      if (element === undefined) return;
      const d = writeNodes(paths);
      const outline = findOutline(element);
      if (outline === null) return;
      const { area } = outline;
      if (element.type !== 'path' || keepsBox) {
        const owner = element.type === 'path' ? element : maskOf(element)!;
        owner.d = d;
        owner.viewBox = [area.x, area.y, area.width, area.height];
        return;
      }
      const bounds = boundsOfPath(d);
      const least = Math.max(bounds.width, bounds.height) * thin || thin;
      const [width, height] = [Math.max(bounds.width, least), Math.max(bounds.height, least)];
      const scale = { x: element.width / area.width, y: element.height / area.height };
      const centre = applyToPoint(toParent(element), {
        x: (bounds.x + width / 2 - area.x) * scale.x,
        y: (bounds.y + height / 2 - area.y) * scale.y,
      });
      element.d = d;
      element.viewBox = [bounds.x, bounds.y, width, height].map(roundLength);
      element.width = roundLength(width * scale.x);
      element.height = roundLength(height * scale.y);
      element.x = roundLength(centre.x - (width * scale.x) / 2);
      element.y = roundLength(centre.y - (height * scale.y) / 2);
    }),
    editOptions,
  );
}
