/** Sign-ins at the OpenID provider that are in progress. A flow lasts 10 minutes, and is taken once. */
import { queryRows, type Database } from './database.ts';
import { makeToken } from './tokens.ts';

/** What the answer of the provider is checked with. */
export interface OidcFlow {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** The page of the app to open afterwards. */
  readonly returnTo: string;
}

/** How long a flow lasts. */
export const OIDC_FLOW_SECONDS = 600;

/** Stores a flow and returns the token of its cookie. */
export async function addOidcFlow(db: Database, flow: OidcFlow): Promise<string> {
  const { token, hash } = makeToken();
  await queryRows(
    db,
    `insert into oidc_flows (token_hash, state, nonce, code_verifier, return_to)
     values (:hash, :state, :nonce, :codeVerifier, :returnTo)`,
    { hash, ...flow },
  );
  return token;
}

/** Takes a flow by the hash of its cookie's token: of several requests at once, one gets it. */
export async function takeOidcFlow(db: Database, tokenHash: Buffer): Promise<OidcFlow | null> {
  const [flow] = await queryRows<OidcFlow & { readonly isCurrent: boolean }>(
    db,
    `delete from oidc_flows where token_hash = :tokenHash
     returning state, nonce, code_verifier as "codeVerifier", return_to as "returnTo",
               created_at > now() - interval '${OIDC_FLOW_SECONDS} seconds' as "isCurrent"`,
    { tokenHash },
  );
  if (flow?.isCurrent !== true) return null;
  const { isCurrent: _, ...current } = flow;
  return current;
}

/** Deletes flows that nobody has finished in time. Returns how many. */
export async function removeOldFlows(db: Database): Promise<number> {
  const removed = await queryRows(
    db,
    `delete from oidc_flows where created_at < now() - interval '${OIDC_FLOW_SECONDS} seconds'
     returning token_hash`,
    {},
  );
  return removed.length;
}
