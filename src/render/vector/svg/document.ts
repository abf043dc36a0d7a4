import sax from 'sax';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink';

/** An element of the SVG namespace, with its attributes without a namespace and its `href`. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgElement[];
  /** The character data directly inside the element. */
  readonly text: string;
}

export interface SvgDocument {
  readonly root: SvgElement;
  readonly byId: ReadonlyMap<string, SvgElement>;
  /** All elements in document order. */
  readonly elements: readonly SvgElement[];
}

interface OpenElement extends SvgElement {
  readonly attributes: Map<string, string>;
  readonly children: OpenElement[];
  text: string;
}

/**
 * Parses an SVG file. Elements of other namespaces, such as editors' data, are left out with their content.
 * Throws UnsupportedSvg for malformed XML, a doctype with declarations, processing instructions and other
 * root elements.
 */
export function parseSvgDocument(bytes: Uint8Array): SvgDocument {
  const byId = new Map<string, SvgElement>();
  const elements: OpenElement[] = [];
  const open: OpenElement[] = [];
  let root: OpenElement | null = null;
  let foreignDepth = 0;

  const reader = sax.parser(true, { xmlns: true, trim: false });
  reader.onerror = (error) => {
    throw new UnsupportedSvg(error.message);
  };
  reader.ondoctype = (doctype) => {
    if (doctype.includes('[')) throw new UnsupportedSvg('a doctype with declarations');
  };
  reader.onprocessinginstruction = ({ name }) => {
    if (name !== 'xml') throw new UnsupportedSvg(`the instruction ${name}`);
  };
  reader.onopentag = (tag) => {
    if (!('uri' in tag)) return;
    const parent = open.at(-1);
    if (foreignDepth > 0 || (parent !== undefined && tag.uri !== SVG_NAMESPACE)) {
      foreignDepth += 1;
      return;
    }
    const element: OpenElement = { name: tag.local, attributes: new Map(), children: [], text: '' };
    for (const { local, uri, value } of Object.values(tag.attributes)) {
      const isOwn =
        uri === '' || (uri === XLINK_NAMESPACE && local === 'href' && !element.attributes.has('href'));
      if (isOwn) element.attributes.set(local, value);
    }
    if (parent === undefined) {
      if (tag.uri !== SVG_NAMESPACE || tag.local !== 'svg')
        throw new UnsupportedSvg('no <svg> of its namespace');
      root = element;
    } else parent.children.push(element);
    open.push(element);
    elements.push(element);
    const id = element.attributes.get('id');
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  };
  reader.onclosetag = () => {
    if (foreignDepth > 0) foreignDepth -= 1;
    else open.pop();
  };
  reader.ontext = reader.oncdata = (text) => {
    const parent = open.at(-1);
    if (parent !== undefined && foreignDepth === 0) parent.text += text;
  };
  reader.write(new TextDecoder('utf-8').decode(bytes)).close();
  if (root === null) throw new UnsupportedSvg('no element');
  return { root, byId, elements };
}

/** An SVG feature that is not read exactly. The SVG is then rasterised by the SVG decoder. */
export class UnsupportedSvg extends Error {
  constructor(feature: string) {
    super(`not read as a vector: ${feature.slice(0, 100)}`);
    this.name = 'UnsupportedSvg';
  }
}
