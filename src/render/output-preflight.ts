import type { TemplateDocument } from '../../generated/template.ts';
import type { OutputFormat } from './job.ts';

/** Why a render cannot have a preflight; null if it can, or if none is wanted. */
export function checkPreflight(
  { viewportOutputIntent = 'screen' }: Pick<TemplateDocument, 'viewportOutputIntent'>,
  { format, preflight = false }: { readonly format: OutputFormat; readonly preflight?: boolean | undefined },
): string | null {
  if (!preflight) return null;
  if (format !== 'pdf') return `Preflight judges a pdf for print, but the format is ${format}.`;
  if (viewportOutputIntent === 'print') return null;
  return 'Preflight is for templates for print, whose "viewportOutputIntent" is "print": this one is not.';
}
