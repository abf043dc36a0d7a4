import type { TemplateElement, GroupElement } from '../../../generated/template.ts';
import { invert, elementTransform, multiply } from '../../render/geometry.ts';
import { rounded, around, type DesignBox } from '../boxes.ts';
import type { Clip, PathClip } from './clips.ts';
import { type Effects, isPlain } from './effects.ts';
import { areaOfPath, movedPath, pathSteps } from './outlines.ts';
import type { Scope } from './scope.ts';
import { splitTransform, place } from './transforms.ts';

/** Converts what a clip cuts: a group that clips, where the clip cuts anything. */
export async function clipped(
  scope: Scope,
  clip: Clip,
  effects: Effects,
  content: (scope: Scope) => Promise<TemplateElement[]>,
): Promise<TemplateElement[]> {
  const parts = splitTransform(clip.matrix);
  if (parts === null || clip.area.width <= 0 || clip.area.height <= 0) return [];
  const box = place(clip.area, clip.matrix, parts);
  const toBox = invert(elementTransform({ rotation: 0, ...box }));
  if (toBox === null) return [];
  const inGroup = await content({ ...scope, matrix: multiply(toBox, scope.matrix) });
  if (inGroup.length === 0) return [];
  const isUpright = box.rotation === undefined && box.skewX === undefined;
  const isMirrored = box.flipX === true || box.flipY === true;
  if (clip.kind === 'box' && clip.radius === 0 && isUpright && !isMirrored && fitsIn(inGroup, box)) {
    const back = inGroup.map((element) => shifted(element, box.x, box.y));
    return withEffects(scope, back, effects, true);
  }
  const radius = rounded(clip.radius * Math.min(parts.scaleX, parts.scaleY));
  return [
    {
      type: 'group',
      id: scope.design.builder.names.idFor(scope.name, 'group'),
      ...box,
      clip: clip.kind,
      ...(radius > 0 && { cornerRadius: radius }),
      ...effects,
      elements: inGroup,
    },
  ];
}

/** What a path cuts: a group with a mask, as large as the path. */
export function masked(
  scope: Scope,
  { d, rule }: PathClip,
  effects: Effects,
  content: readonly TemplateElement[],
): TemplateElement[] {
  const area = areaOfPath(d);
  if (content.length === 0 || !(area.width > 0 && area.height > 0)) return [];
  const [x, y] = [rounded(area.x), rounded(area.y)];
  const group: GroupElement = {
    type: 'group',
    id: scope.design.builder.names.idFor(scope.name, 'group'),
    x,
    y,
    width: rounded(area.width),
    height: rounded(area.height),
    mask: { d: movedPath(d, x, y, pathSteps), ...(rule === 'evenodd' && { fillRule: rule }) },
    ...effects,
    elements: content.map((element) => shifted(element, -x, -y)),
  };
  return [group];
}

/** Whether elements lie inside of a box at 0, 0, so that it cuts nothing. */
function fitsIn(
  elements: readonly TemplateElement[],
  { width, height }: { readonly width: number; readonly height: number },
): boolean {
  const tolerance = 0.001 * Math.max(width, height);
  return elements.every((element) => {
    const stroke = Number(('stroke' in element ? element.stroke?.width : 0) ?? 0);
    const isText = element.type === 'text';
    const hasShadow = element.shadow !== undefined || element.blur !== undefined || 'skewX' in element;
    const { x, y, width: across, height: down } = around([element as Partial<DesignBox>]);
    const by = stroke * 1.5 + (isText ? 0.3 * down : 0) - tolerance;
    return !hasShadow && x >= by && y >= by && x + across <= width - by && y + down <= height - by;
  });
}

function shifted(element: TemplateElement, x: number, y: number): TemplateElement {
  return { ...element, x: rounded(Number(element.x ?? 0) + x), y: rounded(Number(element.y ?? 0) + y) };
}

/** Gives effects to what an element became: to its only element, or to a group. */
export function withEffects(
  scope: Scope,
  elements: readonly TemplateElement[],
  effects: Effects,
  isGroupOfDesign: boolean,
): TemplateElement[] {
  const [only] = elements;
  if (only === undefined) return [];
  if (elements.length === 1) return isPlain(effects) ? [only] : merged(scope, only, effects);
  if (isPlain(effects) && !isGroupOfDesign) return [...elements];
  return [grouped(scope, elements, effects)];
}

/** An element that has one of the effects itself goes into a group. */
function merged(scope: Scope, element: TemplateElement, effects: Effects): TemplateElement[] {
  const has = (name: keyof Effects): boolean => element[name] !== undefined;
  const shared = (['shadow', 'blur', 'blendMode', 'visible'] as const).some(
    (name) => effects[name] !== undefined && has(name),
  );
  // A filter comes before the opacity.
  const isLater = has('opacity') && (effects.shadow !== undefined || effects.blur !== undefined);
  if (shared || isLater || typeof element.opacity === 'string') return [grouped(scope, [element], effects)];
  const opacity = Number(effects.opacity ?? 1) * Number(element.opacity ?? 1);
  return [{ ...element, ...effects, ...(opacity < 1 && { opacity: Math.round(opacity * 1e4) / 1e4 }) }];
}

function grouped(scope: Scope, children: readonly TemplateElement[], effects: Effects): TemplateElement {
  const box = around(children as readonly Partial<DesignBox>[]);
  const { x, y, width, height } = box;
  const elements = children.map((child) => shifted(child, -x, -y));
  const id = scope.design.builder.names.idFor(scope.name, 'group');
  return { type: 'group', id, x, y, width, height, ...effects, elements };
}
