/** Parts of Office's files as trees. Names have no prefix: `a:off` is `off`. */
import { readAttribute, walkXml } from '../../common/rows/pictures/xml-tags.ts';
import { UnreadableDesign } from '../design.ts';

/** An element of a part. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The text directly in it. */
  readonly text: string;
}

interface OpenNode extends XmlNode {
  children: OpenNode[];
  text: string;
}

const maxNodes = 500_000;
const maxDepth = 150;

/**
 * Reads a part. Of what it says in several ways, the plain one is read.
 *
 * @throws UnreadableDesign if it is not well-formed, or too large
 */
export function readXml(part: Uint8Array, path: string): XmlNode {
  const root: OpenNode = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenNode[] = [root];
  let nodes = 0;
  try {
    walkXml(part, {
      open({ name, attributes }) {
        nodes += 1;
        if (nodes > maxNodes || open.length > maxDepth) throw new UnreadableDesign(`${path} is too large.`);
        const node: OpenNode = { name, attributes, children: [], text: '' };
        open.at(-1)?.children.push(node);
        open.push(node);
      },
      close(name, text) {
        const node = open.pop();
        const parent = open.at(-1);
        if (node === undefined || parent === undefined) return;
        node.text = text;
        if (name !== 'AlternateContent') return;
        const [first, ...others] = node.children;
        const fallback = others.find((each) => each.name === 'Fallback' && each.children.length > 0);
        parent.children.splice(-1, 1, ...(fallback ?? first ?? root).children);
      },
    });
  } catch (error) {
    if (error instanceof UnreadableDesign) throw error;
    throw new UnreadableDesign(`${path} in it is not well-formed XML.`);
  }
  return root.children[0] ?? root;
}

/** The element at the end of a path of names. */
export function findNode(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  let found = node;
  for (const name of path) found = found?.children.find((each) => each.name === name);
  return found;
}

/** The elements of a name directly in another one. */
export function listNodes(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  return node?.children.filter((each) => each.name === name) ?? [];
}

/** A number in an attribute; null without one. */
export function readNumber(node: XmlNode | undefined, name: string): number | null {
  const text = node?.attributes[name];
  if (text === undefined || text.trim() === '') return null;
  // Strict files write `50%` for 50000.
  const value = text.endsWith('%') ? Number(text.slice(0, -1)) * 1_000 : Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Whether an attribute says yes. */
export function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true' || value === 'on';
}

/** The id of a relationship in `r:embed` and the like. */
export function readRelationId(node: XmlNode | undefined, name: string): string | undefined {
  return node === undefined ? undefined : readAttribute(node.attributes, name);
}
