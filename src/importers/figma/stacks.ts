/** What a node paints: the background of a group, one element, or a group of several. */
import type { FigmaNode } from '../../../generated/designs/figma.ts';
import type { GroupBackground, Shadow, TemplateElement, TextElement } from '../../../generated/template.ts';
import { rounded } from '../boxes.ts';
import type { TemplateBuilder } from '../builder.ts';
import { hasLayout } from './layouts.ts';
import { readEffects } from './paints.ts';
import type { NodePlace } from './places.ts';
import { readParts, type Part } from './shapes.ts';

/** What all elements have of their node. */
export type Common = Omit<TextElement, 'type' | 'text' | 'runs'>;

/** Only what has an outline has several shadows, inner ones, and a spread. */
export function shadowKey(
  shadows: readonly Shadow[],
  hasOutline: boolean,
  name: string,
  builder: TemplateBuilder,
): { shadow?: Shadow | Shadow[] } {
  const [first] = shadows;
  if (first === undefined) return {};
  const isPlain = shadows.length === 1 && first.inset === undefined && first.spread === undefined;
  if (hasOutline || isPlain) return { shadow: isPlain ? first : [...shadows] };
  builder.lose(name, 'effects', 'A group that does not clip has one shadow, outside and without spread.');
  const outer = shadows.find(({ inset }) => inset !== true);
  if (outer === undefined) return {};
  const { spread: _spread, ...shadow } = outer;
  return { shadow };
}

/** The paints of a frame: a fill and a stroke of the group, or elements behind its children. */
export async function readBackground(
  node: FigmaNode,
  place: NodePlace,
  name: string,
  builder: TemplateBuilder,
): Promise<{ background: GroupBackground | null; rest: TemplateElement[] }> {
  if (node.type === 'GROUP') return { background: null, rest: [] };
  const fills = node.fills ?? node.background;
  const parts = await readParts(
    { ...node, type: 'RECTANGLE', ...(fills && { fills }) },
    place,
    name,
    builder,
  );
  const [first, second, ...others] = parts;
  const isBox = (part: Part | undefined): boolean =>
    part?.type === 'rect' && part.x === undefined && part.blendMode === undefined;
  if (first === undefined) return { background: null, rest: [] };
  if (
    isBox(first) &&
    (second === undefined || (isBox(second) && 'stroke' in second && others.length === 0))
  ) {
    const { fill, stroke } = { ...first, ...second } as GroupBackground;
    return {
      background: { ...(fill !== undefined && { fill }), ...(stroke !== undefined && { stroke }) },
      rest: [],
    };
  }
  const rest = parts.map((part) => {
    const whole = part.x === undefined ? { pin: { left: 0, right: 0, top: 0, bottom: 0 } } : {};
    const out = hasLayout(node) ? { position: 'absolute' } : {};
    const element = {
      ...part,
      id: builder.names.idFor(`${name} fill`, part.type),
      ...whole,
      ...out,
    } as TemplateElement;
    if (element.type === 'image') builder.proposePicture(element, { name, from: name });
    return element;
  });
  return { background: null, rest };
}

/** Several parts of a node are a group. */
export function stack(
  parts: readonly Part[],
  common: Common,
  node: FigmaNode,
  name: string,
  builder: TemplateBuilder,
): TemplateElement | null {
  const { shadows, backdropBlur } = readEffects(node, name, builder);
  const [first, second] = parts;
  if (first === undefined) return null;
  const canJoin =
    second !== undefined &&
    parts.length === 2 &&
    first.type === second.type &&
    'stroke' in second &&
    !('stroke' in first) &&
    second.x === undefined;
  const only =
    parts.length === 1 && first.x === undefined
      ? first
      : canJoin && !('fill' in second)
        ? { ...first, ...second }
        : null;
  const hasOutline = only !== null && only.type !== 'line';
  const shadow = shadowKey(shadows, hasOutline, name, builder);
  const canBlur = only !== null && ['rect', 'ellipse', 'path'].includes(only.type);
  if (backdropBlur > 0 && !canBlur)
    builder.lose(name, 'BACKGROUND_BLUR', 'What is behind it is not blurred.');
  const blurs = backdropBlur > 0 && canBlur ? { backdropBlur } : {};
  if (only !== null) {
    const opacity = Number(only.opacity ?? 1) * Number(common.opacity ?? 1);
    const element = {
      ...only,
      ...common,
      ...shadow,
      ...blurs,
      ...(opacity < 1 && { opacity: rounded(opacity) }),
    } as TemplateElement;
    if (element.type === 'image') builder.proposePicture(element, { name, from: name });
    return element;
  }
  const elements = parts.map((part, index) => {
    const whole = part.x === undefined ? { pin: { left: 0, right: 0, top: 0, bottom: 0 } } : {};
    const element = {
      ...part,
      id: builder.names.idFor(`${name} ${index + 1}`, part.type),
      ...whole,
    } as TemplateElement;
    if (element.type === 'image') builder.proposePicture(element, { name, from: name });
    return element;
  });
  return { type: 'group', ...common, ...shadow, elements };
}
