import { Problem } from '../../domain/problems/problem.ts';
import { CommandError } from '../command-context.ts';

/** A refusal in one line, without its code in front. */
export async function sayRefusal<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof Problem ? new CommandError(error.detail, { code: error.code }) : error;
  }
}
