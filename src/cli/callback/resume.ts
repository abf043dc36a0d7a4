import { redeliverSuppressed } from '../../store/callbacks/deliveries.ts';
import { resumeEndpoint } from '../../store/callbacks/endpoints.ts';
import { printResult, CommandError, withContext } from '../command-context.ts';

export interface ResumeOptions {
  readonly workspace: string;
  /** An endpoint, from `endpointUrl`. */
  readonly url: string;
  readonly redeliver?: boolean;
}

/**
 * `callback resume`: ends the pause of an endpoint.
 *
 * @throws CommandError
 */
export async function resumeCallbacks(
  { workspace: workspaceId, url, redeliver = false }: ResumeOptions,
  globals: { readonly json?: boolean },
): Promise<void> {
  await withContext(async ({ db }) => {
    const endpoint = { workspaceId, url };
    const pausedAt = await resumeEndpoint(db, endpoint);
    // Deliveries may be sent again after a success has resumed the endpoint, too.
    if (pausedAt === null && !redeliver) {
      throw new CommandError(`Callbacks of workspace ${workspaceId} to ${url} are not paused.`);
    }
    const redelivered = redeliver ? await redeliverSuppressed(db, endpoint) : 0;
    printResult(globals, { url, pausedAt, redelivered }, [
      `endpoint     ${url}`,
      `was paused   ${pausedAt === null ? 'no' : `since ${pausedAt.toISOString()}`}`,
      `sent again   ${redelivered}`,
    ]);
  });
}
