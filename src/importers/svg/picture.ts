import type { ImageElement, TemplateElement } from '../../../generated/template.ts';
import { shapeNames } from '../../render/vector/svg/shapes.ts';
import { sniffImageType } from '../../common/pictures/sniff.ts';
import { rounded } from '../boxes.ts';
import { readGeometry } from './outlines.ts';
import { readText } from './names.ts';
import { referred, type SvgNode } from './read-document.ts';
import type { Scope } from './scope.ts';
import { initialStyle, type Style } from './styles.ts';
import { inheritedProperties } from './known-properties.ts';
import { cutToPage, growToLeast, leftOut, measurePart } from './picture-bounds.ts';

/** The greatest number of elements in a picture of a part. */
const maxElements = 20_000;

/** Properties that an image element has as well. */
const effects = new Set(['opacity', 'filter', 'clip-path', 'mask', 'mix-blend-mode']);

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
  const found = measurePart(scope, node, scope.style, scope.matrix);
  const onPage = cutToPage(found ?? { x: 0, y: 0, ...page }, page);
  if (onPage === null) return [];
  const area = growToLeast(onPage, 1 / scope.design.pxPerUnit);
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
  return name === 'font-family' ? scope.design.builder.familyInPicture(value, scope.name) : value;
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
