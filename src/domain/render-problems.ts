import { RemoteImageError } from '../render/assets.ts';
import { VariableError } from '../render/bind/variable-error.ts';
import { RenderInputError } from '../render/errors.ts';
import { RendererBusyError, RendererCrashedError } from '../render/pool/errors.ts';
import { StorageUnavailableError } from '../storage/storage.ts';
import { Problem, problems, type FieldError } from './errors.ts';

/** Whatever ended a render, as the caller gets to see it. What is not known is a fault of ours. */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const refusal = refusalOf(error);
  if (refusal !== null) return problems.invalidRequest([refusal]);
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
  if (error instanceof StorageUnavailableError) return problems.filesUnavailable(error);
  return problems.internalError(error);
}

/** What a value or the template itself is refused for; null where the error is none of those. */
export function refusalOf(error: unknown): FieldError | null {
  if (!(error instanceof VariableError || error instanceof RenderInputError)) return null;
  const { variable, message } = error;
  // Without a variable, the template itself cannot be rendered as asked.
  const pointer =
    variable === null ? '' : `/variables/${variable.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { pointer, detail: message };
}
