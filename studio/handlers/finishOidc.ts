import { finishOidc as finish } from '../../src/domain/sessions/oidc.ts';
import type { Cookie, Handler } from './operation.ts';
import { sessionCookie, signInClient } from './mapping/session-cookie.ts';

const noFlow: Cookie = { name: 'oidc', value: null, maxAgeSeconds: 0 };

export const finishOidc: Handler<'finishOidc'> = async ({ client, query }, { oidc }) => {
  const answer = { flow: client.cookies.oidc, query };
  const { location, started } = await finish(oidc, signInClient(client), answer);
  const cookies = started === null ? [noFlow] : [noFlow, sessionCookie(started)];
  return { status: 302, headers: { Location: location }, cookies };
};
