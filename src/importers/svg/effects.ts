import type { Shadow, TemplateElement } from '../../../generated/template.ts';
import { findBlendMode } from '../blend-modes.ts';
import { rounded } from '../boxes.ts';
import { readCssColor } from '../css-paint.ts';
import { readNumberList, readShare } from './lengths.ts';
import { referred, type SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import type { Style } from './styles.ts';
import { meanScale, pointAt } from './transforms.ts';

/** What an element has beside its shape. */
export type Effects = Pick<TemplateElement, 'opacity' | 'visible' | 'blendMode' | 'blur' | 'shadow'>;

/** The effects of a style; null if it has a filter that the template does not have. */
export function readEffects(scope: Scope, style: Style): Effects | null {
  const opacity = readShare(style.get('opacity'), 1);
  const blendMode = findBlendMode(style.get('mix-blend-mode'));
  const filter = readFilter(scope, style);
  if (filter === null) return null;
  return {
    ...(opacity < 1 && { opacity: Math.round(opacity * 1e4) / 1e4 }),
    ...(style.get('display') === 'none' && { visible: false }),
    ...(blendMode !== undefined && { blendMode }),
    ...filter,
  };
}

/** Whether an element with these effects looks as without. */
export function isPlain(effects: Effects): boolean {
  return Object.keys(effects).length === 0;
}

function readFilter(scope: Scope, style: Style): Pick<Effects, 'blur' | 'shadow'> | null {
  const value = (style.get('filter') ?? 'none').trim();
  if (value === 'none' || value === '') return {};
  const scale = meanScale(scope.matrix);
  const blur = /^blur\(\s*([\d.]+)(?:px)?\s*\)$/u.exec(value)?.[1];
  if (blur !== undefined) return { blur: rounded(Number(blur) * scale) };
  if (!value.startsWith('url(')) return null;
  const filter = referred(scope.design.document, value);
  // An element whose filter does not exist is drawn without it.
  if (filter?.name !== 'filter') return {};
  const primitives = filter.children.filter(({ name }) => name.startsWith('fe'));
  if (primitives.length === 0 || filter.attributes.get('primitiveUnits') === 'objectBoundingBox') return null;
  const [only] = primitives;
  if (primitives.length === 1 && only?.name === 'feGaussianBlur') {
    const deviation = getDeviation(only);
    return deviation === null ? null : { blur: rounded(deviation * scale) };
  }
  if (primitives.length === 1 && only?.name === 'feDropShadow') return dropShadow(scope, only, scale);
  const layerBlur = getLayerBlur(primitives);
  if (layerBlur !== null) return { blur: rounded(layerBlur * scale) };
  return layeredShadows(scope, primitives, scale);
}

/** The deviation of a blur of the element, as Figma writes it: it is put onto an empty flood before. */
function getLayerBlur(primitives: readonly SvgNode[]): number | null {
  const [flood, blend, blur] = primitives;
  const isSo = primitives.map(({ name }) => name).join(' ') === 'feFlood feBlend feGaussianBlur';
  if (!isSo || blur === undefined) return null;
  const of = (node: SvgNode | undefined, name: string) => node?.attributes.get(name);
  const isEmpty = of(flood, 'flood-opacity') === '0' && of(blend, 'in2') === of(flood, 'result');
  const isSource = of(blend, 'in') === 'SourceGraphic' && (of(blend, 'mode') ?? 'normal') === 'normal';
  const input = of(blur, 'in') ?? of(blend, 'result');
  return isEmpty && isSource && input === of(blend, 'result') ? getDeviation(blur) : null;
}

/** A blur of what lies behind, as Figma writes it: browsers draw nothing of it. */
function isBackdrop(primitives: readonly SvgNode[]): boolean {
  return primitives.some(({ attributes }) => attributes.get('result')?.includes('backgroundBlur') === true);
}

function getDeviation(blur: SvgNode): number | null {
  const [x = 0, y = x] = readNumberList(blur.attributes.get('stdDeviation'));
  return Math.abs(x - y) < 1e-6 && x >= 0 ? x : null;
}

function dropShadow(scope: Scope, node: SvgNode, scale: number): Pick<Effects, 'shadow'> | null {
  const deviation = getDeviation(node);
  const style = scope.design.styles.of(node, new Map());
  const opacity = readShare(style.get('flood-opacity'), 1);
  const color = readCssColor(style.get('flood-color') ?? 'black', opacity);
  if (deviation === null || color === null) return null;
  const number = (name: string): number => Number(node.attributes.get(name) ?? 2) || 0;
  return {
    shadow: getShadow(scope, { x: number('dx'), y: number('dy'), blur: deviation * scale * 2, color }),
  };
}

function getShadow(
  scope: Scope,
  { x, y, blur, color }: { x: number; y: number; blur: number; color: string },
): Shadow {
  const by = pointAt({ ...scope.matrix, e: 0, f: 0 }, x, y);
  return { x: rounded(by.x), y: rounded(by.y), blur: rounded(blur), color };
}

/**
 * The shadow of a filter as Figma writes it: a matrix takes the alpha of the element, an offset and a blur
 * follow, a second matrix has the colour, and a blend puts it on what is below. One of them, without a
 * spread, is a shadow of the template.
 */
function layeredShadows(
  scope: Scope,
  primitives: readonly SvgNode[],
  scale: number,
): Pick<Effects, 'shadow'> | null {
  const names = primitives.map(({ name }) => name.slice(2)).join(' ');
  const known = /^Flood (?:Color)?Matrix|^Flood ColorMatrix/u.test(names);
  if (names === 'Flood GaussianBlur Composite Blend' && isBackdrop(primitives)) {
    scope.lose('filter', 'What lies behind is not blurred.');
    return {};
  }
  if (!known || /Image|Turbulence|Lighting|Displacement|Component/u.test(names)) return null;
  const count = (name: string): number => primitives.filter((each) => each.name === name).length;
  if (count('feOffset') !== 1 || count('feGaussianBlur') > 1 || count('feColorMatrix') !== 2) return null;
  const offset = primitives.find(({ name }) => name === 'feOffset');
  const blur = primitives.find(({ name }) => name === 'feGaussianBlur');
  const colors = primitives.filter(({ name }) => name === 'feColorMatrix')[1];
  const composite = primitives.find(({ name }) => name === 'feComposite');
  if (offset === undefined || colors === undefined) return null;
  // Shadows inside of the shape end with other blends.
  if (composite?.attributes.get('operator') === 'arithmetic') return null;
  const last = primitives.at(-1);
  if (last?.name !== 'feBlend' || last.attributes.get('in') !== 'SourceGraphic') return null;
  if (names.includes('Morphology')) scope.lose('filter', 'The shadow does not spread.');
  const values = readNumberList(colors.attributes.get('values'));
  if (values.length !== 20) return null;
  const [red = 0, green = 0, blue = 0, alpha = 0] = [values[4], values[9], values[14], values[18]];
  const deviation = blur === undefined ? 0 : getDeviation(blur);
  if (deviation === null) return null;
  const hex = [red, green, blue, alpha].map((channel) =>
    Math.min(255, Math.max(0, Math.round(channel * 255)))
      .toString(16)
      .padStart(2, '0'),
  );
  return {
    shadow: getShadow(scope, {
      x: Number(offset.attributes.get('dx') ?? 0) || 0,
      y: Number(offset.attributes.get('dy') ?? 0) || 0,
      blur: deviation * scale * 2,
      color: `#${hex.join('')}`,
    }),
  };
}
