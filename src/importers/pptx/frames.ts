/** Tables, charts, diagrams and embedded objects. */
import type { TemplateElement } from '../../../generated/template.ts';
import { readName, type SlideContext } from './context.ts';
import { slideSpace, toBox, type PlacedShape, type Space } from './places.ts';
import { convertTable } from './tables.ts';
import { findNode, readRelationId, type XmlNode } from './xml.ts';

/** Converts the shapes in an element. */
type ConvertTree = (
  tree: XmlNode | undefined,
  space: Space,
  context: SlideContext,
) => Promise<TemplateElement[]>;

/** Converts a `graphicFrame`. */
export async function convertFrame(
  frame: XmlNode,
  placed: PlacedShape,
  context: SlideContext,
  convertTree: ConvertTree,
): Promise<TemplateElement[]> {
  const { builder } = context;
  const name = readName(context, frame);
  const data = findNode(frame, 'graphic', 'graphicData');
  const table = findNode(data, 'tbl');
  if (table !== undefined) return convertTable(table, frame, placed, context);
  const object = findNode(data, 'oleObj');
  if (object !== undefined) {
    builder.lose(name, 'oleObj', 'An embedded object is the picture of it.');
    return await convertTree(object, slideSpace, context);
  }
  const diagram = findNode(data, 'relIds');
  if (diagram === undefined) {
    const kind = findNode(data, 'chart') === undefined ? 'object' : 'chart';
    builder.lose(name, kind, `The ${kind} is not converted.`);
    return [];
  }
  const elements = await convertDiagram(diagram, name, context, convertTree);
  const id = builder.names.idFor(name, 'group');
  return elements.length === 0 ? [] : [{ type: 'group', id, ...toBox(placed), elements }];
}

/** The shapes that PowerPoint has last drawn of a diagram (SmartArt). */
async function convertDiagram(
  relIds: XmlNode,
  name: string,
  context: SlideContext,
  convertTree: ConvertTree,
): Promise<TemplateElement[]> {
  const { builder, file, sheet } = context;
  const data = sheet.part.relations.get(readRelationId(relIds, 'dm') ?? '');
  const model = data === undefined ? null : file.part(data.target);
  const id = findNode(model?.root, 'extLst')
    ?.children.flatMap((each) => each.children)
    .find((each) => each.name === 'dataModelExt')?.attributes['relId'];
  const drawing = id === undefined ? undefined : sheet.part.relations.get(id);
  const part = drawing === undefined ? null : file.part(drawing.target);
  if (part === null) {
    builder.lose(name, 'diagram', 'The file has no drawing of the diagram.');
    return [];
  }
  return await convertTree(findNode(part.root, 'spTree'), slideSpace, {
    ...context,
    sheet: { ...sheet, part },
  });
}
