/**
 * The load: clients that render, publish and take back, submit batches, cancel and delete them, and note what comes of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlanName } from '../../src/domain/plans.ts';
import type { Database } from '../../src/store/database.ts';
import { createWorkspace } from '../../src/store/workspaces.ts';
import { addTemplate, createTenant, type Tenant } from '../helpers/http.ts';
import { createBatchClient } from './load-batches.ts';
import { createClient, hasColor, randomColor, toHex, type Ask, type Desk } from './client.ts';
import type { Crew } from './crew.ts';
import type { Outsiders } from './outsiders.ts';
import type { Random } from './random.ts';
import type { SeenShare, Witness } from './witness.ts';

export interface LoadParts {
  readonly db: Database;
  readonly crew: Crew;
  readonly outsiders: Outsiders;
  readonly witness: Witness;
  readonly random: Random;
}

export interface Load {
  /** Those on the plan that has little quota. */
  readonly limitedWorkspaceIds: readonly string[];
  /** Begins nothing new; resolves when all that was begun has been answered or given up. */
  end(): Promise<void>;
}

/** The plan of the workspace whose quota does not last. */
export const limitedPlan = 'personal';

/** What a client is called by, what it does again and again, and how long it pauses in between, on average. */
type Role = readonly [name: string, act: (desk: Desk) => () => Promise<void>, pauseMs: number];

/** The clients of each workspace, every one with an account of its own. */
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
export async function startLoad({ db, crew, outsiders, witness, random }: LoadParts): Promise<Load> {
  let over = false;
  const begin = async (workspaceId: string, [name, act, pauseMs]: Role): Promise<() => Promise<void>> => {
    const tenant = await createTenant(db, { workspaceId });
    const templateId = await addTemplate(db, tenant, document);
    const ownRandom = random.fork(name);
    const ask = createClient(crew, witness, tenant.apiKey);
    const step = act({ tenant, templateId, ask, random: ownRandom, witness, outsiders, isOver: () => over });
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
    for (const role of roles) loops.push(await begin(workspaceId, role));
  }
  const ended = Promise.all(loops.map((loop) => loop()));
  ended.catch((error: unknown) => witness.breaches.push(`a client failed: ${String(error)}`));
  return {
    limitedWorkspaceIds,
    async end() {
      over = true;
      await ended.catch(() => undefined);
    },
  };
}

/** A page in a colour that a variable gives, with a picture in a corner where there is one. */
const document = {
  viewport: { width: 40, height: 20 },
  background: '#ffffff',
  variables: [
    { name: 'color', type: 'text', required: true },
    { name: 'name', type: 'text' },
    { name: 'photo', type: 'image' },
    // Shown nowhere: only to be carried.
    { name: 'note', type: 'text' },
  ],
  elements: [
    { type: 'rect', id: 'paper', x: 0, y: 0, width: 40, height: 20, fill: '{{color}}' },
    { type: 'image', id: 'photo', x: 0, y: 0, width: 4, height: 4, src: '{{photo}}' },
  ],
} satisfies Parameters<typeof addTemplate>[2];

function createRenderClient({ tenant, templateId, ask, random, witness, outsiders }: Desk) {
  return async (): Promise<void> => {
    const color = randomColor(random);
    const photo = random.chance(0.15) ? { photo: outsiders.pictureUrl } : {};
    const answer = await ask('render', 'POST', `/api/v1/templates/${templateId}/generate`, {
      json: { variables: { color: toHex(color), ...photo } },
    });
    noteRender(witness, tenant, answer);
    if (answer?.status === 200 && !(await hasColor(answer.bytes, color)))
      witness.breaches.push(
        `render ${answer.headers.get('x-request-id')}: not the picture that was asked for`,
      );
  };
}

function createShareClient({ tenant, templateId, ask, random, witness, outsiders }: Desk) {
  const mine: SeenShare[] = [];
  const publish = async (): Promise<void> => {
    const color = randomColor(random);
    const photo = random.chance(0.1) ? { photo: outsiders.pictureUrl } : {};
    const answer = await ask('publish', 'POST', `/api/v1/templates/${templateId}/generate`, {
      json: { variables: { color: toHex(color), ...photo }, delivery: 'link' },
    });
    noteRender(witness, tenant, answer);
    if (answer?.status !== 200) return;
    const { id, url } = answer.json as { id: string; url: string };
    const share: SeenShare = { id, path: new URL(url).pathname, color, revoked: 'no' };
    mine.push(share);
    witness.shares.push(share);
  };
  const revoke = async (share: SeenShare): Promise<void> => {
    const answer = await ask('revoke', 'DELETE', `/api/v1/shares/${share.id}`);
    // 404: it was done the last time, and the answer to that was lost.
    if (answer?.status === 204 || (answer?.status === 404 && share.revoked === 'maybe'))
      share.revoked = 'yes';
    else if (answer?.status === 404)
      witness.breaches.push(`share ${share.id}: gone without having been revoked`);
    else share.revoked = 'maybe';
  };
  return async (): Promise<void> => {
    const share = random.chance(0.4) ? random.pick([null, ...mine]) : null;
    if (share === null || share.revoked === 'yes') await publish();
    else await revoke(share);
  };
}

function noteRender(witness: Witness, { workspaceId }: Tenant, answer: Awaited<ReturnType<Ask>>): void {
  const requestId = answer?.headers.get('x-request-id') ?? null;
  witness.renders.push({ workspaceId, requestId, status: answer?.status ?? null });
}
