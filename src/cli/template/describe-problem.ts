import type { LocatedProblem } from '../../domain/templates/locate-problems.ts';
import { CommandError } from '../command-context.ts';

/** A problem in one line: `template.json:LINE:COLUMN  POINTER (ELEMENT): DETAIL`, as far as known. */
export function describeProblem({ pointer, detail, elementId, line, column }: LocatedProblem): string {
  const place = line === null ? '' : `template.json:${line}:${column}  `;
  const element = elementId === null ? '' : ` (${elementId})`;
  return pointer === '' ? `${place}${detail}` : `${place}${pointer}${element}: ${detail}`;
}

/** A warning in one line. */
export function describeWarning(warning: LocatedProblem): string {
  return `warning: ${describeProblem(warning)}`;
}

/** The error of a command whose template has problems: a line for each. */
export function invalidTemplate(place: string, problems: readonly LocatedProblem[]): CommandError {
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return new CommandError(`${place} is not a valid template (${count}).`, {
    code: 'TEMPLATE_INVALID',
    problems,
    lines: problems.map(describeProblem),
  });
}
