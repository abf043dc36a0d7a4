import { setImmediate as nextTurn } from 'node:timers/promises';
import { compileTemplateSchema } from '../domain/templates/check/schema.ts';
import { loadClient } from '../outbound/send-request.ts';

/**
 * Loads what the first requests of some kinds need, a turn each: a preview (the schema of templates), an
 * agent's message, a passkey, a picture of another server. Loaded by that request, each would hold up the
 * requests of others for 35 to 110 ms.
 */
export async function loadFirstUses(): Promise<void> {
  await nextTurn();
  compileTemplateSchema();
  await nextTurn();
  await import('../mcp/serve-http.ts');
  await import('@simplewebauthn/server');
  await loadClient();
}
