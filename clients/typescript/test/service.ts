/** The real service, with clients whose responses are all checked against the contract. */
import type { PlanName } from '../../../src/config/plans.ts';
import { startFaultyProxy, type Fate } from '../../../test/helpers/faulty-proxy.ts';
import {
  addTemplate,
  createTenant,
  startTestService,
  type Tenant,
  type TestService,
} from '../../../test/helpers/http.ts';
import { checkedFetch } from '../../../test/helpers/requests.ts';
import { createPlatenClient, type PlatenClient, type RetryOptions } from '../src/index.ts';

export interface Scene {
  readonly service: TestService;
  /** Creates a workspace with the plan, and a template with an optional `title`. */
  tenant(plan?: PlanName): Promise<Tenant & { readonly templateId: string }>;
  close(): Promise<void>;
}

/** Starts the service and allows image and callback URLs of this machine. */
export async function startScene(env: Readonly<Record<string, string>> = {}): Promise<Scene> {
  const service = await startTestService({
    env: { RATE_LIMITS: 'off', OUTBOUND_ALLOW: '127.0.0.0/8', ...env },
    worksOnBatches: true,
  });
  return {
    service,
    async tenant(plan = 'studio') {
      const tenant = await createTenant(service.db, { plan });
      return { ...tenant, templateId: await addTemplate(service.db, tenant) };
    },
    close: () => service.close(),
  };
}

/** Short delays for tests. */
export const quick: RetryOptions = { firstDelay: 10, maxDelay: 50 };

/** A client and its requests: method, path and status. */
export function observedClient(
  baseUrl: string,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  retry: RetryOptions | false = quick,
): PlatenClient & { readonly requests: string[] } {
  const requests: string[] = [];
  const client = createPlatenClient({
    baseUrl,
    apiKey,
    retry,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const response = await checkedFetch(request.url, {
        method: request.method,
        headers: request.headers,
        redirect: request.redirect,
        signal: request.signal,
        body: request.body === null ? null : await request.arrayBuffer(),
      });
      requests.push(`${request.method} ${pathname}${search} ${response.status}`);
      return response;
    },
  });
  return Object.assign(client, { requests });
}

/** A client behind a proxy that handles each request by its number, from 1. */
export async function behindProxy(
  scene: Scene,
  t: { after(close: () => Promise<void>): void },
  fates: (number: number) => Fate,
): Promise<{ client: PlatenClient; seen: readonly string[]; templateId: string; workspaceId: string }> {
  const { apiKey, templateId, workspaceId } = await scene.tenant();
  let number = 0;
  const proxy = await startFaultyProxy(scene.service.url, () => fates((number += 1)));
  t.after(() => proxy.close());
  const client = createPlatenClient({ baseUrl: proxy.url, apiKey, retry: quick });
  return { client, seen: proxy.seen, templateId, workspaceId };
}
