/** What the browser keeps for an account between pages. No other account of the browser finds it. */
import { knownSession } from './session.ts';

type Kind = 'unsaved' | 'tried';

/** What the names of the values of a kind begin with, for the account that is signed in. */
export function keptKey(kind: Kind): string {
  return `platen-${kind}-${knownSession()?.account.id ?? 'nobody'}-`;
}
