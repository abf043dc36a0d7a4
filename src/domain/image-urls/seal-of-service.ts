import { randomBytes } from 'node:crypto';
import type { Database } from '../../store/database.ts';
import { getOrCreateSetting, readSetting, writeSetting } from '../../store/settings.ts';
import { countUnreadableKeys } from '../../store/url-keys.ts';
import { createSecretSeal, type SecretSeal } from '../secret-seal.ts';

const settingName = 'url key seal';

/**
 * The secret that signs download URLs and seals the secrets of URL keys.
 *
 * @param configured SIGNING_SECRET. Null: made once, and kept in the database
 */
export async function readSigningSecret(db: Database, configured: string | null): Promise<string> {
  return configured ?? (await getOrCreateSetting(db, 'signing secret', makeSecret));
}

/**
 * Opens the seal of a service, which commands must share with it.
 *
 * @returns the seal, and how many URL keys it cannot read, because SIGNING_SECRET was changed
 */
export async function openServiceSeal(
  db: Database,
  signingSecret: string,
): Promise<{ readonly seal: SecretSeal; readonly unreadableKeys: number }> {
  const seal = createSecretSeal(signingSecret);
  await writeSetting(db, settingName, seal.id.toString('hex'));
  return { seal, unreadableKeys: await countUnreadableKeys(db, seal.id) };
}

/** The seal for a command. Null: the service was last started with another SIGNING_SECRET. */
export async function openCommandSeal(db: Database, signingSecret: string): Promise<SecretSeal | null> {
  const seal = createSecretSeal(signingSecret);
  const ofService = await readSetting(db, settingName);
  return ofService === null || ofService === seal.id.toString('hex') ? seal : null;
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}
