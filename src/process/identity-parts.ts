import type { StudioParts } from '../../studio/handlers/operation.ts';
import type { Config } from '../config/config.ts';
import { createSecretSeal } from '../domain/secret-seal.ts';
import { createOidcProvider } from '../domain/sessions/oidc-provider.ts';
import { createPasswords } from '../domain/sessions/passwords.ts';
import { maxFileBytes } from '../http/studio/studio-api.ts';
import type { Storage } from '../storage/storage.ts';
import type { Database } from '../store/database.ts';
import { countUnreadableFactors } from '../store/second-factors.ts';
import type { Logger } from '../telemetry/log.ts';

/** Builds what signing in, members and keys of the app need. */
export async function buildIdentityParts(
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
): Promise<Pick<StudioParts, 'signIn' | 'oidc' | 'session' | 'keys' | 'deleteAccount'>> {
  const { plans, batchMaxRows, maxBodyBytes, callbackOffsetsMs } = config;
  const provider = config.oidc === null ? null : createOidcProvider(config.oidc);
  const session = { db, plans, publicUrl, limits: { batchMaxRows, maxFileBytes, maxBodyBytes } };
  const seal = createSecretSeal(signingSecret, 'second factors');
  const unreadableFactors = await countUnreadableFactors(db, seal.id);
  if (unreadableFactors > 0) {
    log.warn(
      { unreadableFactors },
      'SIGNING_SECRET was changed: codes of older second factors are refused. Restore it, let members use ' +
        'their recovery codes, or reset their factors (platen account reset-factor).',
    );
  }
  return {
    signIn: { ...session, passwords: createPasswords(), seal, log },
    oidc: { db, provider, publicUrl, log },
    session,
    keys: { db, plans },
    deleteAccount: { db, storage, log, callbackOffsetsMs },
  };
}
