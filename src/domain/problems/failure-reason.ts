import { RemoteImageError } from '../../render/assets.ts';
import { RenderInputError, VariableError } from '../../render/errors.ts';
import { RendererBusyError, RendererCrashedError } from '../../renderer/errors.ts';
import type { RenderFailureReason } from '../../telemetry/events.ts';
import { Problem } from './problem.ts';

/**
 * Whose fault a failed render is: `origin` (the server of an image), `input` (values or template), `renderer`
 * (a crash, or too much time or memory), `service` (everything else). Null: it has not failed, but was
 * refused for lack of room or because of a rule.
 */
export function failureReason(error: unknown): RenderFailureReason | null {
  if (findOriginFailure(error) !== null) return 'origin';
  if (error instanceof VariableError || error instanceof RenderInputError) return 'input';
  if (error instanceof RendererCrashedError) return 'renderer';
  if (error instanceof RendererBusyError) return null;
  if (error instanceof Problem && (error.status < 500 || error.status === 503)) return null;
  return 'service';
}

/** What the server of an image did, like `timeout` or `status-5xx`; null if none is to blame. */
export function findOriginFailure(error: unknown): string | null {
  if (error instanceof RemoteImageError || error instanceof VariableError) return error.originFailure;
  return null;
}
