import { rotateOwnSecret } from '../../src/domain/callbacks/secret.ts';
import { callbackSecretBody } from './mapping/callback-secret.ts';
import type { Handler } from './operation.ts';

export const rotateCallbackSecret: Handler<'rotateCallbackSecret'> = async ({ caller }, { db }) => {
  return { status: 200, headers: {}, body: callbackSecretBody(await rotateOwnSecret(db, caller)) };
};
