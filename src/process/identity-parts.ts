import type { StudioParts } from '../../studio/handlers/operation.ts';
import type { Config } from '../config/config.ts';
import { createSecretSeal } from '../domain/secret-seal.ts';
import { createOidcProvider } from '../domain/sessions/oidc-provider.ts';
import { createPasswords } from '../domain/sessions/passwords.ts';
import { maxFileBytes } from '../http/studio/studio-api.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../telemetry/log.ts';

/** Builds what signing in, members and keys of the app need. */
export function buildIdentityParts(
  config: Config,
  log: Logger,
  {
    db,
    storage,
    publicUrl,
    signingSecret,
  }: {
    readonly db: Database;
    readonly storage: Storage;
    readonly publicUrl: () => string;
    readonly signingSecret: string;
  },
): Pick<StudioParts, 'signIn' | 'oidc' | 'session' | 'keys' | 'deleteAccount'> {
  const { plans, batchMaxRows, maxBodyBytes, callbackOffsetsMs } = config;
  const provider = config.oidc === null ? null : createOidcProvider(config.oidc);
  const session = { db, plans, limits: { batchMaxRows, maxFileBytes, maxBodyBytes } };
  return {
    signIn: {
      ...session,
      passwords: createPasswords(),
      seal: createSecretSeal(signingSecret, 'second factors'),
    },
    oidc: { db, provider, publicUrl, log },
    session,
    keys: { db, plans },
    deleteAccount: { db, storage, log, callbackOffsetsMs },
  };
}
