/** Second factors of accounts: sealed secrets for codes by time, passkeys, and hashes of recovery codes. */
import { queryRow, queryRows, type Database } from './database.ts';
import { readRows } from './lost-connection.ts';
import type { SealedSecret } from './url-keys.ts';

export interface SecondFactor extends SealedSecret {
  /** Whether a code has confirmed it; it does not count before. */
  readonly isConfirmed: boolean;
}

/** SQL: whether an account has codes by time that count. */
function hasApp(accountId: string): string {
  return `exists (
    select from second_factors f where f.account_id = ${accountId} and f.confirmed_at is not null)`;
}

/** SQL: whether an account has a second factor that counts. */
export function hasSecondFactor(accountId: string): string {
  return `(${hasApp(accountId)} or exists (select from passkeys p where p.account_id = ${accountId}))`;
}

/** The second factor of an account, or null. */
export async function findSecondFactor(db: Database, accountId: string): Promise<SecondFactor | null> {
  const [factor] = await readRows<SecondFactor>(
    db,
    `select sealed_secret as "sealedSecret", sealed_with as "sealedWith",
            confirmed_at is not null as "isConfirmed"
     from second_factors where account_id = :accountId`,
    { accountId },
  );
  return factor ?? null;
}

/** How many second factors that count were sealed with another SIGNING_SECRET. */
export async function countUnreadableFactors(db: Database, sealedWith: Buffer): Promise<number> {
  const { count } = await queryRow<{ count: number }>(
    db,
    `select cast(count(*) as integer) as count from second_factors
     where confirmed_at is not null and sealed_with <> :sealedWith`,
    { sealedWith },
  );
  return count;
}

/** What the app shows of an account's second factor. */
export interface FactorState {
  readonly hasSecondFactor: boolean;
  readonly hasApp: boolean;
  /** The domains that its passkeys were made for. */
  readonly passkeyDomains: readonly string[];
  readonly recoveryCodesLeft: number;
  /** Whether the workspace requires one. */
  readonly isRequired: boolean;
}

const noFactors: FactorState = {
  hasSecondFactor: false,
  hasApp: false,
  passkeyDomains: [],
  recoveryCodesLeft: 0,
  isRequired: false,
};

export async function readFactorState(db: Database, accountId: string): Promise<FactorState> {
  const [state] = await readRows<FactorState>(
    db,
    `select ${hasSecondFactor('a.id')} as "hasSecondFactor", ${hasApp('a.id')} as "hasApp",
            array(select distinct p.rp_id from passkeys p where p.account_id = a.id) as "passkeyDomains",
            (select count(*)::int from recovery_codes c where c.account_id = a.id) as "recoveryCodesLeft",
            w.requires_second_factor as "isRequired"
     from accounts a join workspaces w on w.id = a.workspace_id where a.id = :accountId`,
    { accountId },
  );
  return state ?? noFactors;
}

/** Keeps a secret that is to be confirmed; it replaces an earlier one. False: the account has a factor. */
export async function startSecondFactor(
  transaction: Database,
  { accountId, sealedSecret, sealedWith }: SealedSecret & { readonly accountId: string },
): Promise<boolean> {
  await queryRows(
    transaction,
    'delete from second_factors where account_id = :accountId and confirmed_at is null',
    { accountId },
  );
  const started = await queryRows(
    transaction,
    `insert into second_factors (account_id, sealed_secret, sealed_with)
     values (:accountId, :sealedSecret, :sealedWith)
     on conflict (account_id) do nothing returning account_id`,
    { accountId, sealedSecret, sealedWith },
  );
  return started.length > 0;
}

/** Makes codes by time count. */
export async function confirmSecondFactor(transaction: Database, accountId: string): Promise<void> {
  await queryRow(
    transaction,
    'update second_factors set confirmed_at = now() where account_id = :accountId returning account_id',
    { accountId },
  );
}

/** Replaces the recovery codes of an account. */
export async function setRecoveryCodes(
  transaction: Database,
  accountId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await queryRows(transaction, 'delete from recovery_codes where account_id = :accountId', { accountId });
  for (const codeHash of codeHashes)
    await queryRows(
      transaction,
      'insert into recovery_codes (account_id, code_hash) values (:accountId, :codeHash)',
      { accountId, codeHash },
    );
}

/** Uses the code of a time step. False if that of the step, or of a later one, was used. */
export async function useStep(transaction: Database, accountId: string, step: number): Promise<boolean> {
  const used = await queryRows(
    transaction,
    `update second_factors set last_step = :step where account_id = :accountId and last_step < :step
     returning account_id`,
    { accountId, step },
  );
  return used.length > 0;
}

/** Uses a recovery code. False if there is no such code (any more). */
export async function useRecoveryCode(
  transaction: Database,
  accountId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const used = await queryRows(
    transaction,
    `delete from recovery_codes where account_id = :accountId and code_hash = :codeHash returning account_id`,
    { accountId, codeHash },
  );
  return used.length > 0;
}

/** Removes codes by time. */
export async function removeApp(transaction: Database, accountId: string): Promise<void> {
  await queryRows(transaction, 'delete from second_factors where account_id = :accountId', { accountId });
}

/** Removes all second factors of an account, with its recovery codes. False if it had none. */
export async function removeFactors(transaction: Database, accountId: string): Promise<boolean> {
  const { hasSecondFactor: had } = await readFactorState(transaction, accountId);
  for (const table of ['second_factors', 'passkeys', 'recovery_codes'])
    await queryRows(transaction, `delete from ${table} where account_id = :accountId`, { accountId });
  return had;
}

/** Sets whether members who sign in without a provider need a second factor. False: nothing has changed. */
export async function setFactorRequired(
  transaction: Database,
  workspaceId: string,
  isRequired: boolean,
): Promise<boolean> {
  const changed = await queryRows(
    transaction,
    `update workspaces set requires_second_factor = :isRequired
     where id = :workspaceId and requires_second_factor <> :isRequired returning id`,
    { workspaceId, isRequired },
  );
  return changed.length > 0;
}
