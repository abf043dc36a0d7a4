import type { SceneElement, SceneText } from '../scene.ts';
import type { Drawing } from './drawing.ts';
import { fitPath, MITER_LIMIT } from './shapes.ts';

export interface Bounds {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Skia's blur reaches three standard deviations. */
export const BLUR_REACH = 3;

/**
 * Where an element's content may leave ink, in its own coordinates (its box at 0, 0), before shadow and blur; null where it
 * leaves none. Rather too large than too small: it decides how much of the page a layer has to cover.
 */
export function contentBounds(drawing: Drawing, element: SceneElement): Bounds | null {
  const box = { left: 0, top: 0, right: element.width, bottom: element.height };
  switch (element.type) {
    case 'rect':
    case 'ellipse':
      return grow(box, (element.stroke?.width ?? 0) / 2);
    case 'line':
      // A square cap sticks out by half the width, along the line and across it.
      return grow(box, element.stroke?.width ?? 0);
    case 'path': {
      const path = fitPath(element);
      if (path === null) return null;
      const [left, top, right, bottom] = path.getBounds();
      return grow({ left, top, right, bottom }, ((element.stroke?.width ?? 0) / 2) * MITER_LIMIT);
    }
    case 'image':
    case 'qrcode':
    case 'barcode':
      return box;
    case 'text':
      return textBounds(drawing, element, box);
    case 'group': {
      const inside = element.elements.reduce<Bounds | null>(
        (all, child) => unite(all, outerBounds(drawing, child)),
        null,
      );
      return element.clip === 'none' || inside === null ? inside : intersect(inside, box);
    }
  }
}

/** Where an element's content and its shadow may leave ink, in its own coordinates; null where they leave none. */
export function shadowedBounds(drawing: Drawing, element: SceneElement): Bounds | null {
  const content = contentBounds(drawing, element);
  const { shadow } = element;
  if (content === null || shadow === null) return content;
  return unite(content, move(grow(content, (shadow.blur / 2) * BLUR_REACH), shadow));
}

/** Where an element may leave ink with its shadow and blur, in the coordinates of what it stands in. */
function outerBounds(drawing: Drawing, element: SceneElement): Bounds | null {
  const shadowed = shadowedBounds(drawing, element);
  if (shadowed === null) return null;
  const { rotation, x, y, width, height } = element;
  const blur = element.type === 'image' ? element.blur + element.filters.blur : element.blur;
  const own = grow(shadowed, blur * BLUR_REACH);
  const angle = (rotation * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const [cx, cy] = [width / 2, height / 2];
  return transformBounds(own, {
    a: cos,
    b: sin,
    c: -sin,
    d: cos,
    e: x + cx - cos * cx + sin * cy,
    f: y + cy - sin * cx - cos * cy,
  });
}

/** The upright rectangle around a transformed one. */
export function transformBounds({ left, top, right, bottom }: Bounds, { a, b, c, d, e, f }: Matrix): Bounds {
  const xs = [a * left + c * top, a * right + c * top, a * left + c * bottom, a * right + c * bottom];
  const ys = [b * left + d * top, b * right + d * top, b * left + d * bottom, b * right + d * bottom];
  return {
    left: Math.min(...xs) + e,
    top: Math.min(...ys) + f,
    right: Math.max(...xs) + e,
    bottom: Math.max(...ys) + f,
  };
}

export function grow({ left, top, right, bottom }: Bounds, by: number): Bounds {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** What two rectangles share, or null where they are apart. */
export function intersect(one: Bounds, other: Bounds): Bounds | null {
  const shared = {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
  return shared.left < shared.right && shared.top < shared.bottom ? shared : null;
}

function move({ left, top, right, bottom }: Bounds, by: { readonly x: number; readonly y: number }): Bounds {
  return { left: left + by.x, top: top + by.y, right: right + by.x, bottom: bottom + by.y };
}

function unite(one: Bounds | null, other: Bounds | null): Bounds | null {
  if (one === null || other === null) return one ?? other;
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}

/** Glyphs may reach beyond their advance and the font's ascent; by more than their size they hardly do. */
function textBounds(drawing: Drawing, element: SceneText, box: Bounds): Bounds | null {
  const layout = drawing.texts.get(element);
  if (layout === undefined) return null;
  if (layout.clip) return box;
  const margin = (layout.stroke?.width ?? 0) + (layout.highlight?.padding ?? 0);
  return layout.lines.reduce<Bounds | null>((all, line) => {
    const size = Math.max(0, ...line.runs.map((run) => run.fontSize));
    const ink = {
      left: line.x,
      right: line.x + line.width,
      top: Math.min(line.top, line.baseline - line.ascent),
      bottom: Math.max(line.top + line.height, line.baseline + line.descent),
    };
    return unite(all, grow(ink, size + margin));
  }, null);
}
