import type { TemplateDocument } from '../../generated/template.ts';
import { checkOutputSize } from '../render/output-size.ts';
import { checkElements } from './template-check-elements.ts';
import { checkFileUses, type FileCheckLimits } from './template-check-files.ts';
import type { TemplateProblem } from './template-check-problem.ts';
import { checkSchema } from './template-check-schema.ts';
import { checkDeclarations } from './template-check-variables.ts';

export type { FileCheckLimits, TemplateProblem };

/** As in the configuration's defaults, for those who have no configuration. */
const defaultLimits: FileCheckLimits = { maxImagePixels: 50_000_000, timeoutMs: 30_000 };

/** What is told of a broken template at once; the rest turns up once these are mended. */
const maxProblems = 100;

/**
 * Checks all of a template: its document against the schema, what a schema cannot say (names, references, patterns, codes), and
 * that every file it names is there and decodes. Decoding happens in a renderer process of its own. Files that nothing
 * names are nobody's business. Returns an empty array where the template can be imported.
 *
 * @param files the folder's files by their path in it
 */
export async function checkTemplate(
  json: unknown,
  files: ReadonlyMap<string, Uint8Array>,
  limits: FileCheckLimits = defaultLimits,
): Promise<TemplateProblem[]> {
  const offSchema = checkSchema(json);
  if (offSchema.length > 0) return offSchema.slice(0, maxProblems);
  // The schema is what the type was made from.
  const document = json as TemplateDocument;
  const elements = checkElements(document, files);
  const problems = [...checkSize(document), ...checkDeclarations(document), ...elements.problems];
  problems.push(...(await checkFileUses(elements.fileUses, files, limits)));
  return problems.slice(0, maxProblems);
}

/** A page that no format can hold at the template's own density would never render. */
function checkSize(document: TemplateDocument): TemplateProblem[] {
  const dpi = document.viewportExportDpi ?? 96;
  const refusals = (['png', 'pdf'] as const).map((format) =>
    checkOutputSize(document, { format, dpi, scale: 1 }, Number.POSITIVE_INFINITY),
  );
  const [raster] = refusals;
  return typeof raster === 'string' && refusals.every((refusal) => refusal !== null)
    ? [{ pointer: '/viewport', detail: raster }]
    : [];
}
