import { getSystemErrorMessage } from 'node:util';
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

/** What a person at the terminal reads: the message in one line, and the lines that a CommandError adds. */
export function errorLines(error: unknown): string[] {
  return [toLine(error), ...(error instanceof CommandError ? error.lines : [])];
}

/** An error's message in one line. */
function toLine(error: unknown): string {
  if (error instanceof CommanderError && error.message === '(outputHelp)') {
    return 'expected a command; --help lists them';
  }
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^error: /, '').replaceAll(/\s*\n\s*/g, ' ');
}

/** Why the system refuses a file: "no such file or directory". Other errors have their own message. */
export function systemReason(error: unknown): string {
  if (error instanceof Error && 'errno' in error && typeof error.errno === 'number')
    return getSystemErrorMessage(error.errno);
  return error instanceof Error ? error.message : String(error);
}

function classify(error: unknown): readonly [code: string, problems: readonly CommandProblem[]] {
  if (error instanceof CommandError) return [error.code, error.problems];
  if (error instanceof CommanderError) return ['USAGE', []];
  if (error instanceof ConfigError) return ['CONFIGURATION', []];
  if (error instanceof Problem) return [error.code, error.facts.errors ?? []];
  const field = toFieldError(error);
  return field === null ? ['COMMAND_FAILED', []] : ['VALIDATION_ERROR', [field]];
}
