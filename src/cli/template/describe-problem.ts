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

/** A template has problems. The message has one line for each. */
export class InvalidTemplate extends CommandError {
  readonly problems: readonly LocatedProblem[];

  constructor(place: string, problems: readonly LocatedProblem[]) {
    super([`${place} is not a valid template:`, ...problems.map(describeProblem)].join('\n'));
    this.problems = problems;
  }
}
