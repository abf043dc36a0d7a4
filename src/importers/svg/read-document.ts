import sax from 'sax';
import type { SvgDocument, SvgElement } from '../../render/vector/svg/document.ts';
import { readSvgText } from '../../common/pictures/svg-text.ts';
import { prepareDesignText } from '../../render/vector/prepare/prepare-svg.ts';
import { UnreadableDesign } from '../design.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
const inkscapeNamespace = 'http://www.inkscape.org/namespaces/inkscape';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** Larger files are read for too long. */
const maxBytes = 40 * 1024 * 1024;
const maxElements = 100_000;

/** Deeper elements are left out: no program makes them. */
const maxDepth = 150;

/** An element, with its text in place, its parent, and the name that its author gave it. */
export interface SvgNode extends SvgElement {
  readonly children: readonly SvgNode[];
  /** Elements and character data in the order of the file. */
  readonly content: readonly (SvgNode | string)[];
  readonly parent: SvgNode | null;
  /** Inkscape's label, or its layer's name. */
  readonly label: string | null;
}

/** A file that has been read. */
export interface ReadDocument extends SvgDocument {
  readonly root: SvgNode;
  readonly byId: ReadonlyMap<string, SvgNode>;
  readonly elements: readonly SvgNode[];
  /** Inkscape's pages, in user units. */
  readonly pages: readonly DocumentPage[];
  /** Something was left out because of its depth. */
  readonly isTooDeep: boolean;
}

/** A page of Inkscape. */
export interface DocumentPage {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface OpenNode extends SvgNode {
  readonly attributes: Map<string, string>;
  readonly children: OpenNode[];
  readonly content: (OpenNode | string)[];
  label: string | null;
  text: string;
}

/**
 * Reads an SVG file with the data of its editors that say something to people.
 *
 * @throws UnreadableDesign if it is no SVG, or not well-formed
 */
export function readDocument(bytes: Uint8Array): ReadDocument {
  if (bytes.byteLength > maxBytes)
    throw new UnreadableDesign(`An SVG has at most ${maxBytes / 1024 / 1024} MiB.`);
  const text = readSvgText(bytes);
  const prepared = prepareDesignText(text);
  // Declarations of entities are removed.
  const removedLines = text.split('\n').length - prepared.split('\n').length;
  const byId = new Map<string, OpenNode>();
  const elements: OpenNode[] = [];
  const open: OpenNode[] = [];
  const pages: DocumentPage[] = [];
  let root: OpenNode | null = null;
  let skippedDepth = 0;
  let isTooDeep = false;
  let hasNamespace = true;

  const reader = sax.parser(true, { xmlns: true, trim: false });
  reader.onerror = (error) => {
    const message = error.message.split('\n')[0]?.replace(/\.$/u, '') ?? '';
    const line = reader.line + 1 + removedLines;
    throw new UnreadableDesign(`It is not well-formed XML in line ${line}: ${message}.`);
  };
  reader.onopentag = (tag) => {
    if (!('uri' in tag)) return;
    const parent = open.at(-1) ?? null;
    // Files that were cut out of a page may have no namespace: their elements are those of the root then.
    const isForeign = parent !== null && tag.uri !== (hasNamespace ? svgNamespace : '');
    if (tag.uri === inkscapeNamespace && tag.local === 'page') {
      const page = readInkscapePage(Object.values(tag.attributes), pages.length);
      if (page !== null) pages.push(page);
    }
    if (open.length >= maxDepth) isTooDeep = true;
    if (skippedDepth > 0 || isForeign || open.length >= maxDepth) {
      skippedDepth += 1;
      return;
    }
    const node: OpenNode = {
      name: tag.local,
      attributes: new Map(),
      children: [],
      content: [],
      text: '',
      label: null,
      parent,
    };
    for (const { local, uri, value } of Object.values(tag.attributes)) takeAttribute(node, local, uri, value);
    if (parent === null) {
      root ??= node;
      hasNamespace = tag.uri !== '';
    } else {
      parent.children.push(node);
      parent.content.push(node);
    }
    open.push(node);
    elements.push(node);
    if (elements.length > maxElements)
      throw new UnreadableDesign(`It has more than ${maxElements} elements.`);
    const id = node.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, node);
  };
  reader.onclosetag = () => {
    if (skippedDepth > 0) skippedDepth -= 1;
    else open.pop();
  };
  reader.ontext = reader.oncdata = (text) => {
    const parent = open.at(-1);
    if (parent === undefined || skippedDepth > 0) return;
    parent.text += text;
    parent.content.push(text);
  };
  reader.write(prepared).close();
  const found = root as OpenNode | null;
  if (found?.name !== 'svg') throw new UnreadableDesign('It is no SVG.');
  return { root: found, byId, elements, pages, isTooDeep };
}

function readInkscapePage(
  attributes: readonly { readonly local: string; readonly value: string }[],
  place: number,
): DocumentPage | null {
  const valueOf = (key: string) => attributes.find(({ local }) => local === key)?.value ?? '';
  const [x = 0, y = 0, width = 0, height = 0] = ['x', 'y', 'width', 'height'].map((key) =>
    Number.parseFloat(valueOf(key)),
  );
  if (![x, y, width, height].every(Number.isFinite) || width <= 0 || height <= 0) return null;
  return { name: valueOf('label') || `Page ${place + 1}`, x, y, width, height };
}

function takeAttribute(node: OpenNode, local: string, uri: string, value: string): void {
  if (uri === '') node.attributes.set(local, value);
  else if (uri === xlinkNamespace && local === 'href' && !node.attributes.has('href'))
    node.attributes.set('href', value);
  else if (uri === xmlNamespace && local === 'space') node.attributes.set('xml:space', value);
  else if (uri === inkscapeNamespace && local === 'label') node.label = value;
}

/** The element that a reference such as `#a` or `url(#a)` leads to. */
export function referred(document: ReadDocument, reference: string | undefined): SvgNode | null {
  const text = (reference ?? '').trim();
  const id = /^url\(\s*["']?#([^"')]+)["']?\s*\)/u.exec(text)?.[1] ?? /^#(.+)$/su.exec(text)?.[1];
  return id === undefined ? null : (document.byId.get(id) ?? null);
}
