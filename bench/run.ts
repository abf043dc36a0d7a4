/**
 * What pages cost in this engine and in others, side by side in one run: `npm run bench [-- --quick --workload NAME,… --format
 * png,… --engine NAME,… --rounds N --only alone --out FILE]`.
 *
 * Alone: one render at a time, the engines in turn, each in a process of its own, with a new text each time. Busy: both cores
 * full, in turn as well. Times are of this machine: read the ratios. A run of everything writes `bench/results.json` and the
 * tables of README.md and docs/performance.md; one of a part prints, and writes to `--out` alone. `--remark` goes below the
 * tables. `--tables` measures nothing
 * and writes the documents' tables once more.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { ENGINES } from './engines/engines.ts';
import { measureAlone } from './engines/measure-alone.ts';
import { measureBusy } from './engines/measure-busy.ts';
import { WORKLOADS, type Format } from './engines/workload.ts';
import { writeTables } from './tables/documents.ts';
import { roundFigures, type Results } from './tables/results.ts';
import { aloneTable, busyTable, conditions, ratioTable } from './tables/tables.ts';

const { values } = parseArgs({
  options: {
    workload: { type: 'string' },
    format: { type: 'string' },
    engine: { type: 'string' },
    rounds: { type: 'string' },
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    tables: { type: 'boolean', default: false },
    out: { type: 'string' },
    remark: { type: 'string', default: '' },
  },
});
const resultsFile = path.join(import.meta.dirname, 'results.json');
const peersFolder = path.join(import.meta.dirname, 'peers');

/** A page of this many rounds, as a share: a big one takes seconds in some engines. */
const SHARE_OF_ROUNDS: Readonly<Record<string, number>> = { 'a4-300dpi': 0.2 };
/** What both cores are kept busy with; formats that are asked for come in place of these. */
const BUSY_FORMATS: Readonly<Record<string, readonly Format[]>> = { card: ['png', 'jpeg', 'webp'] };

if (values.tables) {
  await writeTables(JSON.parse(await readFile(resultsFile, 'utf8')) as Results);
} else {
  await measure();
}

async function measure(): Promise<void> {
  const workloads = choose('workload', values.workload, WORKLOADS);
  const formats = choose('format', values.format, ['png', 'jpeg', 'webp', 'pdf'] as const);
  const names = choose(
    'engine',
    values.engine,
    ENGINES.map(({ name }) => name),
  );
  const engines = ENGINES.filter(({ name }) => names.includes(name));
  const parts = choose('only', values.only, ['alone', 'busy'] as const);
  const rounds = Number(values.rounds ?? (values.quick ? 8 : 30));
  const slices = values.quick ? 1 : 3;
  const sliceMs = values.quick ? 1000 : 2500;
  await installPeers();

  const roundsOf: Record<string, number> = {};
  const versions: Record<string, string> = {};
  const alone: Results['alone'][number][] = [];
  const busy: Results['busy'][number][] = [];
  for (const workload of workloads) {
    if (parts.includes('alone')) {
      const count = Math.max(3, Math.round(rounds * (SHARE_OF_ROUNDS[workload] ?? 1)));
      console.error(`… ${workload}, alone, ${count} rounds`);
      const measured = await measureAlone(workload, engines, formats, count);
      alone.push(...measured.figures.map((figures) => ({ workload, ...figures })));
      roundsOf[workload] = count;
      Object.assign(versions, Object.fromEntries(measured.versions));
    }
    if (!parts.includes('busy')) continue;
    const usual = (BUSY_FORMATS[workload] ?? ['png']).filter((format) => formats.includes(format));
    for (const format of values.format === undefined ? usual : formats) {
      console.error(`… ${workload}, both cores busy with ${format}`);
      const found = await measureBusy(workload, engines, format, { slices, sliceMs });
      busy.push(...found.figures.map((figures) => ({ workload, ...figures })));
      Object.assign(versions, Object.fromEntries(found.versions));
    }
  }
  const results: Results = roundFigures({
    machine: {
      cpu: cpus()[0]?.model.trim() ?? 'unknown',
      cores: availableParallelism(),
      memoryGb: Math.round(totalmem() / 1e9),
      system: `${platform()} ${arch()}`,
      node: process.versions.node,
    },
    versions,
    settings: { rounds: roundsOf, slices, sliceMs, remark: values.remark },
    ...{ alone, busy },
  });

  for (const workload of Object.keys(roundsOf))
    console.log(`\n**${workload}**, alone\n\n${aloneTable(results, workload)}`);
  if (busy.length > 0) console.log(`\nBoth cores busy\n\n${busyTable(results)}`);
  console.log(`\n${ratioTable(results)}\n\n${conditions(results)}`);
  const whole =
    !values.quick &&
    [values.workload, values.format, values.engine, values.rounds, values.only].every(
      (each) => each === undefined,
    );
  if (values.out !== undefined || whole) {
    await writeFile(values.out ?? resultsFile, `${JSON.stringify(results, null, 2)}\n`);
  }
  if (whole) await writeTables(results);
}

/** The items of a comma-separated list, all where there is none. */
function choose<Name extends string>(
  option: string,
  given: string | undefined,
  known: readonly Name[],
): Name[] {
  const wanted = given?.split(',') ?? known;
  for (const name of wanted) {
    if (!known.some((each) => each === name)) {
      throw new Error(`--${option} is some of ${known.join(', ')} with commas, not ${name}`);
    }
  }
  return known.filter((name) => wanted.includes(name));
}

/** The other engines have a package of their own, which nothing else needs. */
async function installPeers(): Promise<void> {
  if (existsSync(path.join(peersFolder, 'node_modules'))) return;
  console.error('… the other engines are installed into bench/peers (npm ci)');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    shell: process.platform === 'win32',
  });
}
