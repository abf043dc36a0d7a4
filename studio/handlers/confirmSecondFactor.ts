import { confirmOwnFactor } from '../../src/domain/sessions/second-factor/own-factor.ts';
import type { Handler } from './operation.ts';

export const confirmSecondFactor: Handler<'confirmSecondFactor'> = async ({ caller, body }, { signIn }) => {
  const recoveryCodes = await confirmOwnFactor(signIn, caller, body.code);
  return { status: 200, headers: {}, body: { recoveryCodes: [...recoveryCodes] } };
};
