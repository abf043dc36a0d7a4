import type { HandlerParts, Handlers, OperationId } from '../../handlers/operation.ts';
import type { Plan, Plans } from '../config/plans.ts';
import { admitSubmission, countRefusal } from '../domain/batches/submission-rate.ts';
import { problems } from '../domain/problems/catalogue.ts';
import type { RateRefusals } from '../domain/quota/rate-refusals.ts';
import { findTier } from '../domain/quota/request-rates.ts';
import type { Caller } from '../store/callers.ts';
import type { Database } from '../store/database.ts';
import type { Api } from './api.ts';
import { admitKey, readKey } from './authenticate.ts';
import type { BodyMemory } from './body/body-memory.ts';
import { maxValues } from './body/value-sizes.ts';
import type { ContractOperation } from './contract.ts';
import type { Exchange } from './exchange.ts';

export interface PublicApiParts {
  readonly db: Database;
  readonly contract: readonly ContractOperation[];
  readonly plans: Plans;
  /** Whether requests count against rate limits. */
  readonly limitsRates: boolean;
  readonly rateRefusals: RateRefusals;
  readonly maxBodyBytes: number;
  readonly handlers: Handlers;
  readonly handlerParts: HandlerParts;
}

/** The public API: requests with an API key. */
export function publicApi(parts: PublicApiParts, bodyMemory: BodyMemory): Api<Caller, HandlerParts> {
  const { handlers, handlerParts, limitsRates } = parts;
  return {
    contract: parts.contract.filter(({ isOpen }) => !isOpen),
    handlers,
    handlerParts,
    bodyMemory,
    admit: (operation, exchange) => admit(parts, operation, exchange),
    bodyOwner: ({ workspaceId }) => workspaceId,
    bodyLimit: ({ id }, _mediaType, { headers }) =>
      id === 'submitBatchJob'
        ? {
            maxBytes: parts.maxBodyBytes,
            maxMembers: handlerParts.submit.batchMaxRows * maxValuesPerRow,
            tooLarge: problems.batchBodyTooLarge,
          }
        : {
            maxBytes: parts.maxBodyBytes,
            maxMembers: maxValues,
            tooLarge: problems.payloadTooLarge,
            isHashed: keyedOperations.has(id) && headers['idempotency-key'] !== undefined,
          },
    async refuse(error, operation, exchange, caller) {
      if (limitsRates && submissionKey(operation, exchange) !== null) {
        await countRefusal(parts, caller, error);
      }
      throw error;
    },
  };
}

/** The operations that compare bodies of requests with one idempotency key. */
const keyedOperations: ReadonlySet<string> = new Set(['generateImage', 'submitRender']);

/** A row of a batch has fewer values on average than a single request may have. */
export const maxValuesPerRow = 250;

async function admit(
  parts: PublicApiParts,
  operation: ContractOperation,
  exchange: Exchange,
): Promise<Caller> {
  const { plans, limitsRates } = parts;
  const { incoming } = exchange;
  const hasKey = incoming.headers['idempotency-key'] !== undefined;
  const tierOf = (plan: Plan) => findTier(operation.id as OperationId, plan, hasKey);
  const caller = await admitKey(parts, exchange, {
    key: readKey(incoming),
    tierName: tierOf(plans.free).name,
    findTier: ({ plan }) => tierOf(plans[plan]),
    unknown: problems.keyUnknown,
  });
  const key = limitsRates ? submissionKey(operation, exchange) : null;
  if (key !== null) await admitSubmission(parts, caller, key);
  return caller;
}

/**
 * The idempotency key of a submission, or null. With one, it was counted as a read, because it may be a
 * repetition. If it is none, its refusal counts as a submission.
 */
function submissionKey({ id }: ContractOperation, { incoming }: Exchange): string | null {
  const key = incoming.headers['idempotency-key'];
  return id === 'submitBatchJob' && typeof key === 'string' ? key : null;
}
