import type { PackedResult } from '../../render/job.ts';
import type { Database } from '../../store/database.ts';
import { refundCause } from '../../store/quota.ts';
import { problems } from '../problems/catalogue.ts';
import type { Charge } from '../quota/charge.ts';
import {
  generate,
  type Generated,
  type GenerateParts,
  type GenerateRequest,
  type Rendered,
} from './generate.ts';

/**
 * Generates one output that is the body of the response.
 *
 * @throws Problem
 */
export async function generateImage(
  parts: GenerateParts,
  request: GenerateRequest & { readonly kept?: KeptRender },
): Promise<Generated<PackedResult>> {
  return await generate(parts, request, {
    refund: refundCause,
    check: () => Promise.resolve(),
    async complete(rendered, charge) {
      // A process that was blocked for long is presumed dead, and its charges are refunded.
      if (!(await settle(parts, rendered, charge, request.kept)))
        throw problems.rendererUnavailable(1, 'the charge was refunded');
      return rendered.result;
    },
  });
}

/** Keeps a render for requests that repeat its own. If it rejects, nothing is delivered. */
export interface KeptRender {
  writeFile(file: Uint8Array): Promise<void>;
  /** @param transaction settles the charge, too */
  storeAnswer(transaction: Database, rendered: Rendered): Promise<void>;
}

async function settle(
  { db }: GenerateParts,
  rendered: Rendered,
  charge: Charge,
  kept: KeptRender | undefined,
): Promise<boolean> {
  if (kept === undefined) return await charge.settle();
  await kept.writeFile(rendered.result.data);
  return await db.transaction(async (transaction) => {
    await kept.storeAnswer(transaction, rendered);
    return await charge.settle(transaction);
  });
}
