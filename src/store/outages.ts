/**
 * Errors that mean that the database cannot be used now, as opposed to errors of a statement.
 */
import { DatabaseError } from 'pg';
import knex from 'knex';
import { DatabaseSilentError } from './session.ts';

/** PostgreSQL's codes for an ended or lost connection (class 08, 57P01, 57P02), and the system's. */
const lostCodes = /^(?:08\w{3}|57P0[125]|ECONNRESET|EPIPE)$/;
/** The driver's errors without a code, for a connection that ends during or before a query. */
const lostMessages = /Connection terminated|connection error and is not queryable/;

/** Whether the connection of a query was lost. The next one may work at once. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && (lostCodes.test(getCode(error)) || lostMessages.test(error.message));
}

/** Whether PostgreSQL rolled a transaction back because of others: serialization failure, deadlock. */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && /^(?:40001|40P01)$/.test(getCode(error));
}

/**
 * PostgreSQL's codes (Appendix A): not to be connected to (08, 28, 3D, 57P), without resources such as disk,
 * memory or connections (53), read-only after a failover (25006), a timeout of ours (25P03, 57014), an error
 * of its disk (58030), or conflicts that retries have not resolved (40001, 40P01).
 */
const awayCodes = /^(?:(?:08|28|53)\w{3}|3D000|57P0\d|25006|25P0[34]|57014|58030|40001|40P01)$/;
/** The system's codes for a server that cannot be reached. */
const unreachableCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** The driver's error for a connection that is not made in time. */
const connectTimeout = 'timeout expired';

/** Whether the database cannot be used now: it, or the way to it, is down, full, frozen or overloaded. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // The pool has no free connection.
  if (error instanceof knex.KnexTimeoutError || error instanceof DatabaseSilentError) return true;
  if (error instanceof DatabaseError) return awayCodes.test(error.code ?? '');
  return (
    unreachableCodes.has(getCode(error)) ||
    lostMessages.test(error.message) ||
    error.message === connectTimeout
  );
}

function getCode(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
