import type { TemplateElement } from '../../../generated/template.ts';
import { multiply } from '../../render/geometry.ts';
import { readClip } from './clips.ts';
import { readEffects } from './effects.ts';
import { convertFlow } from './flow-texts.ts';
import { withEffects, masked, clipped } from './group-elements.ts';
import { convertImage } from './images.ts';
import { loseUnknown } from './known-elements.ts';
import { readName } from './names.ts';
import { readGeometry, readOutline } from './outlines.ts';
import { readViewBox, viewBoxMatrix } from './page.ts';
import { readPaint } from './paints.ts';
import { convertPattern } from './patterns.ts';
import { convertToPicture } from './picture.ts';
import { referred, type SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import { convertShape } from './shapes.ts';
import type { Style } from './styles.ts';
import { convertText } from './texts.ts';
import { placeTransform } from './transform-origin.ts';
import { moved, splitTransform, readTransformList } from './transforms.ts';

/** Deeper elements are not converted. */
const maxDepth = 100;

/** Converts the children of an element, those at the back first. */
export async function convertChildren(scope: Scope, node: SvgNode): Promise<TemplateElement[]> {
  const elements: TemplateElement[] = [];
  const children = node.name === 'switch' ? chooseChild(node) : node.children;
  for (const child of children) {
    scope.design.visits -= 1;
    if (scope.design.visits < 0) {
      scope.design.builder.lose('', 'elements', 'The design repeats too many elements.');
      break;
    }
    elements.push(...(await convertElement(scope, child)));
  }
  return elements;
}

/** Converts an element that stands in the scope of its parent. */
async function convertElement(parent: Scope, node: SvgNode): Promise<TemplateElement[]> {
  const { builder, styles, names } = parent.design;
  const name = names.get(node) ?? readName(node);
  const lose = (property: string, reason: string) => builder.lose(name, property, reason);
  const outer: Scope = { ...parent, name, lose, depth: parent.depth + 1 };
  if (!loseUnknown(outer, node)) return [];
  if (outer.depth > maxDepth) {
    lose('elements', 'It lies too deep in groups.');
    return [];
  }
  const style = styles.of(node, parent.style);
  const transform = readTransformList(style.get('transform') ?? node.attributes.get('transform'));
  if (transform === null) lose('transform', 'It is no transform that can be read; the element is not moved.');
  const matrix = transform === null ? parent.matrix : placeTransform(outer, node, style, transform);
  const scope: Scope = { ...outer, matrix };
  if (splitTransform(matrix) === null) return [];

  const effects = readEffects(scope, style);
  if (effects === null) return await convertToPicture(scope, node, 'filter');
  const clip = readClip(scope, style);
  if (clip === 'other') return await convertToPicture(scope, node, style.has('mask') ? 'mask' : 'clip-path');
  const whyPicture = node.name === 'text' ? textBecomesPicture(scope, style) : null;
  if (whyPicture !== null) return await convertToPicture(scope, node, whyPicture);

  const content = async (inner: Scope): Promise<TemplateElement[]> =>
    await convertContent(inner, node, style);
  if (clip === 'none') return withEffects(scope, await content(scope), effects, isGroup(node));
  if (clip.kind === 'path') return masked(scope, clip, effects, await content(scope));
  return await clipped(scope, clip, effects, content);
}

async function convertContent(scope: Scope, node: SvgNode, style: Style): Promise<TemplateElement[]> {
  switch (node.name) {
    case 'g':
    case 'a':
    case 'switch':
      return await convertChildren({ ...scope, style }, node);
    case 'svg':
      return await convertNested(scope, node, style);
    case 'use':
      return await convertUse(scope, node, style);
    case 'text':
      return (style.get('visibility') ?? 'visible') === 'visible' ? convertText(scope, node, style) : [];
    case 'image':
      return await convertImage(scope, node, style);
    case 'flowRoot':
      return convertFlow(scope, node, style);
    default:
      return await convertOutline(scope, node, style);
  }
}

async function convertOutline(scope: Scope, node: SvgNode, style: Style): Promise<TemplateElement[]> {
  let outline: ReturnType<typeof readOutline>;
  try {
    outline = readOutline(node, scope.design.styles, style, scope.viewport);
  } catch {
    return await convertToPicture(scope, node, 'path data with an error', { isBare: true });
  }
  if (outline === null || !scope.design.builder.hasRoom(scope.name)) return [];
  const converted = convertShape(scope, outline, style);
  if ('elements' in converted) return converted.elements;
  const filled = await convertPattern(scope, outline, converted.fill, style);
  return filled ?? (await convertToPicture(scope, node, converted.picture, { isBare: true }));
}

async function convertUse(scope: Scope, node: SvgNode, style: Style): Promise<TemplateElement[]> {
  const target = referred(scope.design.document, node.attributes.get('href'));
  if (target === null) {
    scope.lose('href', 'It refers to no element of this file.');
    return [];
  }
  if (scope.used.includes(target) || scope.used.length > 20) {
    scope.lose('href', 'It refers to itself.');
    return [];
  }
  const numbers = readGeometry(node, scope.design.styles, style, scope.viewport);
  const matrix = moved(scope.matrix, numbers.get('x') ?? 0, numbers.get('y') ?? 0);
  const inner: Scope = { ...scope, matrix, style, used: [...scope.used, target] };
  if (target.name !== 'symbol' && target.name !== 'svg')
    return await convertChildren(inner, { ...node, name: 'g', children: [target], content: [target] });
  const given = new Map(target.attributes);
  for (const side of ['width', 'height']) if (numbers.has(side)) given.set(side, String(numbers.get(side)));
  return await convertNested(inner, { ...target, attributes: given }, style);
}

/** Converts a nested `svg` or a `symbol`: a viewport of its own, which cuts what is outside. */
async function convertNested(scope: Scope, node: SvgNode, style: Style): Promise<TemplateElement[]> {
  const own = scope.design.styles.of(node, style);
  const numbers = readGeometry(node, scope.design.styles, own, scope.viewport);
  const width = numbers.get('width') ?? scope.viewport.width;
  const height = numbers.get('height') ?? scope.viewport.height;
  if (width <= 0 || height <= 0) return [];
  const isSymbol = node.name === 'symbol';
  const matrix = moved(
    scope.matrix,
    isSymbol ? 0 : (numbers.get('x') ?? 0),
    isSymbol ? 0 : (numbers.get('y') ?? 0),
  );
  const box = readViewBox(node.attributes.get('viewBox'));
  const inside = viewBoxMatrix(node.attributes.get('preserveAspectRatio'), box, { width, height }, 1);
  const viewport = box === null ? { width, height } : { width: box.width, height: box.height };
  const content = async (inner: Scope): Promise<TemplateElement[]> =>
    await convertChildren({ ...inner, matrix: multiply(inner.matrix, inside), style: own, viewport }, node);
  const area = { x: 0, y: 0, width, height };
  if (own.get('overflow') === 'visible') return await content({ ...scope, matrix });
  return await clipped({ ...scope, matrix }, { kind: 'box', area, radius: 0, matrix }, {}, content);
}

/** What a text has that no text of the template can have; null if there is nothing. */
function textBecomesPicture(scope: Scope, style: Style): string | null {
  if (/^(?:tb|vertical)/u.test(style.get('writing-mode') ?? '')) return 'writing-mode';
  const box = 'M0 0H100V20H0Z';
  const found = (['fill', 'stroke'] as const).find(
    (property) => readPaint(scope, style, property, box).type === 'picture',
  );
  return found ?? null;
}

function isGroup({ name }: SvgNode): boolean {
  return ['g', 'a', 'use', 'svg', 'switch'].includes(name);
}

/** The first child whose conditions hold: no extensions are there. */
function chooseChild({ children }: SvgNode): readonly SvgNode[] {
  const chosen = children.find(
    ({ name, attributes }) =>
      !attributes.has('requiredExtensions') &&
      name !== 'foreignObject' &&
      /^(?:en\b|$)/u.test(attributes.get('systemLanguage') ?? ''),
  );
  return chosen === undefined ? [] : [chosen];
}
