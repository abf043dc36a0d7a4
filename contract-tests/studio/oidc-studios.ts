import { findFreePort } from '../../test/helpers/free-port.ts';
import { startOidcProvider, type TestProvider } from '../../test/helpers/oidc-provider.ts';
import { startOwnStudio, startStudio, type Studio } from '../../test/helpers/studio.ts';

/** An OpenID provider, a studio whose people it signs in, and one without a provider. */
export interface OidcStudios {
  readonly provider: TestProvider;
  readonly studio: Studio;
  readonly withoutProvider: Studio;
  close(): Promise<void>;
}

/** Starts a provider and two studios. */
export async function startOidcStudios(): Promise<OidcStudios> {
  const port = await findFreePort();
  const provider = await startOidcProvider(`http://127.0.0.1:${port}`);
  const studio = await startOwnStudio({ databaseProxy: true, env: { PORT: String(port), ...provider.env } });
  const withoutProvider = await startStudio();
  return {
    provider,
    studio,
    withoutProvider,
    async close() {
      await studio.close();
      await withoutProvider.close();
      await provider.close();
    },
  };
}
