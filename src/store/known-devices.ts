/** Browsers in which an account has signed in within 90 days, by the hash of the token in their cookie. */
import { queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';

const isCurrent = `signed_in_at > now() - interval '90 days'`;

/** Max browsers of an account; a new one replaces the one that was not used for longest. */
const maxOfAccount = 20;

/** Whether an account has signed in with a browser. */
export async function isKnownDevice(db: Database, accountId: string, tokenHash: Buffer): Promise<boolean> {
  const found = await readRows(
    db,
    `select from known_devices
     where token_hash = :tokenHash and account_id = :accountId and ${isCurrent}`,
    { accountId, tokenHash },
  );
  return found.length > 0;
}

/** Whether any account has signed in with a browser. */
export async function hasDevice(db: Database, tokenHash: Buffer): Promise<boolean> {
  const found = await readRows(
    db,
    `select from known_devices where token_hash = :tokenHash and ${isCurrent} limit 1`,
    { tokenHash },
  );
  return found.length > 0;
}

/** Records a sign-in with a browser. */
export async function addDevice(db: Database, accountId: string, tokenHash: Buffer): Promise<void> {
  await queryRows(
    db,
    `insert into known_devices (token_hash, account_id) values (:tokenHash, :accountId)
     on conflict (token_hash, account_id) do update set signed_in_at = now()`,
    { accountId, tokenHash },
  );
  await queryRows(
    db,
    `delete from known_devices where account_id = :accountId and token_hash in (
       select token_hash from known_devices where account_id = :accountId
       order by signed_in_at desc, token_hash offset ${maxOfAccount}
     )`,
    { accountId },
  );
}

/** Forgets all browsers of an account. */
export async function removeDevices(transaction: Database, accountId: string): Promise<void> {
  await queryRows(transaction, 'delete from known_devices where account_id = :accountId', { accountId });
}

/** Forgets browsers that were not used for long. Returns how many. */
export async function removeOldDevices(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from known_devices where not (${isCurrent}) returning account_id`,
    {},
  );
  return removed.length;
}
