import type { TemplateDocument, TemplateElement } from '../../generated/template.ts';
import { surveyJson } from '../domain/json-text.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { checkTemplateFolder } from '../domain/templates/import-template.ts';
import type { LocatedProblem } from '../domain/templates/locate-problems.ts';
import { FOLDER_LIMITS, type TemplateFolder } from '../domain/templates/template-folder.ts';
import { countElements, TemplateBuilder } from './builder.ts';
import {
  UnreadableDesign,
  type ConversionOptions,
  type ConvertedDesign,
  type DesignFormat,
  type DesignSource,
} from './design.ts';
import type { Importer } from './importer.ts';
import { importers } from './importers.ts';

/** The largest file of a design. */
const maxBytes = 200 * 1024 * 1024;

/** A design of thousands of nested groups would overflow the stack. */
const maxDepth = 200;

/** Elements that the check refuses are left out; each pass finds at most a hundred. */
const maxPasses = 20;

/**
 * Converts a foreign design into a template folder that can be imported as it is.
 *
 * @param checkLimits limits for decoding pictures and fonts. Default: those of the configuration's defaults
 * @throws UnreadableDesign if it is no design of a known format
 */
export async function convertDesign(
  source: DesignSource,
  options: ConversionOptions,
  checkLimits?: CheckLimits,
): Promise<ConvertedDesign> {
  if (source.bytes.byteLength > maxBytes)
    throw new UnreadableDesign(`The file is larger than ${maxBytes / 1024 / 1024} MB.`);
  const json = readJson(source);
  const importer = findImporter(source, json, options.format);
  const builder = new TemplateBuilder(source, options);
  const { page, elements, picture = null } = await importer.convert(source, json, builder);
  const variables = builder.proposals.apply(options.variables, elements);
  const document: TemplateDocument = {
    schemaVersion: 1,
    ...page,
    ...(builder.fonts.own.length > 0 && { fonts: builder.fonts.own }),
    ...(variables.length > 0 && { variables }),
    elements: [...elements],
  };
  const folder = await keepValid(document, builder, checkLimits);
  return {
    format: importer.format,
    folder,
    document,
    kept: countElements(document.elements),
    losses: builder.losses,
    variables: builder.proposals.list(options.variables),
    names: builder.names.all,
    picture,
  };
}

function readJson({ name, bytes }: DesignSource): unknown {
  const text = new TextDecoder().decode(bytes);
  if (!/^\s*[[{]/u.test(text.slice(0, 1_000))) return undefined;
  if (surveyJson(text).depth > maxDepth)
    throw new UnreadableDesign(`${name} is nested more than ${maxDepth} deep.`);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function findImporter(source: DesignSource, json: unknown, format: DesignFormat | undefined): Importer {
  const found =
    format === undefined
      ? importers.find((importer) => importer.recognizes(source, json))
      : importers.find((importer) => importer.format === format);
  if (found !== undefined) return found;
  throw new UnreadableDesign(
    `${source.name} is not recognised as a design. Name its format if it is one of ` +
      `${importers.map((importer) => importer.format).join(', ')}.`,
  );
}

/** Leaves out what an import would refuse, and lists it as a loss. Returns the folder of what remains. */
async function keepValid(
  document: TemplateDocument,
  builder: TemplateBuilder,
  limits: CheckLimits | undefined,
): Promise<TemplateFolder> {
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const templateJson = Buffer.from(JSON.stringify(document, null, 2));
    if (templateJson.byteLength > FOLDER_LIMITS.templateJsonBytes)
      throw new UnreadableDesign('The template would be larger than a template can be.');
    const folder = { templateJson, files: builder.files.all };
    const checked = await checkTemplateFolder(folder, limits);
    if (checked.valid) return folder;
    leaveOut(document, checked.problems, builder);
  }
  throw new UnreadableDesign('The template would have too many problems.');
}

function leaveOut(
  document: TemplateDocument,
  problems: readonly LocatedProblem[],
  builder: TemplateBuilder,
): void {
  const ids = new Set<string>();
  for (const { elementId, pointer, detail } of problems) {
    // A problem of the page or of the variables is a mistake of the converter, not of the design.
    if (elementId === null)
      throw new UnreadableDesign(`The template would not be valid: ${pointer} ${detail}`);
    ids.add(elementId);
    builder.lose(builder.names.all.get(elementId) ?? elementId, pointer.split('/').at(-1) ?? '', detail);
  }
  document.elements = without(document.elements, ids);
}

function without(elements: readonly TemplateElement[], ids: ReadonlySet<string>): TemplateElement[] {
  return elements
    .filter(({ id }) => !ids.has(id))
    .map((element) =>
      element.type === 'group' ? { ...element, elements: without(element.elements, ids) } : element,
    );
}
