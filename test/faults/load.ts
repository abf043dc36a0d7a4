/**
 * The load: clients that render, publish and revoke shares, and submit, cancel and delete batches. They
 * record what they observe.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanName } from '../../src/config/plans.ts';
import type { Database } from '../../src/store/database.ts';
import { createWorkspace } from '../../src/store/workspaces.ts';
import { addTemplate, createTenant, type Tenant } from '../helpers/http.ts';
import { createBatchClient } from './load-batches.ts';
import { createClient, hasColor, randomColor, toHex, type Ask, type ClientContext } from './client.ts';
import type { Supervisor } from './supervisor.ts';
import type { ExternalServers } from './external-servers.ts';
import type { Random } from './random.ts';
import type { ObservedShare, Observations } from './observations.ts';

export interface LoadParts {
  readonly db: Database;
  readonly supervisor: Supervisor;
  readonly externals: ExternalServers;
  readonly observed: Observations;
  readonly random: Random;
}

export interface Load {
  /** The workspaces with the small quota. */
  readonly limitedWorkspaceIds: readonly string[];
  /** Starts nothing new; resolves when each request is answered or given up. */
  stop(): Promise<void>;
}

/** The plan of the workspace whose quota runs out. */
export const limitedPlan = 'personal';

/** A client's name, what it repeats, and the average pause in between. */
type Role = readonly [name: string, act: (context: ClientContext) => () => Promise<void>, pauseMs: number];

/** The clients of each workspace. Each has its own account. */
const groups: readonly { readonly plan: PlanName; readonly roles: readonly Role[] }[] = [
  {
    plan: 'enterprise',
    roles: [
      ['renders 1', createRenderClient, 60],
      ['renders 2', createRenderClient, 60],
      ['batches 1', createBatchClient, 300],
    ],
  },
  {
    plan: 'business',
    roles: [
      ['shares', createShareClient, 150],
      ['batches 2', createBatchClient, 300],
    ],
  },
  {
    plan: limitedPlan,
    roles: [
      ['renders 3', createRenderClient, 150],
      ['batches 3', createBatchClient, 2_000],
    ],
  },
];

/** Starts the clients. */
export async function startLoad({ db, supervisor, externals, observed, random }: LoadParts): Promise<Load> {
  let over = false;
  const createLoop = async (
    workspaceId: string,
    [name, act, pauseMs]: Role,
  ): Promise<() => Promise<void>> => {
    const tenant = await createTenant(db, { workspaceId });
    const templateId = await addTemplate(db, tenant, document);
    const ownRandom = random.fork(name);
    const ask = createClient(supervisor, observed, tenant.apiKey);
    const step = act({ tenant, templateId, ask, random: ownRandom, observed, externals, isOver: () => over });
    return async () => {
      while (!over) {
        await step();
        await sleep(ownRandom.integer(0, 2 * pauseMs));
      }
    };
  };
  const limitedWorkspaceIds: string[] = [];
  const loops: (() => Promise<void>)[] = [];
  for (const { plan, roles } of groups) {
    const { workspaceId } = await createWorkspace(db, { name: plan, plan });
    if (plan === limitedPlan) limitedWorkspaceIds.push(workspaceId);
    for (const role of roles) loops.push(await createLoop(workspaceId, role));
  }
  const ended = Promise.all(loops.map((loop) => loop()));
  ended.catch((error: unknown) => observed.breaches.push(`a client failed: ${String(error)}`));
  return {
    limitedWorkspaceIds,
    async stop() {
      over = true;
      await ended.catch(() => undefined);
    },
  };
}

/** A page in the colour of a variable, with an optional image in a corner. */
const document = {
  viewport: { width: 40, height: 20 },
  background: '#ffffff',
  variables: [
    { name: 'color', type: 'text', required: true },
    { name: 'name', type: 'text' },
    { name: 'photo', type: 'image' },
    // Not drawn: it only makes bodies large.
    { name: 'note', type: 'text' },
  ],
  elements: [
    { type: 'rect', id: 'paper', x: 0, y: 0, width: 40, height: 20, fill: '{{color}}' },
    { type: 'image', id: 'photo', x: 0, y: 0, width: 4, height: 4, src: '{{photo}}' },
  ],
} satisfies Parameters<typeof addTemplate>[2];

function createRenderClient({ tenant, templateId, ask, random, observed, externals }: ClientContext) {
  return async (): Promise<void> => {
    const color = randomColor(random);
    const photo = random.chance(0.15) ? { photo: externals.imageUrl } : {};
    const answer = await ask('render', 'POST', `/api/v1/templates/${templateId}/generate`, {
      json: { variables: { color: toHex(color), ...photo } },
    });
    recordRender(observed, tenant, answer);
    if (answer?.status === 200 && !(await hasColor(answer.bytes, color)))
      observed.breaches.push(`render ${answer.headers.get('x-request-id')}: wrong image`);
  };
}

function createShareClient({ tenant, templateId, ask, random, observed, externals }: ClientContext) {
  const published: ObservedShare[] = [];
  const publish = async (): Promise<void> => {
    const color = randomColor(random);
    const photo = random.chance(0.1) ? { photo: externals.imageUrl } : {};
    const answer = await ask('publish', 'POST', `/api/v1/templates/${templateId}/generate`, {
      json: { variables: { color: toHex(color), ...photo }, delivery: 'link' },
    });
    recordRender(observed, tenant, answer);
    if (answer?.status !== 200) return;
    const { id, url } = answer.json as { id: string; url: string };
    const share: ObservedShare = { id, path: new URL(url).pathname, color, revoked: 'no' };
    published.push(share);
    observed.shares.push(share);
  };
  const revoke = async (share: ObservedShare): Promise<void> => {
    const answer = await ask('revoke', 'DELETE', `/api/v1/shares/${share.id}`);
    // 404: an earlier request was executed, but its answer was lost.
    if (answer?.status === 204 || (answer?.status === 404 && share.revoked === 'maybe'))
      share.revoked = 'yes';
    else if (answer?.status === 404)
      observed.breaches.push(`share ${share.id}: missing without having been revoked`);
    else share.revoked = 'maybe';
  };
  return async (): Promise<void> => {
    const share = random.chance(0.4) ? random.pick([null, ...published]) : null;
    if (share === null || share.revoked === 'yes') await publish();
    else await revoke(share);
  };
}

function recordRender(
  observed: Observations,
  { workspaceId }: Tenant,
  answer: Awaited<ReturnType<Ask>>,
): void {
  const requestId = answer?.headers.get('x-request-id') ?? null;
  observed.renders.push({ workspaceId, requestId, status: answer?.status ?? null });
}
