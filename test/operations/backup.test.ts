/**
 * A backup of a running service, and a service that continues from it, by the ways of docs/operating.md: the
 * commands, and the scripts for PostgreSQL's own programs.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { components } from '../../generated/openapi.ts';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { runPlaten } from '../helpers/cli.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/database.ts';
import { createFleet, type Fleet } from '../helpers/fleet.ts';
import { createTenant, send, type Tenant } from '../helpers/http.ts';
import { checkedFetch } from '../helpers/requests.ts';
import { listZip } from '../helpers/zip.ts';
import { findClientPrograms } from './postgres-server.ts';
import { waitUntil } from '../helpers/wait-until.ts';

type BatchJob = components['schemas']['BatchJob'];

const root = path.resolve(import.meta.dirname, '..', '..');
const sample = path.join(root, 'samples', 'certificate');
const rowCount = 12;

const ways = ['commands', 'scripts'] as const;

for (const way of ways)
  describe(`a backup by ${way}`, { timeout: 1_100_000 }, () => {
    let environments: Record<string, string>[];
    let original: TestDatabase;
    let restored: TestDatabase;
    let parent: string;
    let fleets: Fleet[];
    let programs: string;
    let tenant: Tenant;
    let templateId: string;
    let variables: Record<string, string>;

    before(async () => {
      programs = await findClientPrograms();
      [original, restored] = await Promise.all([createTestDatabase(), createTestDatabase()]);
      await restored.db.raw(
        'drop schema public cascade; drop schema graphile_worker cascade; create schema public',
      );
      parent = await mkdtemp(path.join(tmpdir(), 'platen-backup-'));
      environments = [];
      for (const [name, { url }] of [
        ['original', original],
        ['restored', restored],
      ] as const) {
        environments.push({ DATABASE_URL: url, DATA_DIR: path.join(parent, name), RATE_LIMITS: 'off' });
      }
      fleets = environments.map((env) => createFleet({ url: env['DATABASE_URL']! }, env['DATA_DIR']!, env));
      tenant = await createTenant(original.db, { plan: 'business' });
      const words = ['--json', 'template', 'import', sample, '--project', tenant.projectId];
      words.push('--account', tenant.accountId);
      const { code, stdout, stderr } = await runPlaten(words, environments[0]!);
      assert.equal(code, 0, stderr);
      templateId = (JSON.parse(stdout) as { templateId: string }).templateId;
      variables = JSON.parse(await readFile(path.join(sample, 'example.json'), 'utf8')) as Record<
        string,
        string
      >;
    });
    after(async () => {
      await Promise.all(fleets.map((fleet) => fleet.close()));
      await Promise.all([original.close(), restored.close()]);
      await rm(parent, { recursive: true, force: true });
    });

    const publish = async (url: string): Promise<void> => {
      const answer = await send(url, 'POST', `/api/v1/templates/${templateId}/generate`, {
        key: tenant.apiKey,
        json: { variables, delivery: 'link', format: 'jpeg' },
      });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
    };
    const submit = async (url: string): Promise<void> => {
      const rows = Array.from({ length: rowCount }, (_, index) => ({
        ...variables,
        recipient: `Guest ${index}`,
      }));
      const json = { template: { templateId, format: 'jpeg' }, rows };
      const answer = await send(url, 'POST', '/api/v1/batch-jobs', { key: tenant.apiKey, json });
      assert.equal(answer.status, 202, JSON.stringify(answer.json));
    };
    const runScript = async (name: string, words: readonly string[], url: string): Promise<void> => {
      const PATH = [programs, process.env['PATH']].join(path.delimiter);
      await promisify(execFile)(path.join(root, 'deploy', name), words, {
        env: { PATH, DATABASE_URL: url, TMPDIR: parent },
      });
    };

    const backUp = async (target: string): Promise<void> => {
      if (way === 'scripts')
        await runScript('backup.sh', [path.join(parent, 'original', 'files'), target], original.url);
      else await runCommand(['backup', target], environments[0]!);
    };
    const restore = async (target: string): Promise<void> => {
      if (way === 'scripts')
        await runScript('restore.sh', [target, path.join(parent, 'restored', 'files')], restored.url);
      else await runCommand(['restore', target], environments[1]!);
    };
    const runCommand = async (words: readonly string[], env: Record<string, string>): Promise<void> => {
      const { code, stderr } = await runPlaten(words, env);
      assert.equal(code, 0, stderr);
    };

    test('of a running service can be restored', async () => {
      const [first, second] = fleets as [Fleet, Fleet];
      const [api] = await Promise.all([first.serve(), first.work()]);
      // One job has ended, others are in progress, and links are created all the time.
      await submit(api.url);
      await waitUntil(async () => (await countJobs(original)).ended === 1);
      const load = new AbortController();
      const loading = (async () => {
        for (let turn = 0; !load.signal.aborted; turn += 1) {
          await publish(api.url);
          const { all, ended } = await countJobs(original);
          // An account may have two active jobs.
          if (turn % 5 === 0 && all - ended < 2) await submit(api.url);
        }
      })();
      await waitUntil(async () => (await countJobs(original)).all >= 3);
      const target = path.join(parent, 'backup');
      await backUp(target);
      load.abort();
      await loading;
      await first.close();

      // The restored service repeats the work that the backup does not have.
      await rm(path.join(parent, 'original'), { recursive: true });
      await rm(path.join(parent, 'restored'), { recursive: true, force: true });
      await restore(target);
      const jobs = await countJobs(restored);
      assert.ok(jobs.all >= 3 && jobs.ended >= 1, JSON.stringify(jobs));

      const [after] = await Promise.all([second.serve(), second.work()]);
      await waitUntil(async () => {
        const { all, ended } = await countJobs(restored);
        return all === ended;
      });
      const swept = await runPlaten(['--json', 'sweep'], environments[1]!);
      assert.equal(swept.code, 0, swept.stderr);
      await checkJobs(after.url);
      await checkLinks(after.url);
      await publish(after.url);
      // The original's open charges are refunded, because its processes are presumed dead.
      const readLedger = () =>
        queryRow<{ used: number; sum: number; open: number }>(
          restored.db,
          `select (select sum(used) from quota_periods)::int as used, sum(renders)::int as sum,
           (count(*) filter (where state = 'RESERVED'))::int as open
         from quota_entries`,
          {},
        );
      await waitUntil(async () => (await readLedger()).open === 0);
      const ledger = await readLedger();
      assert.equal(ledger.sum, ledger.used);
    });

    /** Asserts that every job has an archive with a file for each row. */
    const checkJobs = async (url: string): Promise<void> => {
      const jobs = await queryRows<{ id: string }>(restored.db, 'select id from batch_jobs', {});
      for (const { id } of jobs) {
        const call = (target: string) =>
          send(url, 'GET', `/api/v1/batch-jobs/${id}${target}`, { key: tenant.apiKey });
        const job = (await call('')).json as BatchJob;
        assert.deepEqual([job.status, job.completedItems], ['COMPLETED', rowCount]);
        const archive = await call('/result?delivery=zip');
        assert.equal(archive.status, 200);
        assert.equal((await listZip(Buffer.from(archive.bytes))).length, rowCount);
      }
    };
    /** Asserts that every link serves its image. */
    const checkLinks = async (url: string): Promise<void> => {
      const answer = await send(url, 'GET', '/api/v1/shares?size=100', { key: tenant.apiKey });
      assert.equal(answer.status, 200, JSON.stringify(answer.json));
      const { data } = answer.json as { data: { url: string; fileSize: number }[] };
      assert.ok(data.length > 0);
      for (const item of data) {
        const response = await checkedFetch(url + new URL(item.url).pathname);
        assert.equal(response.status, 200);
        assert.equal((await response.arrayBuffer()).byteLength, item.fileSize);
      }
    };
  });

async function countJobs({ db }: TestDatabase): Promise<{ all: number; ended: number }> {
  return await queryRow(
    db,
    'select count(*)::int as "all", count(completed_at)::int as ended from batch_jobs',
    {},
  );
}
