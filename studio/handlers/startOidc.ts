import { FLOW_SECONDS, startOidc as start } from '../../src/domain/sessions/oidc.ts';
import type { Handler } from './operation.ts';

export const startOidc: Handler<'startOidc'> = async ({ client, query }, { oidc }) => {
  const { location, started } = await start(oidc, client, query.returnTo);
  return {
    status: 302,
    headers: { Location: location },
    ...(started !== null && {
      cookies: [{ name: 'oidc', value: started, maxAgeSeconds: FLOW_SECONDS }],
    }),
  };
};
