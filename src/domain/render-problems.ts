import { RemoteImageError } from '../render/assets.ts';
import { VariableError } from '../render/bind/variable-error.ts';
import { RenderInputError } from '../render/errors.ts';
import { RendererBusyError, RendererCrashedError } from '../render/pool/errors.ts';
import { Problem, problems } from './errors.ts';

/** Whatever ended a render, as the caller gets to see it. What is not known is a fault of ours. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof VariableError) return refused(error.variable, error.message);
  if (error instanceof RenderInputError) return refused(error.variable, error.message);
  // Its message quotes the address, which is a value of the caller's: not for the log.
  if (error instanceof RemoteImageError) return problems.renderFailed(error.message);
  if (error instanceof RendererBusyError) return problems.rendererUnavailable(error.retryAfterSeconds, error);
  if (error instanceof RendererCrashedError) {
    return problems.renderFailed(
      error.reason === 'timeout'
        ? 'The render took too long and was stopped. Nothing was charged.'
        : 'The renderer failed at this render. Nothing was charged; it is safe to try again.',
      error,
    );
  }
  return problems.internalError(error);
}

/** `variable` is null where the template itself cannot be rendered as asked. */
function refused(variable: string | null, detail: string): Problem {
  const pointer =
    variable === null ? '' : `/variables/${variable.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return problems.invalidRequest([{ pointer, detail }]);
}
