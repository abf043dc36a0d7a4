import type { Schema } from '../../api/client.ts';
import type { ApiError } from '../../api/problem.ts';

/** The problems that a document was refused for; null for other errors. */
export function refusedProblems(error: ApiError | null): readonly Schema<'TemplateProblem'>[] | null {
  if (error?.code !== 'TEMPLATE_INVALID') return null;
  return (error.problem['problems'] as readonly Schema<'TemplateProblem'>[] | undefined) ?? [];
}
