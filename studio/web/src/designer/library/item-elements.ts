/** Documents of items, and elements of the designer: from one to the other. */
import type { Schema } from '../../api/client.ts';
import { designerWords } from '../../words/designer/designer.ts';
import {
  boundsOfCopied,
  collectFiles,
  readElements,
  writeElements,
  type CopiedElements,
} from '../clipboard/clipboard.ts';
import { shift } from '../model/changes/content.ts';
import { group } from '../model/changes/group.ts';
import type { Design } from '../model/design.ts';
import { findElements } from '../model/elements.ts';
import type { TemplateDocument } from '../model/template.ts';

/** What can become an item as it is selected. */
export type SavedKind = 'BLOCK' | 'TEXT_STYLE' | 'LOGO' | 'PICTURE';

/** The kinds of items that what is selected can become. */
export function findSavedKinds({ document, selection }: Design): readonly SavedKind[] {
  const [first, ...others] = findElements(document, selection);
  if (first === undefined) return [];
  const { element } = first;
  if (others.length === 0 && element.type === 'text') return ['TEXT_STYLE', 'BLOCK'];
  const isFile = element.type === 'image' && collectFiles([element]).includes(element.src);
  return others.length === 0 && isFile ? ['LOGO', 'PICTURE', 'BLOCK'] : ['BLOCK'];
}

/** A new item, with the paths of its files in the template. */
interface ItemToSave {
  readonly document: TemplateDocument | null;
  readonly paths: readonly string[];
}

/** What is selected as the content of an item of a kind. Several elements become a group. */
export function makeItem(
  templateId: string,
  design: Design,
  { kind, name }: { readonly kind: SavedKind; readonly name: string },
): ItemToSave {
  const [first] = findElements(design.document, design.selection);
  if (first?.element.type === 'image' && (kind === 'LOGO' || kind === 'PICTURE'))
    return { document: null, paths: [first.element.src] };
  const one = design.selection.length > 1 ? group(design, designerWords.elementNames.group) : design;
  const copied = readElements(writeElements(templateId, one));
  if (copied === null) return { document: null, paths: [] };
  const elements = copied.free ?? copied.elements;
  const { x, y, width, height } = boundsOfCopied(copied);
  for (const element of elements) shift(element, { x: -x, y: -y });
  const fonts = copied.fonts ?? [];
  const document = {
    schemaVersion: 1,
    name: name.slice(0, 100) || designerWords.elementNames.group,
    viewport: { width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)) },
    ...(copied.unit === undefined ? {} : { viewportUnit: copied.unit }),
    ...(fonts.length === 0 ? {} : { fonts }),
    ...(copied.variables.length === 0 ? {} : { variables: copied.variables }),
    elements,
  } as unknown as TemplateDocument;
  return { document, paths: [...new Set([...collectFiles(elements), ...fonts.map(({ src }) => src)])] };
}

/** The elements of an item, as if they were copied. */
export function copyOfItem({ document }: Schema<'LibraryItemWithDocument'>): CopiedElements {
  const { elements, viewportUnit, fonts, variables = [] } = document as unknown as TemplateDocument;
  return {
    platen: 'elements',
    templateId: '',
    elements: structuredClone(elements),
    ...(viewportUnit === undefined ? {} : { unit: viewportUnit }),
    ...(fonts === undefined ? {} : { fonts }),
    variables,
  };
}
