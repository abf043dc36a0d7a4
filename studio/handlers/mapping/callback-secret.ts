import type { components } from '../../../generated/studio.ts';
import type { ShownSecret } from '../../../src/domain/callbacks/secret.ts';

/** The callback secret in the app's contract's form. */
export function callbackSecretBody({
  callbackSecret,
  previousUntil,
}: ShownSecret): components['schemas']['CallbackSecret'] {
  return { callbackSecret, previousUntil: previousUntil?.toISOString() ?? null };
}
