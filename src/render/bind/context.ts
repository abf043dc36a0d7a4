import type { TemplateElement } from '../../../generated/template.ts';
import type { SceneElement, Shadow } from '../scene.ts';
import type { SourceList } from './sources.ts';
import type { TextAllowance } from './text-allowance.ts';
import type { ValueReader } from './value-reader.ts';

/** What binding one element needs to know of the document and the request. */
export interface BindContext {
  /** A length in the template's unit as CSS pixels. */
  readonly px: (length: number) => number;
  readonly reader: ValueReader;
  readonly sources: SourceList;
  readonly allowance: TextAllowance;
  /** Of texts that name none: the document's, if it names one. */
  readonly language: string | null;
  readonly bindAll: (elements: readonly TemplateElement[]) => SceneElement[];
}

/** What every element has, whatever its type. */
export function bindBase(element: TemplateElement, { px, reader }: BindContext) {
  const { id, rotation = 0, opacity = 1, blendMode = 'normal', blur = 0, shadow } = element;
  return {
    id,
    x: px(element.x),
    y: px(element.y),
    width: px(element.width),
    height: px(element.height),
    rotation,
    opacity,
    blendMode,
    blur: px(blur),
    shadow: shadow === undefined ? null : bindShadow(shadow, px, reader),
  };
}

/** The part of a scene's element that does not depend on its type. */
export type BoundBase = ReturnType<typeof bindBase>;

function bindShadow(
  shadow: NonNullable<TemplateElement['shadow']>,
  px: BindContext['px'],
  reader: ValueReader,
): Shadow {
  const { x = 0, y = 0, blur = 0, color = '#000' } = shadow;
  return { x: px(x), y: px(y), blur: px(blur), color: reader.color(color) };
}
