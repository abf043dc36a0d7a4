/** Designs of Fabric.js: `canvas.toJSON()`. https://fabricjs.com/docs/ */
import type { Paint, TemplateElement } from '../../../generated/template.ts';
import type { FabricDesign, FabricObject } from '../../../generated/designs/fabric.ts';
import type { TemplateBuilder } from '../builder.ts';
import type { DesignSource } from '../design.ts';
import { namesApart } from '../element-names.ts';
import type { ConvertedPage, Importer } from '../importer.ts';
import { TextMeasure } from '../measure-text.ts';
import { requirePage } from '../pages.ts';
import { designSchema } from '../read-by-schema.ts';
import type { FabricContext } from './context.ts';
import { translation } from './geometry.ts';
import { findCanvases } from './canvases.ts';
import { readName } from './common-keys.ts';
import { convertObjects } from './objects.ts';
import { readPage, readVersion, type FabricPage } from './page.ts';
import { readPaint } from './paints.ts';
import schema from './schema.json' with { type: 'json' };

/** A fill of null paints nothing; one that is not there is black. */
const nulls = { fill: '', stroke: '' };

const design = designSchema<FabricDesign>(schema, ['type', 'id', 'name'], nulls);

/** The importer of Fabric.js's JSON. */
export const fabric: Importer = {
  format: 'fabric',
  pagesKey: 'pages',
  recognizes: (_source, json) => findCanvases(json).length > 0,
  convert: async (source, json, builder, place) => {
    const canvases = findCanvases(json);
    const canvas = canvases.length === 0 ? json : requirePage(canvases, place).json;
    const read = design.read(canvas, builder);
    const named = namesApart(withInner(read.objects), readName);
    for (const [object, name] of named) if (name !== readName(object)) object.name = name;
    return { ...(await convertPage(source, read, builder)), pages: canvases.map(({ name }) => name) };
  },
};

/** Objects and those in their groups. */
function withInner(objects: readonly FabricObject[]): FabricObject[] {
  return objects.flatMap((object) => [object, ...withInner(object.objects ?? [])]);
}

/** Reads a design without listing its losses. */
export function readFabric(json: unknown): FabricDesign {
  return design.read(json, { lose: () => undefined });
}

async function convertPage(
  source: DesignSource,
  read: FabricDesign,
  builder: TemplateBuilder,
): Promise<ConvertedPage> {
  const page = readPage(read);
  const { x, y, width, height } = page;
  if (page.isGuess)
    builder.lose('', 'width', 'Fabric.js saves no size of the page: it is as large as what is on it.');
  const context: FabricContext = {
    builder,
    measure: new TextMeasure(builder, 'px'),
    version: readVersion(read),
    toParent: translation(-x, -y),
    toCanvas: translation(x, y),
  };
  const background = getPaint(read, ['background', 'backgroundColor'], page, builder);
  const overlay = getPaint(read, ['overlay', 'overlayColor'], page, builder);
  const { backgroundImage, overlayImage, objects } = read;
  const all = [backgroundImage, ...objects, overlayImage].filter((each) => each !== undefined);
  const elements = await convertObjects(all, context);
  const id = overlay === null ? '' : builder.names.idFor('overlay', 'rect');
  const above: TemplateElement[] =
    overlay === null ? [] : [{ type: 'rect', id, x: 0, y: 0, width, height, fill: overlay }];
  const fileName = source.name.replace(/\.[a-z]+$/iu, '');
  return {
    page: {
      name: [read.name, read.title, fileName].find((each) => each !== undefined && each !== '') ?? 'Design',
      viewport: { width, height },
      ...(background !== null && { background }),
    },
    elements: [...elements, ...above],
  };
}

function getPaint(
  read: FabricDesign,
  keys: readonly ('background' | 'backgroundColor' | 'overlay' | 'overlayColor')[],
  { width, height }: FabricPage,
  builder: TemplateBuilder,
): Paint | null {
  for (const key of keys) {
    const paint = read[key];
    if (paint === undefined) continue;
    const bounds = { x: 0, y: 0, width, height };
    const found = readPaint(paint, { bounds, scaleX: 1, scaleY: 1 });
    if ('paint' in found) return found.paint;
    builder.lose('', key, found.reason);
  }
  return null;
}
