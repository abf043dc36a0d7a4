import type { TemplateElement } from '../../generated/template.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { checkTemplateFolder } from '../domain/templates/import-template.ts';
import { FOLDER_LIMITS } from '../domain/templates/template-folder.ts';
import { UnreadableDesign, type ConvertedDesign, type Loss, type ReadDesign } from './design.ts';

/** Elements that the check refuses are left out; each pass finds at most a hundred. */
const maxPasses = 20;

/**
 * Checks a template as an import does. Leaves out the elements and the defaults of variables that an import
 * would refuse, and lists each as a loss.
 *
 * @throws UnreadableDesign if nothing remains that can be imported
 */
export async function keepValid(
  { files, document, losses, ...read }: ReadDesign,
  limits?: CheckLimits,
): Promise<ConvertedDesign> {
  const left: Loss[] = [...losses];
  let { elements, variables } = document;
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const kept = { ...document, ...(variables !== undefined && { variables }), elements };
    const templateJson = Buffer.from(JSON.stringify(kept, null, 2));
    if (templateJson.byteLength > FOLDER_LIMITS.templateJsonBytes)
      throw new UnreadableDesign('The template would be larger than a template can be.');
    const folder = { templateJson, files };
    const checked = await checkTemplateFolder(folder, limits);
    if (checked.valid)
      return { ...read, document: kept, folder, losses: left, kept: countElements(elements) };
    const refused = new Set<string>();
    const withoutDefault = new Set<number>();
    for (const { elementId, pointer, detail } of checked.problems) {
      const font = kept.fonts?.[Number(/^\/fonts\/(\d+)/.exec(pointer)?.[1])];
      if (font !== undefined) {
        const { file = font.src } = read.fonts.find(({ src }) => src === font.src) ?? {};
        throw new UnreadableDesign(`The font file ${file} cannot be used: ${detail}`);
      }
      const index = Number(/^\/variables\/(\d+)\/defaultValue/.exec(pointer)?.[1]);
      const variable = kept.variables?.[index];
      if (variable?.defaultValue !== undefined) {
        const from = read.variables.find(({ name }) => name === variable.name)?.from ?? variable.name;
        if (!withoutDefault.has(index)) left.push({ element: from, property: 'value', reason: detail });
        withoutDefault.add(index);
        continue;
      }
      // A problem of the page or of the names of variables is a mistake of the converter, not of the design.
      if (elementId === null)
        throw new UnreadableDesign(`The template would not be valid: ${pointer} ${detail}`);
      refused.add(elementId);
      const element = read.names.get(elementId) ?? elementId;
      left.push({ element, property: pointer.split('/').at(-1) ?? '', reason: detail });
    }
    elements = without(elements, refused);
    variables = variables?.map(({ defaultValue, ...variable }, index) =>
      defaultValue === undefined || withoutDefault.has(index) ? variable : { ...variable, defaultValue },
    );
  }
  throw new UnreadableDesign('The template would have too many problems.');
}

function without(elements: readonly TemplateElement[], ids: ReadonlySet<string>): TemplateElement[] {
  return elements
    .filter(({ id }) => !ids.has(id))
    .map((element) =>
      element.type === 'group' ? { ...element, elements: without(element.elements, ids) } : element,
    );
}

/** The number of elements, those in groups included. */
function countElements(elements: readonly TemplateElement[]): number {
  return elements.reduce(
    (count, element) => count + 1 + (element.type === 'group' ? countElements(element.elements) : 0),
    0,
  );
}
