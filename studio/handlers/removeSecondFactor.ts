import { removeOwnFactor } from '../../src/domain/sessions/second-factor/own-factor.ts';
import type { Handler } from './operation.ts';

export const removeSecondFactor: Handler<'removeSecondFactor'> = async (
  { caller, client, body },
  { signIn },
) => {
  await removeOwnFactor(signIn, caller, client.address, body);
  return { status: 204, headers: {} };
};
