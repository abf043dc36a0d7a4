import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { components } from '../../generated/studio.ts';
import { queryRows } from '../../src/store/database.ts';
import { periodStart } from '../../src/store/quota.ts';
import { withFullStorage } from '../../test/helpers/full-workspace.ts';
import { addTemplate, type Answer } from '../../test/helpers/http.ts';
import {
  createUser,
  startOwnStudio,
  type Studio,
  type StudioCall,
  type StudioUser,
} from '../../test/helpers/studio.ts';
import { testOperation } from '../../test/helpers/studio-statuses.ts';
import { makeDraft } from './authoring.ts';

let studio: Studio;
before(async () => {
  studio = await startOwnStudio({ env: { BATCH_MAX_ROWS: '150' } });
});
after(() => studio.close());

const getRows = (count: number) => Array.from({ length: count }, () => ({ title: 'a' }));

type Submit = (json: object, headers?: StudioCall['headers']) => Promise<Answer>;

/** Each case has its own account: an account has two active jobs at most. */
async function withUser(
  act: (submit: Submit, user: StudioUser) => Promise<Answer>,
  plan: 'free' | 'studio' = 'studio',
): Promise<Answer> {
  const as = await createUser(studio.db, { plan });
  const path = { templateId: await addTemplate(studio.db, as) };
  return await act((json, headers) => studio.call('submitBatch', { path, json, headers, as }), as);
}

const sending = (json: object, plan?: 'free') => () => withUser((submit) => submit(json), plan);
const twice = (first: object, second: object) => () =>
  withUser(async (submit) => {
    const headers = { 'Idempotency-Key': 'march' };
    assert.equal((await submit(first, headers)).status, 202);
    return await submit(second, headers);
  });

async function renameAddJobs(from: string, to: string): Promise<void> {
  await studio.db.raw(
    `alter function graphile_worker.${from}(graphile_worker.job_spec[], boolean) rename to ${to}`,
  );
}

testOperation('submitBatch', {
  202: [
    { act: sending({ rows: getRows(1) }) },
    {
      act: sending({
        rows: getRows(2),
        format: 'pdf',
        options: { scale: 2 },
        filenamePattern: '{title}',
        includeWarnings: true,
      }),
    },
    {
      act: sending({
        rows: getRows(2),
        format: 'pdf',
        sheet: { preset: 'avery-l7160', columns: 3, rows: 7, startAt: 4, copies: 2 },
      }),
    },
    { act: sending({ rows: getRows(1), format: 'zpl' }) },
    { act: twice({ rows: getRows(1) }, { rows: getRows(1) }) },
  ],
  400: [
    {
      act: sending({
        rows: getRows(2),
        format: 'pdf',
        sheet: { preset: 'avery-l7160', columns: 3, rows: 7, gap: 1 },
      }),
      code: 'VALIDATION_ERROR',
    },
    { act: sending({ rows: [] }), code: 'VALIDATION_ERROR' },
    { act: sending({ rows: getRows(2), lines: [2] }), code: 'VALIDATION_ERROR' },
    {
      act: sending({ rows: getRows(2), otherColumns: { columns: [{ name: 'Town', cells: ['Rome'] }] } }),
      code: 'VALIDATION_ERROR',
    },
    {
      act: sending({
        rows: getRows(1),
        otherColumns: { columns: [{ name: 'Town', cells: ['x'.repeat(2_100_000)] }] },
      }),
      code: 'VALIDATION_ERROR',
    },
    { act: sending({ rows: [{ titel: 'a' }] }), code: 'VARIABLE_VALIDATION_FAILED' },
    { act: sending({ rows: getRows(151) }), code: 'BATCH_SIZE_EXCEEDED' },
    { act: sending({ rows: getRows(26) }, 'free'), code: 'BATCH_ROW_LIMIT_EXCEEDED' },
    {
      act: sending({ rows: getRows(1), callbackUrl: 'https://127.0.0.1/' }),
      code: 'BATCH_COMPLETION_CALLBACK_URL_INVALID',
    },
  ],
  409: [
    { act: twice({ rows: getRows(1) }, { rows: getRows(2) }), code: 'BATCH_IDEMPOTENCY_KEY_REUSED' },
    {
      act: async () => {
        const path = { templateId: await makeDraft(studio) };
        return await studio.call('submitBatch', { path, json: { rows: getRows(1) } });
      },
      code: 'NEVER_PUBLISHED',
    },
    {
      act: () =>
        withUser((submit, user) => withFullStorage(studio.db, user, () => submit({ rows: getRows(1) }))),
      code: 'STORAGE_LIMIT_REACHED',
    },
  ],
  429: [
    {
      act: () =>
        withUser(async (submit) => {
          for (const _job of ['first', 'second']) await submit({ rows: getRows(1) });
          return await submit({ rows: getRows(1) });
        }),
      code: 'BATCH_RATE_LIMIT_EXCEEDED',
    },
    {
      act: () =>
        withUser(async (submit, { workspaceId }) => {
          await queryRows(
            studio.db,
            'insert into quota_periods (workspace_id, starts_at, used) values (:workspaceId, :startsAt, 100)',
            { workspaceId, startsAt: periodStart(new Date()) },
          );
          return await submit({ rows: getRows(1) });
        }, 'free'),
      code: 'BATCH_RATE_LIMIT_EXCEEDED',
    },
  ],
  500: [
    {
      act: async () => {
        await renameAddJobs('add_jobs', 'add_jobs_away');
        try {
          return await sending({ rows: getRows(1) })();
        } finally {
          await renameAddJobs('add_jobs_away', 'add_jobs');
        }
      },
      code: 'BATCH_DISPATCH_FAILED',
    },
  ],
});

test('the job is from the app, without a key; its renders count for the template', async () => {
  await withUser(async (submit, as) => {
    const answer = await submit({ rows: getRows(3) });
    const job = answer.json as components['schemas']['Job'];
    assert.deepEqual([job.origin, job.apiKeyName, job.totalItems], ['DESIGNER', null, 3]);
    const { templates, keys } = (await studio.call('getUsage', { as }))
      .json as components['schemas']['Usage'];
    assert.deepEqual(
      [templates.map(({ templateId, renders }) => [templateId, renders]), keys.map(({ keyId }) => keyId)],
      [[[job.templateId, 3]], [null]],
    );
    return answer;
  });
});

test('the first refused row is named by its line, if the submission names it', async () => {
  const rows = [{ title: 'a' }, { titel: 'b' }];
  const getDetail = async (json: object) => (await sending(json)()).problem.detail;
  assert.match(await getDetail({ rows, lines: [2, 14] }), /^Row 14: /);
  assert.match(await getDetail({ rows }), /^Row 1: /);
});

test('errors name the fields of this contract', async () => {
  const getPointers = async (json: object) =>
    (await sending({ rows: getRows(1), ...json })()).problem.errors.map(({ pointer }) => pointer);
  assert.deepEqual(await getPointers({ filenamePattern: '{titel}' }), ['/filenamePattern']);
  assert.deepEqual(await getPointers({ rows: [{}, { titel: 'a' }] }), ['/rows/1/titel']);
});
