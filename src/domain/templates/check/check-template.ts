import type { TemplateDocument } from '../../../../generated/template.ts';
import { checkOutputSize } from '../../../render/output-size.ts';
import { checkElements } from './elements.ts';
import { decodeFiles, type FileCheckLimits } from './files.ts';
import { findingsOf, merge, type CheckResult, type TemplateProblem } from './problem.ts';
import { checkSchema } from './schema.ts';
import { checkFonts } from './sources.ts';
import { checkStrings } from './strings.ts';
import { checkDeclarations } from './variables.ts';

export type { CheckResult, FileCheckLimits, TemplateProblem };

/** The defaults of the configuration, for callers without one. */
const defaultLimits: FileCheckLimits = { maxImagePixels: 50_000_000, timeoutMs: 30_000 };

/** Problems that are reported at once. */
const maxProblems = 100;

/**
 * Checks a whole template. Without problems it can be imported. Files are decoded in a separate renderer
 * process. Files that the template does not use are ignored.
 *
 * @param files the folder's files by their path in it
 */
export async function checkTemplate(
  json: unknown,
  files: ReadonlyMap<string, Uint8Array>,
  limits: FileCheckLimits = defaultLimits,
): Promise<CheckResult> {
  const schemaProblems = checkSchema(json);
  if (schemaProblems.length > 0) return { problems: schemaProblems.slice(0, maxProblems), warnings: [] };
  // The type is generated from the schema.
  const document = json as TemplateDocument;
  const { background = null, variables = [] } = document;
  const fonts = checkFonts(document, files);
  const elements = checkElements(document, files);
  const found = merge([
    findingsOf({ problems: checkPageSize(document) }),
    findingsOf({ problems: checkDeclarations(document) }),
    findingsOf({ problems: checkStrings({ background }, '', variables) }),
    fonts,
    elements,
    findingsOf(await decodeFiles([...fonts.fileUses, ...elements.fileUses], files, limits)),
  ]);
  return { problems: found.problems.slice(0, maxProblems), warnings: found.warnings.slice(0, maxProblems) };
}

/** A page that is too large for every format at the template's own density could never be rendered. */
function checkPageSize(document: TemplateDocument): TemplateProblem[] {
  const dpi = document.viewportExportDpi ?? 96;
  const [raster, pdf] = (['png', 'pdf'] as const).map((format) =>
    checkOutputSize(document, { format, dpi, scale: 1 }, Number.POSITIVE_INFINITY),
  );
  return typeof raster === 'string' && typeof pdf === 'string'
    ? [{ pointer: '/viewport', detail: raster }]
    : [];
}
