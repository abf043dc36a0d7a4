/**
 * Who sends a request. A key is found by its hash, so that the time of an answer tells nothing about how much of a wrong key was
 * right.
 */
import type { PlanName } from '../domain/plans.ts';
import { queryPrepared, queryRows, type Database } from './database.ts';
import {
  describeToken,
  takeTokenSql,
  type Rate,
  type RateLimitResult,
  type TokenBindings,
  type TokenRow,
} from './rate-limits.ts';
import { readPrepared, repeatCut } from './repeat-cut.ts';
import { visibleTo, type Template } from './templates.ts';

/** Who sends a request: the account, workspace and plan behind a key. */
export interface Caller {
  readonly keyId: string;
  readonly keyName: string;
  readonly accountId: string;
  readonly workspaceId: string;
  readonly plan: PlanName;
}

/** A rate limit of callers, by their plans; each account has an allowance of its own. */
export interface CallerLimits {
  /** Before the account's id in the limit's key. */
  readonly name: string;
  readonly ofPlans: Readonly<Record<PlanName, Rate>>;
  /** The plans, and their rates in the same order, as the statement takes them. */
  readonly bindings: TokenBindings & { readonly plans: readonly string[] };
}

/** A caller whose request has been counted. */
export interface CountedCaller {
  readonly caller: Caller;
  readonly rate: RateLimitResult;
  /** The template that was asked for as well; null where the caller sees none of that id. */
  readonly template: Template | null;
}

/** The caller behind a key's hash, or null. Notes the use of the key, at most once a minute. */
export async function findCallerByKeyHash(db: Database, hash: Buffer): Promise<Caller | null> {
  const [found] = await readPrepared<CallerRow>(db, callerSql, { hash });
  if (found === undefined) return null;
  await noteUse(db, found);
  return callerOf(found);
}

/**
 * The same, with one request counted against the caller's rate limit and the template that it is about, or null: such requests need
 * all of it, and one statement has it in a third of the time.
 */
export async function findCountedCaller(
  db: Database,
  hash: Buffer,
  { name, ofPlans, bindings }: CallerLimits,
  templateId: string | null,
): Promise<CountedCaller | null> {
  // At worst counted twice where the connection broke.
  const [found] = await repeatCut(db, () =>
    queryPrepared<CallerRow & TokenRow & TemplateRow>(db, countedCallerSql, {
      hash,
      name,
      ...bindings,
      templateId,
    }),
  );
  if (found === undefined) return null;
  await noteUse(db, found);
  return {
    caller: callerOf(found),
    rate: describeToken(ofPlans[found.plan], found),
    template: templateOf(found),
  };
}

interface CallerRow extends Caller {
  /** Whether the use of the key has not been noted for a minute. */
  readonly isUnnoted: boolean;
}

/** All of them null where there is none. */
interface TemplateRow {
  readonly templateId: string | null;
  readonly templateName: string;
  readonly description: string;
  readonly projectId: string;
  readonly visibility: Template['visibility'];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly versionId: string;
}

const isUnnoted = `(last_used_at is null or last_used_at < now() - interval '1 minute')`;

const callerSql = `
  select k.id as "keyId", k.name as "keyName", k.account_id as "accountId",
         k.workspace_id as "workspaceId", w.plan, ${isUnnoted} as "isUnnoted"
  from api_keys k join workspaces w on w.id = k.workspace_id
  where k.hash = :hash`;

const countedCallerSql = `
  with caller as (${callerSql}), counted as (
    select :name || ':' || caller."accountId" as key, rate."intervalMs", rate."burstMs"
    from caller
    join unnest(cast(:plans as text[]), cast(:intervalsMs as float8[]), cast(:burstsMs as float8[]))
      as rate (plan, "intervalMs", "burstMs") on rate.plan = caller.plan
  ), taken as (${takeTokenSql('counted')})
  select caller.*, taken.*,
         t.id as "templateId", t.name as "templateName", t.description, t.project_id as "projectId",
         t.visibility, t.created_at as "createdAt", t.updated_at as "updatedAt", t.version_id as "versionId"
  from caller cross join taken
  left join templates t
    on t.id = cast(:templateId as uuid) and ${visibleTo('caller."workspaceId"', 'caller."accountId"')}`;

function callerOf({ keyId, keyName, accountId, workspaceId, plan }: CallerRow): Caller {
  return { keyId, keyName, accountId, workspaceId, plan };
}

function templateOf(row: TemplateRow): Template | null {
  const { templateId: id, templateName: name } = row;
  const { description, projectId, visibility, createdAt, updatedAt, versionId } = row;
  if (id === null) return null;
  return { id, name, description, projectId, visibility, createdAt, updatedAt, versionId };
}

/** Most requests find it noted. Nobody waits for others who note it as well. */
async function noteUse(db: Database, { keyId, isUnnoted: isDue }: CallerRow): Promise<void> {
  if (!isDue) return;
  await repeatCut(db, () =>
    queryRows(
      db,
      `with due as (
         select id from api_keys where id = :keyId and ${isUnnoted} for no key update skip locked
       )
       update api_keys set last_used_at = now() from due where api_keys.id = due.id`,
      { keyId },
    ),
  );
}
