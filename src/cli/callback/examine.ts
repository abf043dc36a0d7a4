/** Checks a request as a receiver of callbacks should, and describes what is wrong with it. */
import { verifyCallback } from '../../domain/callbacks/signature.ts';
import { MAX_BODY_BYTES, type Reception } from './receiver.ts';

/** The result for one request. */
export interface Examination {
  readonly deliveryId: string | null;
  /** At least one scheme verifies, and no scheme that is used fails; null without a secret. */
  readonly isGenuine: boolean | null;
  /** What is right, and what is wrong and why. */
  readonly findings: readonly Finding[];
}

export interface Finding {
  readonly isGood: boolean;
  readonly text: string;
}

const counters = ['totalItems', 'completedItems', 'failedItems'];
const finalStatuses = ['COMPLETED', 'FAILED', 'CANCELLED'];

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
  if (isCutOff) problems.push(`its body has more than ${MAX_BODY_BYTES} bytes, and was cut off`);
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
    ...(finalStatuses.includes(String(completion['status'])) ? [] : ['status']),
    ...counters.filter((name) => !Number.isInteger(completion[name])),
  ];
  return {
    deliveryId: isText('deliveryId') ? String(completion['deliveryId']) : null,
    problems: missing.length === 0 ? [] : [`the body lacks valid values for ${missing.join(', ')}`],
  };
}
