import type { ImageElement, TemplateElement } from '../../../generated/template.ts';
import { shapeNames } from '../../render/vector/svg/shapes.ts';
import { multiply, type Matrix } from '../../render/geometry.ts';
import { sniffImageType } from '../../common/pictures/sniff.ts';
import { rounded } from '../boxes.ts';
import { areaOfPath, readGeometry, readOutline, transformPath } from './outlines.ts';
import { readNumberList } from './lengths.ts';
import { readText } from './names.ts';
import { referred, type SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import { initialStyle, type Style } from './styles.ts';
import { inheritedProperties } from './known-properties.ts';
import { meanScale, moved, readTransformList, type Area } from './transforms.ts';

/** The greatest number of elements in a picture of a part. */
const maxElements = 20_000;

/** Properties that an image element has as well. */
const effects = new Set(['opacity', 'filter', 'clip-path', 'mask', 'mix-blend-mode']);

/** Elements that are never part of a picture: they run code, embed documents, or say nothing to a viewer. */
const leftOut = new Set([
  'script',
  'foreignObject',
  'iframe',
  'audio',
  'video',
  'handler',
  'animate',
  'animateMotion',
  'style',
  'animateTransform',
  'set',
  'metadata',
  'title',
  'desc',
  'flowRoot',
  'view',
  'cursor',
  'font',
  'mpath',
]);

/**
 * Makes an SVG file of an element that the template cannot express, and the image element that shows it.
 *
 * @param scope with the element's transform in its matrix, and the style of its parent
 * @param options `isBare`: without the element's effects and clips, which the image element has
 */
export async function convertToPicture(
  scope: Scope,
  node: SvgNode,
  why: string,
  { isBare = false } = {},
): Promise<TemplateElement[]> {
  const { builder, page } = scope.design;
  if (!builder.hasRoom(scope.name)) return [];
  const style = scope.design.styles.of(node, scope.style);
  const found = boundsOf(scope, node, scope.style, scope.matrix);
  const onPage = intersect(found ?? { x: 0, y: 0, ...page }, page);
  if (onPage === null) return [];
  const area = atLeast(onPage, 1 / scope.design.pxPerUnit);
  const writer = new PictureWriter(scope, node, isBare);
  const body = await writer.write(node, scope.style);
  if (writer.isFull) {
    scope.lose('elements', 'The part has too many elements for a picture.');
    return [];
  }
  const { a, b, c, d, e, f } = scope.matrix;
  const px = (length: number): number => rounded(length * scope.design.pxPerUnit);
  const hasText = readText(node).trim() !== '';
  const around = [...scope.style]
    .filter(([name]) => inheritedProperties.has(name) && name !== 'xml:space')
    .filter(([name]) => hasText || !name.startsWith('font-'))
    .map(([name, value]) => `${name}:${plainValue(scope, name, value)}`);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${px(area.width)}" height="${px(area.height)}" ` +
    `viewBox="${area.x} ${area.y} ${area.width} ${area.height}">` +
    `<defs>${await writer.writeReferred()}</defs>` +
    `<g transform="matrix(${[a, b, c, d, e, f].join(' ')})" style="${escape(around.join(';'))}">` +
    `${body}</g></svg>`;
  const src = builder.pictureOf(Buffer.from(svg), scope.name, 'svg', scope.name);
  if (src === null) return [];
  scope.lose(why, 'It becomes a picture: the template has nothing like it.');
  const isHidden = !isBare && style.get('display') === 'none';
  const image: ImageElement = {
    type: 'image',
    id: builder.names.idFor(scope.name, 'picture'),
    ...area,
    src,
    fit: 'fill',
    ...(isHidden && { visible: false }),
  };
  return [image];
}

/** Writes elements with their computed styles, and what they refer to. */
class PictureWriter {
  readonly #scope: Scope;
  readonly #top: SvgNode;
  readonly #isBare: boolean;
  readonly #wanted = new Set<SvgNode>();
  readonly #written = new Set<SvgNode>();
  #elements = 0;

  constructor(scope: Scope, top: SvgNode, isBare: boolean) {
    this.#scope = scope;
    this.#top = top;
    this.#isBare = isBare;
  }

  get isFull(): boolean {
    return this.#elements > maxElements;
  }

  async write(node: SvgNode, around: Style): Promise<string> {
    const { design } = this.#scope;
    if (leftOut.has(node.name) || this.isFull) return '';
    this.#elements += 1;
    const style = design.styles.of(node, around);
    const attributes = [...node.attributes].flatMap(([name, value]) =>
      /^(?:on|style$|class$|xml|src$)/iu.test(name) || isNamedProperty(name) || this.#isElsewhere(node, name)
        ? []
        : [[name, value] as const],
    );
    const written = new Map(attributes);
    if (shapeNames.has(node.name) || ['image', 'use', 'svg'].includes(node.name))
      for (const [name, value] of readGeometry(node, design.styles, style, this.#scope.viewport))
        if (node.attributes.has(name) || design.styles.declared(node).has(name))
          written.set(name, String(value));
    await this.#replaceHref(node, written);
    const declared = [...design.styles.declared(node)].flatMap(([name, value]) => {
      if (['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'd', 'font-size'].includes(name))
        return [];
      if (name === 'font-family' && readText(node).trim() === '') return [];
      if (name === 'xml:space' || this.#isElsewhere(node, name)) return [];
      this.#want(value);
      return `${name}:${plainValue(this.#scope, name, value)}`;
    });
    if (design.styles.declared(node).has('font-size'))
      declared.push(`font-size:${style.get('font-size') ?? 16}px`);
    if (declared.length > 0) written.set('style', declared.join(';'));
    if (style.get('xml:space') === 'preserve' && node.name === 'text') written.set('xml:space', 'preserve');
    const inner: string[] = [];
    for (const part of node.content)
      inner.push(typeof part === 'string' ? escape(part) : await this.write(part, style));
    const list = [...written].map(([name, value]) => ` ${name}="${escape(value)}"`).join('');
    return `<${node.name}${list}>${inner.join('')}</${node.name}>`;
  }

  /** What has been referred to, and what that refers to. */
  async writeReferred(): Promise<string> {
    const parts: string[] = [];
    for (;;) {
      const next = [...this.#wanted].find((node) => !this.#written.has(node));
      if (next === undefined || this.isFull) return parts.join('');
      this.#written.add(next);
      parts.push(await this.write(next, initialStyle));
    }
  }

  /** Whether the matrix around the picture, or the image element, has a property of the element. */
  #isElsewhere(node: SvgNode, name: string): boolean {
    if (node !== this.#top) return false;
    return name === 'transform' || (this.#isBare && effects.has(name)) || name === 'display';
  }

  #want(reference: string): void {
    const node = referred(this.#scope.design.document, reference);
    if (node !== null && node.name !== 'svg') this.#wanted.add(node);
  }

  async #replaceHref(node: SvgNode, written: Map<string, string>): Promise<void> {
    const href = node.attributes.get('href')?.trim();
    for (const name of ['mask', 'filter', 'clip-path', 'fill', 'stroke'])
      this.#want(node.attributes.get(name) ?? '');
    if (href === undefined) return;
    if (href.startsWith('#')) {
      this.#want(href);
      return;
    }
    written.delete('href');
    if (node.name !== 'image' && node.name !== 'feImage') return;
    const bytes = await this.#scope.design.builder.readPicture(href);
    if ('reason' in bytes) {
      this.#scope.lose('href', bytes.reason);
      return;
    }
    const type = sniffImageType(bytes);
    if (type === 'png' || type === 'jpeg' || type === 'gif' || type === 'webp')
      written.set('href', `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`);
    else this.#scope.lose('href', 'A part that becomes a picture contains only PNG, JPEG, GIF and WebP.');
  }
}

/** Properties as attributes are written with the style. */
function isNamedProperty(name: string): boolean {
  return (
    inheritedProperties.has(name) ||
    /^(?:(?:stop|flood)-.*|opacity|clip-path|mask|filter|display)$/u.test(name)
  );
}

function plainValue(scope: Scope, name: string, value: string): string {
  if (name === 'font-size') return `${value}px`;
  return name === 'font-family' ? scope.design.builder.family(value, scope.name) : value;
}

function escape(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** About where an element is drawn; null if that is not known. */
function boundsOf(scope: Scope, node: SvgNode, around: Style, outer: Matrix, depth = 0): Area | null {
  const { design, viewport } = scope;
  const style = design.styles.of(node, around);
  const transform = style.get('transform') ?? node.attributes.get('transform');
  // That of the first is in the matrix.
  const own = readTransformList(depth === 0 ? undefined : transform);
  if (own === null || depth > 20 || style.has('filter')) return null;
  const matrix = multiply(outer, own);
  const spread = (area: Area, by: number): Area => ({
    x: area.x - by,
    y: area.y - by,
    width: area.width + 2 * by,
    height: area.height + 2 * by,
  });
  if (shapeNames.has(node.name)) {
    const outline = tryOutline(scope, node, style);
    if (outline === null) return { x: 0, y: 0, width: 0, height: 0 };
    const area = areaOfPath(transformPath(outline, matrix));
    const hasStroke = (style.get('stroke') ?? 'none') !== 'none';
    if (!Object.values(area).every(Number.isFinite)) return null;
    const width = readNumberList(style.get('stroke-width'))[0] ?? 1;
    const hasMarkers = ['start', 'mid', 'end'].some((end) => style.has(`marker-${end}`));
    return hasStroke ? spread(area, width * meanScale(matrix) * (hasMarkers ? 6 : 1.5)) : area;
  }
  if (node.name === 'g' || node.name === 'a') {
    let all: Area | null = null;
    for (const child of node.children) {
      if (leftOut.has(child.name) || ['defs', 'clipPath', 'mask'].includes(child.name)) continue;
      const area = boundsOf(scope, child, style, matrix, depth + 1);
      if (area === null) return null;
      if (area.width > 0 || area.height > 0) all = all === null ? area : union(all, area);
    }
    return all ?? { x: 0, y: 0, width: 0, height: 0 };
  }
  if (node.name === 'image') {
    const numbers = readGeometry(node, design.styles, style, viewport);
    const [width, height] = [numbers.get('width'), numbers.get('height')];
    if (width === undefined || height === undefined) return null;
    const placed = moved(matrix, numbers.get('x') ?? 0, numbers.get('y') ?? 0);
    return areaOfPath(transformPath(`M0 0L${width} 0L${width} ${height}L0 ${height}Z`, placed));
  }
  return null;
}

function tryOutline(scope: Scope, node: SvgNode, style: Style): string | null {
  try {
    return readOutline(node, scope.design.styles, style, scope.viewport)?.d ?? null;
  } catch {
    return null;
  }
}

function union(one: Area, other: Area): Area {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** An area with sides of a pixel at least: no picture has less. */
function atLeast({ x, y, width, height }: Area, least: number): Area {
  const [across, down] = [Math.max(width, least), Math.max(height, least)].map(rounded);
  return {
    x: rounded(x - ((across ?? 0) - width) / 2),
    y: rounded(y - ((down ?? 0) - height) / 2),
    width: across ?? width,
    height: down ?? height,
  };
}

/** The part of an area on the page and close to it, in whole thousandths; null if it is empty. */
function intersect(area: Area, page: { readonly width: number; readonly height: number }): Area | null {
  const x = rounded(Math.max(area.x, -page.width));
  const y = rounded(Math.max(area.y, -page.height));
  const width = rounded(Math.min(area.x + area.width, 2 * page.width) - x);
  const height = rounded(Math.min(area.y + area.height, 2 * page.height) - y);
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
