import type { RenderWarning } from '../../render/layout-report.ts';
import type { RowWarnings } from '../../store/batches/row-outcomes.ts';

/** Stored warnings of a row, and characters of each: 2,000 such rows take at most 20 MB. */
const maxListed = 20;
const maxIdCharacters = 200;
const maxDetailCharacters = 300;

/** The warnings of a row's render as they are stored: all are counted, the first are listed. */
export function rowWarnings(warnings: readonly RenderWarning[]): RowWarnings {
  return {
    count: warnings.length,
    listed: warnings.slice(0, maxListed).map(({ code, elementId, detail, variable, severity }) => ({
      code,
      elementId: cut(elementId, maxIdCharacters),
      detail: cut(detail, maxDetailCharacters),
      ...(variable === undefined ? {} : { variable: cut(variable, maxIdCharacters) }),
      ...(severity === undefined ? {} : { severity }),
    })),
  };
}

/** PostgreSQL's jsonb takes neither U+0000 nor unpaired surrogates. */
function cut(text: string, maxCharacters: number): string {
  const short = text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text;
  return short.toWellFormed().replaceAll('\0', '\ufffd');
}
