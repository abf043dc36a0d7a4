import type { Layout, TemplateDocument } from '../../../generated/template.ts';

/** A document whose boxes are compared, by its name. */
export type LayoutCases = Readonly<Record<string, TemplateDocument>>;

/** An element of a document, as JSON. */
export type Json = Readonly<Record<string, unknown>>;

type Page = Partial<Omit<TemplateDocument, 'elements' | 'viewport'>> & {
  readonly width?: number;
  readonly height?: TemplateDocument['viewport']['height'];
};

/** A page of 400 by 300. */
export function page(elements: readonly Json[], { width = 400, height = 300, ...more }: Page = {}) {
  const document = { schemaVersion: 1, name: 'layout', viewport: { width, height }, ...more, elements };
  return document as unknown as TemplateDocument;
}

/** A page with one group of this size, at 10 and 10. */
export function inGroup(
  [width, height]: readonly [number | 'hug', number | 'hug'],
  layout: Layout,
  elements: readonly Json[],
): TemplateDocument {
  return page([group('g', layout, elements, { x: 10, y: 10, width, height })]);
}

/** A group with a layout; it hugs its elements. */
export function group(id: string, layout: Layout, elements: readonly Json[], more: Json = {}): Json {
  return { type: 'group', id, width: 'hug', height: 'hug', layout, elements, ...more };
}

export function rect(id: string, width: unknown, height: unknown, more: Json = {}): Json {
  return { type: 'rect', id, width, height, fill: '#8899aa', ...more };
}

/** A text that hugs its lines. */
export function text(id: string, content: string, more: Json = {}): Json {
  return { type: 'text', id, width: 'hug', height: 'hug', text: content, overflow: 'visible', ...more };
}

/** A picture of 360 by 240 pixels that hugs. */
export function picture(id: string, more: Json = {}): Json {
  return { type: 'image', id, width: 'hug', height: 'hug', src: 'house.jpg', ...more };
}
