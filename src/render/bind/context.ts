import type { Layout, Shadow as TemplateShadow, TemplateElement } from '../../../generated/template.ts';
import type { SceneElement, Shadow } from '../scene.ts';
import { bindSizing, isLength } from './sizing.ts';
import type { SourceList } from './sources.ts';
import type { TextLimit } from './text-limit.ts';
import type { NumberRange, VariableValues } from './variable-values.ts';

/** The parts of the document and the request that every element needs. */
export interface BindContext {
  /** Converts a length from the template's unit to CSS pixels. */
  readonly px: (length: number) => number;
  readonly variables: VariableValues;
  readonly sources: SourceList;
  readonly textLimit: TextLimit;
  /** The document's language, for texts that name none. */
  readonly language: string | null;
  /** The layout of the group or page around the element. */
  readonly layout: Layout | undefined;
  /** Reports that the scene has to be placed. */
  readonly markUnplaced: () => void;
  /** Binds the elements of a group with its layout. */
  readonly bindAll: (elements: readonly TemplateElement[], layout?: Layout) => SceneElement[];
}

/** What the keys that may be bound accept, as the schema has it, and what they are without a value. */
export const numberRanges = {
  x: { key: 'x', fallback: 0 },
  y: { key: 'y', fallback: 0 },
  width: { key: 'width', min: 0, fallback: 0 },
  height: { key: 'height', min: 0, fallback: 0 },
  rotation: { key: 'rotation', fallback: 0 },
  opacity: { key: 'opacity', min: 0, max: 1, fallback: 1 },
  fontSize: { key: 'fontSize', above: 0, fallback: 16 },
} as const satisfies Record<string, NumberRange>;

export type NumberKey = keyof typeof numberRanges;

/** Binds the fields that every element type has. */
export function bindBase(element: TemplateElement, context: BindContext) {
  const { px, variables } = context;
  const sizing = bindSizing(element, context);
  if (sizing !== null) context.markUnplaced();
  const { x = 0, y = 0, width = 0, height = 0 } = element;
  const { id, rotation = 0, opacity = 1, blendMode = 'normal', blur = 0, shadow } = element;
  const number = (key: NumberKey, value: number) => variables.number(value, numberRanges[key]);
  return {
    id,
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
    blur: px(blur),
    shadow: shadow === undefined ? null : bindShadow(shadow, px, variables),
    ...(sizing === null ? {} : { sizing }),
  };
}

export type ElementBase = ReturnType<typeof bindBase>;

/** One shadow without `spread` and `inset` stays one; anything else becomes a list. */
export function bindShadow(
  shadow: NonNullable<TemplateElement['shadow']>,
  px: BindContext['px'],
  variables: VariableValues,
): Shadow | readonly Shadow[] | null {
  const bind = ({ x = 0, y = 0, blur = 0, color = '#000', spread, inset }: TemplateShadow): Shadow => ({
    ...{ x: px(x), y: px(y), blur: px(blur), color: variables.color(color) },
    ...(spread === undefined ? {} : { spread: px(spread) }),
    ...(inset === true ? { inset } : {}),
  });
  if (Array.isArray(shadow)) return shadow.length === 0 ? null : shadow.map(bind);
  const bound = bind(shadow);
  return bound.spread === undefined && bound.inset === undefined ? bound : [bound];
}
