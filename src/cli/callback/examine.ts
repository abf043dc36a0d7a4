/**
 * What a receiver of callbacks should look at, and what to say where it does not fit.
 */
import { verifyCallback } from '../../domain/callbacks/signature.ts';
import { MOST_BYTES, type Reception } from './receiver.ts';

/** What was found out of one request. */
export interface Examination {
  readonly deliveryId: string | null;
  /** One scheme verifies at least, and none that is used fails; null where there is no secret to verify with. */
  readonly isGenuine: boolean | null;
  /** Lines that say what fits, and what does not and why. */
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly isGood: boolean;
  readonly text: string;
}

const counters = ['totalItems', 'completedItems', 'failedItems'];
const ends = ['COMPLETED', 'FAILED', 'CANCELLED'];

/** Examines a request as a careful receiver would. */
export function examine(reception: Reception, secret: string | null, now: Date): Examination {
  const signatures = secret === null ? [] : checkSignatures(reception, secret, now);
  const findings: Finding[] = [...checkRequest(reception), ...signatures];
  const { deliveryId, problems } = readCompletion(reception.body);
  findings.push(...problems.map((text) => ({ isGood: false, text })));
  const id = reception.headers['webhook-id'];
  if (deliveryId !== null && id !== undefined && id !== deliveryId) {
    findings.push({
      isGood: false,
      text: `webhook-id is ${String(id)}, but the body's deliveryId ${deliveryId}`,
    });
  }
  const used = signatures.filter(({ isUsed }) => isUsed);
  const isGenuine = used.length > 0 && used.every(({ isGood }) => isGood);
  return { deliveryId, isGenuine: secret === null ? null : isGenuine, findings };
}

function checkRequest({ method, headers, isCutOff }: Reception): Finding[] {
  const problems = [];
  if (method !== 'POST') problems.push(`it is a ${method}, and callbacks are POSTs`);
  const type = headers['content-type'] ?? 'missing';
  if (!/^application\/json\s*(;|$)/i.test(type))
    problems.push(`its Content-Type is ${type}, not application/json`);
  if (isCutOff) problems.push(`its body is over ${MOST_BYTES} bytes, and was cut off`);
  return problems.map((text) => ({ isGood: false, text }));
}

function checkSignatures(
  reception: Reception,
  secret: string,
  now: Date,
): (Finding & { readonly isUsed: boolean })[] {
  const { service, standardWebhooks } = verifyCallback(reception, { secret, now });
  const isUsed = (...names: string[]): boolean => names.some((name) => name in reception.headers);
  return [
    { ...describe('X-Service-Signature', service), isUsed: isUsed('x-service-signature') },
    {
      ...describe('webhook-signature (Standard Webhooks)', standardWebhooks),
      isUsed: isUsed('webhook-id', 'webhook-timestamp', 'webhook-signature'),
    },
  ];
}

function describe(scheme: string, problem: string | null): Finding {
  return problem === null
    ? { isGood: true, text: `${scheme} verifies` }
    : { isGood: false, text: `${scheme}: ${problem}` };
}

function readCompletion(body: Buffer): { readonly deliveryId: string | null; readonly problems: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch (error) {
    return { deliveryId: null, problems: [`the body is no JSON: ${(error as Error).message}`] };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { deliveryId: null, problems: ['the body is no JSON object'] };
  }
  const completion = value as Record<string, unknown>;
  const isText = (name: string): boolean => typeof completion[name] === 'string';
  const missing = [
    ...['deliveryId', 'jobId', 'completedAt'].filter((name) => !isText(name)),
    ...(ends.includes(String(completion['status'])) ? [] : ['status']),
    ...counters.filter((name) => !Number.isInteger(completion[name])),
  ];
  return {
    deliveryId: isText('deliveryId') ? String(completion['deliveryId']) : null,
    problems: missing.length === 0 ? [] : [`the body lacks, or has something odd as, ${missing.join(', ')}`],
  };
}
