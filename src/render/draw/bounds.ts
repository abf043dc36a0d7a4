import type { SceneElement, SceneGroup } from '../scene/elements.ts';
import type { SceneImage } from '../scene/image.ts';
import type { Shadow } from '../scene/paint.ts';
import type { SceneText } from '../scene/text.ts';
import type { TextLayout } from '../text/text-layout.ts';
import { BLUR_REACH, grow, intersect, move, transformBounds, elementTransform, unite } from '../geometry.ts';
import type { Bounds } from '../geometry.ts';
import { toBackground } from './group-background.ts';
import { fitPath } from './shapes.ts';
import { listShadows } from './shadow-list.ts';
import { outerStroke, strokeReach } from './strokes.ts';

type TextLayouts = ReadonlyMap<SceneText, TextLayout>;

/**
 * The area that an element's content may paint, without shadow and blur, in its own coordinates (its box at
 * 0, 0). Null if it paints nothing. It may be too large, but never too small: it decides how large a layer
 * is.
 */
export function contentBounds(texts: TextLayouts, element: SceneElement): Bounds | null {
  const known = cache.get(texts) ?? new Map<SceneElement, Bounds | null>();
  cache.set(texts, known);
  let bounds = known.get(element);
  if (bounds === undefined) known.set(element, (bounds = measureContent(texts, element)));
  return bounds;
}

/** The bounds of one render. Without it, each of the groups inside each other would measure all in it. */
const cache = new WeakMap<TextLayouts, Map<SceneElement, Bounds | null>>();

function measureContent(texts: TextLayouts, element: SceneElement): Bounds | null {
  const box = { left: 0, top: 0, right: element.width, bottom: element.height };
  switch (element.type) {
    case 'rect':
    case 'ellipse':
      return grow(box, outerStroke(element.stroke));
    case 'line':
      // A square cap extends by half the width, along the line and across it.
      return grow(box, element.stroke?.width ?? 0);
    case 'path': {
      const path = fitPath(element);
      if (path === null) return null;
      const [left, top, right, bottom] = path.getBounds();
      return grow({ left, top, right, bottom }, strokeReach(element.stroke));
    }
    case 'image':
      return withinMask(box, element, box);
    case 'qrcode':
    case 'barcode':
    case 'chart':
      return box;
    case 'text':
      return textBounds(texts, element, box);
    case 'group': {
      const inside = element.elements.reduce<Bounds | null>(
        (all, child) => unite(all, outerBounds(texts, child)),
        null,
      );
      const content = element.backdropBlur === undefined ? inside : unite(inside, box);
      const shown = element.clip === 'none' || content === null ? content : intersect(content, box);
      const background = toBackground(element);
      const whole = background === null ? shown : unite(shown, outerBounds(texts, background));
      return withinMask(whole, element, box);
    }
  }
}

/** What a mask shows of an area. */
function withinMask(area: Bounds | null, element: SceneImage | SceneGroup, box: Bounds): Bounds | null {
  const { mask, width, height } = element;
  if (mask === undefined || area === null) return area;
  if (mask.type === 'picture') return intersect(area, box);
  const path = fitPath({ ...mask, width, height });
  if (path === null) return null;
  const [left, top, right, bottom] = path.getBounds();
  return intersect(area, { left, top, right, bottom });
}

/** As `contentBounds`, with the shadow. */
export function shadowedBounds(texts: TextLayouts, element: SceneElement): Bounds | null {
  const content = contentBounds(texts, element);
  if (content === null || element.shadow === null) return content;
  return listShadows(element).reduce<Bounds | null>(
    (all, shadow) => unite(all, shadow.inset === true ? null : boundsOfShadow(content, shadow)),
    content,
  );
}

function boundsOfShadow(content: Bounds, shadow: Shadow): Bounds {
  return move(grow(content, Math.max(0, shadow.spread ?? 0) + (shadow.blur / 2) * BLUR_REACH), shadow);
}

/**
 * As `contentBounds`, with shadow and blur, in the coordinates of the page or group that contains the
 * element.
 */
export function outerBounds(texts: TextLayouts, element: SceneElement): Bounds | null {
  const shadowed = shadowedBounds(texts, element);
  if (shadowed === null) return null;
  const blur = element.type === 'image' ? element.blur + element.filters.blur : element.blur;
  const own = grow(shadowed, blur * BLUR_REACH);
  return transformBounds(own, elementTransform(element));
}

/** Glyphs may extend beyond their advance and the font's ascent, but hardly by more than the font size. */
function textBounds(texts: TextLayouts, element: SceneText, box: Bounds): Bounds | null {
  const layout = texts.get(element);
  if (layout === undefined) return null;
  if (layout.clip) return box;
  const all = [...layout.lines, ...(layout.rubies ?? [])].reduce<Bounds | null>((bounds, line) => {
    const size = Math.max(0, ...line.runs.map((run) => run.fontSize));
    const stroke = Math.max(layout.stroke?.width ?? 0, ...line.runs.map((run) => run.stroke?.width ?? 0));
    const paddings = line.runs.map(({ highlight }) => highlight?.padding ?? 0);
    const margin = stroke / 2 + Math.max(layout.highlight?.padding ?? 0, ...paddings);
    const [first, last] = [line.runs[0], line.runs.at(-1)];
    // Marks of lists stand beside the line.
    const ink = line.bounds ?? {
      left: Math.min(line.x, first?.x ?? line.x),
      right: Math.max(line.x + line.width, last === undefined ? 0 : last.x + last.width),
      top: Math.min(line.top, line.baseline - line.ascent),
      bottom: Math.max(line.top + line.height, line.baseline + line.descent),
    };
    return unite(bounds, grow(ink, size + margin));
  }, null);
  return layout.turn === undefined || all === null ? all : transformBounds(all, layout.turn);
}
