import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TemplateDocument } from '../generated/template.ts';
import type { Database } from '../src/store/database.ts';
import type { Visibility } from '../src/store/projects.ts';
import { emitTest } from '../src/store/webhooks/events.ts';
import { addProject, addTemplate, createTenant, type Tenant } from '../test/helpers/http.ts';
import { addEndpoint } from '../test/helpers/webhooks.ts';
import { addUrlKey, type TestUrlKey } from '../test/helpers/image-urls.ts';
import { checkedFetch } from '../test/helpers/requests.ts';
import { makeJobs, type BatchJobIds } from './live-service-jobs.ts';
import type { Surroundings } from './live-service-surroundings.ts';

/** The data of a service. All templates have the same document, `fixture/template.json`. */
export interface LiveData {
  readonly apiKey: string;
  readonly owner: Tenant;
  readonly colleague: Tenant;
  readonly stranger: Tenant;
  /** Keys of another account of the workspace (`colleague`) and of another workspace (`stranger`). */
  readonly otherKeys: { readonly colleague: string; readonly stranger: string };
  /** A private project of the key's account. */
  readonly projectId: string;
  /** A private template in it. */
  readonly templateId: string;
  /**
   * What the key can see: everything of its account, and what the colleague shares. The two above come first.
   */
  readonly visibleProjectIds: readonly string[];
  readonly visibleTemplateIds: readonly string[];
  /** What the key cannot see: private ones of the colleague, and everything of the stranger. */
  readonly hiddenProjectIds: readonly string[];
  readonly hiddenTemplateIds: readonly string[];
  /** A URL key of the owner. */
  readonly urlKey: TestUrlKey;
  readonly jobs: BatchJobIds;
  /** Endpoints of webhooks: the owner's, and one of another workspace. */
  readonly endpointIds: readonly string[];
  /** Links that tests may revoke. */
  readonly shareIds: readonly string[];
  /** Links and jobs of the other accounts, which the key must not reach. */
  readonly foreignShareIds: readonly string[];
  readonly foreignJobIds: readonly string[];
  readonly surroundings: Pick<Surroundings, 'goodCallbackUrl' | 'badCallbackUrl' | 'imageUrl'>;
}

const template = JSON.parse(
  readFileSync(join(import.meta.dirname, 'fixture/template.json'), 'utf8'),
) as TemplateDocument;

/** Fills a running service: accounts and templates through its database, renders and jobs through its API. */
export async function fillService(
  origin: string,
  db: Database,
  surroundings: Surroundings,
): Promise<LiveData> {
  const owner = await createTenant(db, { mayAuthor: true });
  const colleague = await createTenant(db, { workspaceId: owner.workspaceId });
  const stranger = await createTenant(db);
  const own = await addTemplates(db, owner);
  const colleagues = await addTemplates(db, colleague);
  const strangers = await addTemplates(db, stranger);
  const [templateId = ''] = own.templates.private;

  const jobs = await makeJobs({ origin, apiKey: owner.apiKey, templateId, db, surroundings });
  const foreignShareIds: string[] = [];
  const foreignJobIds: string[] = [];
  for (const [{ apiKey }, { templates }] of [
    [colleague, colleagues],
    [stranger, strangers],
  ] as const) {
    const target = { origin, apiKey, templateId: templates.private[0] ?? '' };
    foreignShareIds.push(await publish(target, 'png'));
    foreignJobIds.push(await submit(target));
  }
  const shareIds: string[] = [];
  for (const format of [
    'png',
    'jpeg',
    'webp',
    'avif',
    'svg',
    'pdf',
    'zpl',
    ...Array<string>(6).fill('png'),
  ]) {
    shareIds.push(await publish({ origin, apiKey: owner.apiKey, templateId }, format));
  }
  const endpointIds: string[] = [];
  for (const account of [owner, owner, owner, stranger]) {
    const { id } = await addEndpoint(db, account, { url: surroundings.goodCallbackUrl });
    await emitTest(db, { ...account, endpointId: id });
    endpointIds.push(id);
  }
  return {
    apiKey: owner.apiKey,
    owner,
    colleague,
    stranger,
    otherKeys: { colleague: colleague.apiKey, stranger: stranger.apiKey },
    projectId: owner.projectId,
    templateId,
    visibleProjectIds: [...own.projects.private, ...own.projects.shared, ...colleagues.projects.shared],
    visibleTemplateIds: [...own.templates.private, ...own.templates.shared, ...colleagues.templates.shared],
    hiddenProjectIds: [
      ...colleagues.projects.private,
      ...strangers.projects.private,
      ...strangers.projects.shared,
    ],
    hiddenTemplateIds: [
      ...colleagues.templates.private,
      ...strangers.templates.private,
      ...strangers.templates.shared,
    ],
    urlKey: await addUrlKey(db, owner),
    jobs,
    endpointIds,
    shareIds,
    foreignShareIds,
    foreignJobIds,
    surroundings: {
      goodCallbackUrl: surroundings.goodCallbackUrl,
      badCallbackUrl: surroundings.badCallbackUrl,
      imageUrl: surroundings.imageUrl,
    },
  };
}

/** Ids by visibility. */
interface ByVisibility {
  readonly private: string[];
  readonly shared: string[];
}

/** Adds a private and a shared project, with a private and a shared template in each. */
async function addTemplates(
  db: Database,
  owner: Tenant,
): Promise<{ projects: ByVisibility; templates: ByVisibility }> {
  const shared = await addProject(db, owner, { name: 'Shared', visibility: 'SHARED' });
  const projects = { private: [owner.projectId], shared: [shared] };
  const templates: ByVisibility = { private: [], shared: [] };
  for (const projectId of [owner.projectId, shared]) {
    const add = async (visibility: Visibility): Promise<string> =>
      await addTemplate(db, owner, template, { projectId, visibility });
    templates.private.push(await add('PRIVATE'));
    templates.shared.push(await add('SHARED'));
  }
  return { projects, templates };
}

interface Target {
  readonly origin: string;
  readonly apiKey: string;
  readonly templateId: string;
}

/** Publishes a render at a public URL. */
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
