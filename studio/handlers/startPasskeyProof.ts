import { startOwnProof } from '../../src/domain/sessions/second-factor/passkeys/own-passkeys.ts';
import type { Handler } from './operation.ts';

export const startPasskeyProof: Handler<'startPasskeyProof'> = async ({ caller }, { signIn }) => {
  const options = await startOwnProof(signIn, caller);
  return { status: 200, headers: {}, body: { options } };
};
