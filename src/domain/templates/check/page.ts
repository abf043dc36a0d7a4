import { OUTPUT_FORMATS, type OutputFormat } from '../../../common/names/output-formats.ts';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { checkOutputSize } from '../../../render/output-size.ts';
import type { CheckResult, TemplateProblem } from './problem.ts';

/**
 * A document has either elements, which may have a layout, or pages.
 *
 * @param hasPages whether it names pages, even if the schema refuses them
 */
export function checkPages(
  { pages, elements, layout }: TemplateDocument,
  hasPages: boolean,
): TemplateProblem[] {
  if (pages === undefined) {
    return elements === undefined && !hasPages
      ? [{ pointer: '', detail: 'The key "elements" is missing.' }]
      : [];
  }
  return Object.entries({ elements, layout }).flatMap(([key, given]) =>
    given === undefined
      ? []
      : [{ pointer: `/${key}`, detail: `A document with "pages" has no "${key}" of its own: its pages do.` }],
  );
}

/**
 * Checks the page at the template's own density: it must fit into a PNG, the format with the highest limits.
 * Formats that cannot hold it are warnings.
 */
export function checkPageSize(document: TemplateDocument, maxOutputPixels: number): CheckResult {
  const dpi = document.viewportExportDpi ?? 96;
  const oversize = (format: OutputFormat) =>
    checkOutputSize(
      document,
      { format, dpi, scale: 1 },
      maxOutputPixels,
      'Choose a smaller viewport or viewportExportDpi.',
    );
  const png = oversize('png');
  if (png !== null) return { problems: [{ pointer: '/viewport', detail: png }], warnings: [] };
  const warnings = OUTPUT_FORMATS.filter((format) => format !== 'png').flatMap((format) => {
    const detail = oversize(format);
    return detail === null
      ? []
      : [{ pointer: '/viewport', detail: `As ${format} this page is refused. ${detail}` }];
  });
  return { problems: [], warnings };
}
