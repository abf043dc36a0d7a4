import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TemplateDocument } from '../generated/template.ts';
import type { Database } from '../src/store/database.ts';
import { addProject, addTemplate, createTenant, type Tenant } from '../test/helpers/http.ts';
import { checkedFetch } from '../test/helpers/requests.ts';
import { makeJobs, type BatchJobIds } from './live-service-jobs.ts';
import type { Surroundings } from './live-service-surroundings.ts';

/** What is in a service. All templates are of the same document, `fixture/template.json`. */
export interface LiveData {
  readonly apiKey: string;
  /** The keys of another account of the workspace, and of one of another workspace. */
  readonly otherKeys: { readonly colleague: string; readonly stranger: string };
  /** A private project of the key's account. */
  readonly projectId: string;
  /** A private template in it. */
  readonly templateId: string;
  /** Every other project and template: of the account, of the colleague (private and shared), of the stranger. */
  readonly projectIds: readonly string[];
  readonly templateIds: readonly string[];
  readonly jobs: BatchJobIds;
  /** Links that are there to be revoked. */
  readonly shareIds: readonly string[];
  /** Links and jobs of the others, which the key must not reach. */
  readonly foreignShareIds: readonly string[];
  readonly foreignJobIds: readonly string[];
  readonly surroundings: Pick<Surroundings, 'goodCallbackUrl' | 'badCallbackUrl' | 'pictureUrl'>;
}

const template = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixture/template.json'), 'utf8'),
) as TemplateDocument;

/** Fills a running service: people and templates straight into its database, renders and jobs through its API. */
export async function fillService(
  origin: string,
  db: Database,
  surroundings: Surroundings,
): Promise<LiveData> {
  const owner = await createTenant(db);
  const colleague = await createTenant(db, { workspaceId: owner.workspaceId });
  const stranger = await createTenant(db);
  const own = await addTemplates(db, owner);
  const colleagues = await addTemplates(db, colleague);
  const strangers = await addTemplates(db, stranger);
  const [templateId = '', ...ownIds] = own.templateIds;

  const jobs = await makeJobs({ origin, apiKey: owner.apiKey, templateId, db, surroundings });
  const foreignShareIds: string[] = [];
  const foreignJobIds: string[] = [];
  for (const [{ apiKey }, { templateIds }] of [
    [colleague, colleagues],
    [stranger, strangers],
  ] as const) {
    const target = { origin, apiKey, templateId: templateIds[0] ?? '' };
    foreignShareIds.push(await publish(target, 'png'));
    foreignJobIds.push(await submit(target));
  }
  const shareIds: string[] = [];
  for (const format of ['png', 'jpeg', 'webp', 'pdf', ...Array<string>(8).fill('png')]) {
    shareIds.push(await publish({ origin, apiKey: owner.apiKey, templateId }, format));
  }
  return {
    apiKey: owner.apiKey,
    otherKeys: { colleague: colleague.apiKey, stranger: stranger.apiKey },
    projectId: owner.projectId,
    templateId,
    projectIds: [...own.projectIds.slice(1), ...colleagues.projectIds, ...strangers.projectIds],
    templateIds: [...ownIds, ...colleagues.templateIds, ...strangers.templateIds],
    jobs,
    shareIds,
    foreignShareIds,
    foreignJobIds,
    surroundings: {
      goodCallbackUrl: surroundings.goodCallbackUrl,
      badCallbackUrl: surroundings.badCallbackUrl,
      pictureUrl: surroundings.pictureUrl,
    },
  };
}

/** A private and a shared project, with a private and a shared template in each. The private ones come first. */
async function addTemplates(
  db: Database,
  owner: Tenant,
): Promise<{ projectIds: string[]; templateIds: string[] }> {
  const shared = await addProject(db, owner, { name: 'Shared', visibility: 'SHARED' });
  const projectIds = [owner.projectId, shared];
  const templateIds: string[] = [];
  for (const projectId of projectIds) {
    for (const visibility of ['PRIVATE', 'SHARED'] as const) {
      templateIds.push(await addTemplate(db, owner, template, { projectId, visibility }));
    }
  }
  return { projectIds, templateIds };
}

interface Target {
  readonly origin: string;
  readonly apiKey: string;
  readonly templateId: string;
}

/** Publishes a render at a public address. */
async function publish({ origin, apiKey, templateId }: Target, format: string): Promise<string> {
  const response = await checkedFetch(`${origin}/api/v1/templates/${templateId}/generate`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ variables: { title: 'Shared' }, format, delivery: 'link' }),
  });
  if (!response.ok) throw new Error(`A render was not published: ${await response.text()}`);
  return ((await response.json()) as { id: string }).id;
}

async function submit({ origin, apiKey, templateId }: Target): Promise<string> {
  const response = await checkedFetch(`${origin}/api/v1/batch-jobs`, {
    method: 'POST',
    headers: { 'X-Api-Key': apiKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ template: { templateId }, rows: [{ title: 'One' }] }),
  });
  if (!response.ok) throw new Error(`A batch was not accepted: ${await response.text()}`);
  return ((await response.json()) as { jobId: string }).jobId;
}
