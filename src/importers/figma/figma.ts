/** Files of Figma as its REST API answers them. https://developers.figma.com/docs/rest-api/file-node-types/ */
import type { FigmaDesign, FigmaNode } from '../../../generated/designs/figma.ts';
import { UnreadableDesign, type DesignSource } from '../design.ts';
import { namesApart } from '../element-names.ts';
import type { Importer } from '../importer.ts';
import { requirePage } from '../pages.ts';
import { designSchema } from '../read-by-schema.ts';
import { convertPage, nodeName } from './frames.ts';
import schema from './schema.json' with { type: 'json' };

const design = designSchema<FigmaDesign>(schema, ['id', 'name']);

/** What becomes a page, the better kinds first. */
const pageTypes = ['FRAME', 'COMPONENT', 'INSTANCE', 'COMPONENT_SET', 'SECTION', 'GROUP'];

/** The importer of Figma's files. */
export const figma: Importer = {
  format: 'figma',
  pagesKey: 'frames',
  recognizes: (_source, json) => getPages(json) !== null,
  convert: async (source, json, builder, page) => {
    const { frames, frame } = findFrame(json, page);
    // The rest of the file is another design.
    const read = design.read({ frame: frame.node }, builder);
    for (const [node, name] of namesApart(withInner(read.frame), nodeName)) node.name = name;
    const converted = await convertPage(read.frame, getName(source, json), builder);
    return { ...converted, pages: frames.map(({ name }) => name) };
  },
};

function withInner(node: FigmaNode): FigmaNode[] {
  return [node, ...(node.children ?? []).flatMap(withInner)];
}

function getName(source: DesignSource, json: unknown): string {
  const name = (json as { name?: unknown }).name;
  return typeof name === 'string' && name.trim() !== ''
    ? name
    : source.name.replace(/\.[a-z]+$/iu, '') || 'Design';
}

interface Page {
  readonly name: string;
  readonly nodes: readonly FigmaNode[];
}

/**
 * The pages of a file; those of the answer to a request for nodes, or of a node that was saved alone, are the
 * nodes. Null if it is none of these.
 */
function getPages(json: unknown): Page[] | null {
  if (typeof json !== 'object' || json === null) return null;
  const { document, nodes } = json as { document?: unknown; nodes?: unknown };
  if (isNode(document) && document.type === 'DOCUMENT') {
    return getChildren(document).map((page) => ({ name: page.name ?? 'page', nodes: getChildren(page) }));
  }
  if (isNode(document)) return [{ name: '', nodes: [document] }];
  if (isNode(json) && 'absoluteBoundingBox' in json) return [{ name: '', nodes: [json] }];
  if (typeof nodes !== 'object' || nodes === null) return null;
  const all = Object.values(nodes as Record<string, { document?: unknown } | null>)
    .map((entry) => entry?.document)
    .filter(isNode);
  return all.length === 0
    ? null
    : [{ name: '', nodes: all.flatMap((node) => (node.type === 'CANVAS' ? getChildren(node) : node)) }];
}

function isNode(value: unknown): value is FigmaNode {
  return typeof value === 'object' && value !== null && typeof (value as FigmaNode).type === 'string';
}

function getChildren({ children }: FigmaNode): FigmaNode[] {
  return Array.isArray(children) ? children.filter(isNode) : [];
}

interface Frame {
  /** With the page's name, where there are several. */
  readonly name: string;
  readonly node: FigmaNode;
}

/** All frames of all pages, and the chosen one. A page whose shapes lie on it without a frame is one, too. */
function findFrame(json: unknown, place: number): { frames: readonly Frame[]; frame: Frame } {
  const pages = getPages(json) ?? [];
  const named = (page: Page, node: FigmaNode): string =>
    pages.length > 1 ? `${page.name} / ${node.name ?? ''}` : (node.name ?? '');
  const frames = pages.flatMap((page): Frame[] => {
    const shown = page.nodes.filter(({ visible }) => visible !== false);
    const found = shown.filter(({ type }) => pageTypes.includes(type));
    if (found.length > 0) return found.map((node) => ({ name: named(page, node), node }));
    const around = frameAround(page.name, shown);
    return around === null ? [] : [{ name: page.name, node: around }];
  });
  if (frames.length === 0) throw new UnreadableDesign('No page of the file has anything on it.');
  return { frames, frame: requirePage(frames, place) };
}

/** A frame as large as what lies on a page; null if nothing does. */
function frameAround(name: string, nodes: readonly FigmaNode[]): FigmaNode | null {
  const boxes = nodes.flatMap(({ absoluteBoundingBox: box }) => (isBox(box) ? [box] : []));
  if (boxes.length === 0) return null;
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  const absoluteBoundingBox = { x, y, width: right - x, height: bottom - y };
  return { type: 'FRAME', id: 'page', name, absoluteBoundingBox, children: [...nodes] };
}

function isBox(box: unknown): box is { x: number; y: number; width: number; height: number } {
  if (typeof box !== 'object' || box === null) return false;
  return ['x', 'y', 'width', 'height'].every((key) => Number.isFinite((box as Record<string, unknown>)[key]));
}
