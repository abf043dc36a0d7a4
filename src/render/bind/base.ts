import type { Shadow as TemplateShadow, TemplateElement } from '../../../generated/template.ts';
import type { SceneElement } from '../scene/elements.ts';
import type { Shadow } from '../scene/paint.ts';
import type { BindContext } from './context.ts';
import { numberRanges, type NumberKey } from './number-ranges.ts';
import { bindSizing, isLength } from './sizing.ts';
import type { VariableValues } from './variable-values.ts';

/** Binds the fields that every element type has. */
export function bindBase(element: TemplateElement, context: BindContext) {
  const { px, variables } = context;
  const sizing = bindSizing(element, context);
  if (sizing !== null) context.markUnplaced();
  const { x = 0, y = 0, width = 0, height = 0 } = element;
  const { id, rotation = 0, opacity = 1, blendMode = 'normal', blur = 0, shadow } = element;
  const number = (key: NumberKey, value: number | string) => variables.number(value, numberRanges[key]);
  return {
    id: id + context.idSuffix,
    x: px(number('x', x)),
    y: px(number('y', y)),
    width: isLength(width) ? px(number('width', width)) : 0,
    height: isLength(height) ? px(number('height', height)) : 0,
    rotation: number('rotation', rotation),
    opacity: number('opacity', opacity),
    ...(element.flipX === true ? { flipX: true as const } : {}),
    ...(element.flipY === true ? { flipY: true as const } : {}),
    ...(element.skewX === undefined || element.skewX === 0 ? {} : { skewX: element.skewX }),
    ...(element.skewY === undefined || element.skewY === 0 ? {} : { skewY: element.skewY }),
    blendMode,
    ...(element.overprint === undefined ? {} : { overprint: element.overprint }),
    blur: px(blur),
    shadow: shadow === undefined ? null : bindShadow(shadow, px, variables),
    ...(sizing === null ? {} : { sizing }),
    ...(context.isEntry ? { isEntry: true as const } : {}),
    ...(element.keepTogether === true ? { keepTogether: true as const } : {}),
    ...keepWithNext(element),
    ...(element.breakBefore === true ? { breakBefore: true as const } : {}),
  };
}

/** Headings stay with what follows them, unless they say otherwise. */
function keepWithNext(element: TemplateElement): { readonly keepWithNext?: boolean } {
  const isHeading = element.type === 'text' && element.role?.startsWith('h') === true;
  const keeps = element.keepWithNext ?? (isHeading ? true : undefined);
  return keeps === undefined ? {} : { keepWithNext: keeps };
}

export type ElementBase = ReturnType<typeof bindBase>;

/** One shadow without `spread` and `inset` stays one; anything else becomes a list. */
export function bindShadow(
  shadow: NonNullable<TemplateElement['shadow']>,
  px: BindContext['px'],
  variables: VariableValues,
): Shadow | readonly Shadow[] | null {
  const bind = ({ x = 0, y = 0, blur = 0, color = '#000', spread, inset }: TemplateShadow): Shadow => ({
    x: px(x),
    y: px(y),
    blur: px(blur),
    color: variables.color(color),
    ...(spread === undefined ? {} : { spread: px(spread) }),
    ...(inset === true ? { inset } : {}),
  });
  if (Array.isArray(shadow)) return shadow.length === 0 ? null : shadow.map(bind);
  const bound = bind(shadow);
  return bound.spread === undefined && bound.inset === undefined ? bound : [bound];
}

/**
 * The box of a text or code without content, if a layout has a place for it: one that hugs along the
 * direction takes no room, any other keeps its length, so that columns stay where they are.
 */
export function emptyBox(base: ElementBase, { layout }: BindContext): SceneElement | null {
  const { sizing } = base;
  if (sizing?.isInLayout !== true) return null;
  if ((layout?.direction === 'column' ? sizing.height : sizing.width) === 'hug') return null;
  return {
    ...base,
    type: 'rect',
    opacity: 0,
    fill: null,
    stroke: null,
    cornerRadius: [0, 0, 0, 0],
  };
}
