/** Files of Figma as its REST API answers them. https://developers.figma.com/docs/rest-api/file-node-types/ */
import type { FigmaDesign, FigmaNode } from '../../../generated/designs/figma.ts';
import type { TemplateBuilder } from '../builder.ts';
import { UnreadableDesign, type DesignSource } from '../design.ts';
import type { Importer } from '../importer.ts';
import { designSchema } from '../read-by-schema.ts';
import { convertPage } from './frames.ts';
import schema from './schema.json' with { type: 'json' };

const design = designSchema<FigmaDesign>(schema, ['id', 'name']);

/** What becomes a page, the better kinds first. */
const pageTypes = ['FRAME', 'COMPONENT', 'INSTANCE', 'COMPONENT_SET', 'SECTION', 'GROUP'];

/** The importer of Figma's files. */
export const figma: Importer = {
  format: 'figma',
  recognizes: (_source, json) => getPages(json) !== null,
  convert: async (source, json, builder) => {
    const frame = findFrame(json, builder);
    // The rest of the file is another design.
    const read = design.read({ frame }, builder);
    return await convertPage(read.frame, getName(source, json), builder);
  },
};

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

/** The first frame of the first page that has one. */
function findFrame(json: unknown, builder: TemplateBuilder): FigmaNode {
  const pages = getPages(json) ?? [];
  const ofPages = pages.map(({ name, nodes }) => ({
    name,
    frames: nodes.filter(({ type, visible }) => pageTypes.includes(type) && visible !== false),
  }));
  const page = ofPages.find(({ frames }) => frames.length > 0);
  const [frame] = page?.frames ?? [];
  if (page === undefined || frame === undefined)
    throw new UnreadableDesign('No page of the file has a frame.');
  if (ofPages.length > 1)
    builder.lose('', 'pages', `Only the page "${page.name}" of ${ofPages.length} is converted.`);
  if (page.frames.length > 1)
    builder.lose(
      page.name,
      'frames',
      `Only the first of ${page.frames.length} frames, "${frame.name ?? ''}", is converted.`,
    );
  return frame;
}
