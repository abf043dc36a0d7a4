/**
 * Asks a service for new pictures at image URLs, as crawlers and pages do:
 *
 *     npm run test:crawl -- [--pictures 500] [--only crawl|pages|memory]
 *
 * `crawl`: that many pictures, six at a time, on the plan `personal`. `pages`: 60 at once on each plan, and
 * three pages of 60 at once. `memory`: how much 1,000 pictures take that wait for the rate. Prints a table,
 * and exits with 1 if a picture of a crawler or a page does not come.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sleep } from '../../src/async/abortable.ts';
import { PLAN_NAMES, type PlanName } from '../../src/config/plans.ts';
import { queryRows } from '../../src/store/database.ts';
import { takeTokens } from '../../src/store/rate-limits.ts';
import { runPlaten } from '../helpers/cli.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { createFleet } from '../helpers/fleet.ts';
import { createTenant } from '../helpers/http.ts';
import { addUrlKey, signedTarget } from '../helpers/image-urls.ts';
import { checkedFetch } from '../helpers/requests.ts';

const { values: options } = parseArgs({
  options: { pictures: { type: 'string', default: '500' }, only: { type: 'string' } },
});
/** New pictures that every plan allows at once. */
const burst = 40;

const sample = path.resolve(import.meta.dirname, '..', '..', 'samples', 'social-card');
const folder = await mkdtemp(path.join(tmpdir(), 'platen-crawl-'));
const database = await createTestDatabase();
const fleet = createFleet(database, folder, { RENDER_THREADS: String(availableParallelism()) });
let isWhole = true;
try {
  const service = await fleet.serve();
  const isWanted = (name: string) => options.only === undefined || options.only === name;
  print('| what | pictures | seconds | longest | other answers |\n|---|---|---|---|---|');
  if (isWanted('crawl')) await crawl(service.url);
  if (isWanted('pages')) await loadPages(service.url);
  if (isWanted('memory')) await measureMemory(service);
} finally {
  await fleet.close();
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isWhole ? 0 : 1;

/** Creates a site with the sample of social cards. Returns its account, and the targets of its pictures. */
async function startSite(plan: PlanName) {
  const tenant = await createTenant(database.db, { plan });
  const words = ['--json', 'template', 'import', sample, '--project', tenant.projectId];
  const { stdout, stderr } = await runPlaten([...words, '--account', tenant.accountId], {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
  });
  const { templateId } = JSON.parse(stdout || `{"error":${JSON.stringify(stderr)}}`) as {
    templateId?: string;
  };
  if (templateId === undefined) throw new Error(`The sample was not imported: ${stderr}`);
  const key = await addUrlKey(database.db, tenant);
  const { accountId } = tenant;
  const getTargets = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      signedTarget(key, {
        templateId,
        file: `post-${index}.jpg`,
        query: `v.headline=Post%20${index}&v.author=Ada`,
      }),
    );
  return { accountId, targetsOf: getTargets };
}

/** Asks for pictures, `atOnce` at a time, and prints what came. Returns whether all of them are pictures. */
async function ask(what: string, urls: readonly string[], atOnce: number): Promise<boolean> {
  const others = new Map<string, number>();
  let longestMs = 0;
  const startedAt = performance.now();
  const waiting = urls.values();
  const work = async (): Promise<void> => {
    for (const url of waiting) {
      const askedAt = performance.now();
      const answer = await askForOne(url);
      longestMs = Math.max(longestMs, performance.now() - askedAt);
      if (answer !== 'picture') others.set(answer, (others.get(answer) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const seconds = (performance.now() - startedAt) / 1_000;
  const failed = [...others.values()].reduce((sum, each) => sum + each, 0);
  const named = [...others].map(([answer, times]) => `${times} × ${answer}`).join(', ') || 'none';
  const counted = `${urls.length - failed} of ${urls.length}`;
  print(`| ${what} | ${counted} | ${seconds.toFixed(1)} | ${(longestMs / 1_000).toFixed(1)} s | ${named} |`);
  return failed === 0;
}

async function askForOne(url: string): Promise<string> {
  try {
    const response = await checkedFetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isPicture = response.status === 200 && bytes[0] === 0xff && bytes[1] === 0xd8;
    return isPicture ? 'picture' : `${response.status} ${response.headers.get('x-image-error') ?? ''}`;
  } catch (error) {
    return error instanceof Error ? error.name : String(error);
  }
}

async function crawl(origin: string): Promise<void> {
  const { targetsOf } = await startSite('personal');
  const urls = targetsOf(Number(options.pictures)).map((target) => origin + target);
  if (!(await ask('a crawler, six at a time, plan personal', urls, 6))) isWhole = false;
}

async function loadPages(origin: string): Promise<void> {
  for (const plan of PLAN_NAMES) {
    const { targetsOf } = await startSite(plan);
    const urls = targetsOf(60).map((target) => origin + target);
    if (!(await ask(`a page, all at once, plan ${plan}`, urls, 60))) isWhole = false;
  }
  const sites = [await startSite('studio'), await startSite('studio'), await startSite('studio')];
  const urls = sites.flatMap(({ targetsOf }) => targetsOf(60).map((target) => origin + target));
  if (!(await ask('three pages at once, plan studio', urls, urls.length))) isWhole = false;
}

/** Lets 25 accounts wait for 40 pictures each, and prints the memory of the service before and meanwhile. */
async function measureMemory({
  url: origin,
  pid,
}: {
  readonly url: string;
  readonly pid: number;
}): Promise<void> {
  const [perAccount, accounts] = [40, 25];
  const urls: string[] = [];
  for (let index = 0; index < accounts; index += 1) {
    const { accountId, targetsOf } = await startSite('free');
    const targets = targetsOf(perAccount + burst).map((target) => origin + target);
    // Everything that is loaded with the first pictures is in memory before.
    for (const url of targets.slice(perAccount, perAccount + 10)) await askForOne(url);
    await takeTokens(database.db, { key: `pictures:${accountId}`, perSecond: 2, burst }, burst);
    urls.push(...targets.slice(0, perAccount));
  }
  const before = await readMemory(pid);
  const asking = ask(`1,000 pictures of ${accounts} accounts, all at once, plan free`, urls, urls.length);
  let most = { count: 0, bytes: 0 };
  let isOver = false;
  void asking.finally(() => (isOver = true)).catch(() => undefined);
  while (!isOver) {
    const [row] = await queryRows<{ count: number }>(
      database.db,
      'select count(*)::integer as count from image_flights',
      {},
    );
    const count = row?.count ?? 0;
    if (count > most.count) most = { count, bytes: await readMemory(pid) };
    await sleep(100);
  }
  await asking;
  const mebibytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MiB`;
  const { count, bytes } = most;
  print(`\nMemory of the service: ${mebibytes(before)} before, ${mebibytes(bytes)} while ${count} waited.`);
}

/** The resident memory of a process, without its renderers, in bytes. */
async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
