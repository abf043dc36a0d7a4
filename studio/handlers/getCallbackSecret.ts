import { showSecret } from '../../src/domain/callbacks/secret.ts';
import { callbackSecretBody } from './mapping/callback-secret.ts';
import type { Handler } from './operation.ts';

export const getCallbackSecret: Handler<'getCallbackSecret'> = async ({ caller }, { db }) => {
  return { status: 200, headers: {}, body: callbackSecretBody(await showSecret(db, caller)) };
};
