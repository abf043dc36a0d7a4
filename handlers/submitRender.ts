import { submitRender as submit } from '../src/domain/batches/submit-render.ts';
import type { Handler } from './operation.ts';

export const submitRender: Handler<'submitRender'> = async (call, { submit: parts }) => {
  const { path, body, header, bodyHash, caller, signal } = call;
  const { variables, format = 'png', options = {}, callbackUrl = null, metadata } = body;
  const key = header['Idempotency-Key'];
  const { render, quota, isReplayed } = await submit(parts, {
    templateId: path.templateId,
    variables,
    format,
    options,
    callbackUrl,
    metadata,
    idempotency: key === undefined || bodyHash === null ? null : { key, bodyHash },
    caller,
    signal,
  });
  return {
    status: 202,
    headers: {
      'X-Quota-Limit': quota.limit,
      'X-Quota-Remaining': quota.remaining,
      'X-Quota-Reset': quota.resetsAt.toISOString(),
      ...(isReplayed && { 'Idempotent-Replayed': 'true' }),
    },
    body: { ...render, createdAt: render.createdAt.toISOString() },
  };
};
