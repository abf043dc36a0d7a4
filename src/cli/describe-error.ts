import { CommanderError } from 'commander';
import { ConfigError } from '../config/config-error.ts';
import { toFieldError } from '../domain/problems/to-problem.ts';
import { Problem } from '../domain/problems/problem.ts';
import { CommandError, type CommandProblem } from './command-context.ts';

/** What `--json` prints if a command fails. */
export interface ErrorDescription {
  readonly error: {
    readonly code: string;
    /** One line, as on standard error. */
    readonly message: string;
    readonly problems: readonly CommandProblem[];
  };
}

/** Describes the failure of a command for programs. */
export function describeError(error: unknown): ErrorDescription {
  const [code, problems] = classify(error);
  return { error: { code, message: toLine(error), problems } };
}

/** An error's message in one line. */
export function toLine(error: unknown): string {
  if (error instanceof CommanderError && error.message === '(outputHelp)') {
    return 'expected a command; --help lists them';
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
}

function classify(error: unknown): readonly [code: string, problems: readonly CommandProblem[]] {
  if (error instanceof CommandError) return [error.code, error.problems];
  if (error instanceof CommanderError) return ['USAGE', []];
  if (error instanceof ConfigError) return ['CONFIGURATION', []];
  if (error instanceof Problem) return [error.code, error.facts.errors ?? []];
  const field = toFieldError(error);
  return field === null ? ['COMMAND_FAILED', []] : ['VALIDATION_ERROR', [field]];
}
