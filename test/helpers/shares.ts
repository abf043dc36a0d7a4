import assert from 'node:assert/strict';
import type { Answer, Tenant, TestService } from './http.ts';
import { checkedFetch } from './requests.ts';

/** A share link as the API returns it. */
export interface Share {
  readonly id: string;
  readonly url: string;
  readonly templateId: string | null;
  readonly templateName: string;
  readonly mimeType: string;
  readonly fileSize: number;
  readonly source: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

/** Requests a render with `delivery: link`. */
export async function publish(
  service: TestService,
  tenant: Pick<Tenant, 'apiKey'>,
  templateId: string,
  json: object = {},
): Promise<Answer> {
  return await service.send('POST', `/api/v1/templates/${templateId}/generate`, {
    key: tenant.apiKey,
    json: { variables: {}, delivery: 'link', ...json },
  });
}

/** Publishes a render and returns its share link. */
export async function addShare(...args: Parameters<typeof publish>): Promise<Share> {
  const answer = await publish(...args);
  assert.equal(answer.status, 200, JSON.stringify(answer.json));
  return answer.json as Share;
}

/** Lists one page of an account's links. */
export async function listShares(
  service: TestService,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  query = '',
): Promise<{ data: Share[]; pagination: Record<string, number> }> {
  const { status, json } = await service.send('GET', `/api/v1/shares${query}`, { key: apiKey });
  assert.equal(status, 200);
  return json as { data: Share[]; pagination: Record<string, number> };
}

export async function revokeShare(
  service: TestService,
  { apiKey }: Pick<Tenant, 'apiKey'>,
  id: string,
): Promise<Answer> {
  return await service.send('DELETE', `/api/v1/shares/${id}`, { key: apiKey });
}

/** Fetches a public URL, with the problem code if the answer is a problem. */
export async function fetchPublicFile(url: string, init: RequestInit = {}) {
  const response = await checkedFetch(url, init);
  const bytes = Buffer.from(await response.arrayBuffer());
  const isProblem = bytes.length > 0 && response.headers.get('content-type') === 'application/problem+json';
  const code = isProblem ? (JSON.parse(bytes.toString()) as { code: string }).code : null;
  return { status: response.status, headers: response.headers, bytes, code };
}

/** Storage keys of all published files. */
export async function sharedFiles(service: TestService): Promise<string[]> {
  return await Array.fromAsync(service.app.storage.list('shares/'));
}
