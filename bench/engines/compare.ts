/**
 * Compares engines on the pages of `workloads/`, alone (one render at a time) and busy (all cores loaded).
 * Engines take turns, each in a process of its own, and each render has a new text. Times are those of this
 * machine: read the ratios.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { engines as allEngines } from './engines.ts';
import { measureAlone } from './measure-alone.ts';
import { measureBusy } from './measure-busy.ts';
import { writeTables } from './tables/documents.ts';
import { roundNumbers, type Results } from './tables/results.ts';
import { aloneTable, busyTable, conditions, ratioTable } from './tables/tables.ts';
import { workloads as allWorkloads, type Format } from './workload.ts';

const options = {
  workload: { type: 'string' },
  format: { type: 'string' },
  engine: { type: 'string' },
  rounds: { type: 'string' },
  only: { type: 'string' },
  quick: { type: 'boolean', default: false },
  out: { type: 'string' },
  remark: { type: 'string', default: '' },
  publish: { type: 'boolean', default: false },
  tables: { type: 'boolean', default: false },
} as const;
type Options = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const resultsFile = path.join(import.meta.dirname, 'results.json');
const peersFolder = path.join(import.meta.dirname, 'peers');

/** Pages that take seconds in some engines have this share of the rounds. */
const shareOfRounds: Readonly<Record<string, number>> = { 'a4-300dpi': 0.2 };
/** Formats of the busy runs, unless `--format` chooses others. */
const busyFormats: Readonly<Record<string, readonly Format[]>> = { card: ['png', 'jpeg', 'webp'] };

/**
 * Options: `--workload`, `--format` and `--engine` (names with commas), `--rounds N`, `--only alone|busy`,
 * `--quick`, `--out FILE` for the results as JSON. `--publish` measures everything and writes `results.json`
 * and the tables of the documents, with a `--remark` below them; `--tables` only writes the tables again.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({ args: [...args], options });
  if (values.tables) {
    await writeTables(JSON.parse(await readFile(resultsFile, 'utf8')) as Results);
    return;
  }
  const isPart = [values.workload, values.format, values.engine, values.rounds, values.only].some(Boolean);
  if (values.publish && (isPart || values.quick)) throw new Error('Only a full run can be published.');
  const results = await measure(values);
  for (const workload of Object.keys(results.settings.rounds))
    console.log(`\n**${workload}**, alone\n\n${aloneTable(results, workload)}`);
  if (results.busy.length > 0) console.log(`\nAll cores busy\n\n${busyTable(results)}`);
  console.log(`\n${ratioTable(results)}\n\n${conditions(results)}`);
  const json = `${JSON.stringify(results, null, 2)}\n`;
  if (values.out !== undefined) await writeFile(values.out, json);
  if (values.publish) {
    await writeFile(resultsFile, json);
    await writeTables(results);
  }
}

async function measure(values: Options): Promise<Results> {
  const workloads = choose('workload', values.workload, allWorkloads);
  const formats = choose('format', values.format, ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf'] as const);
  const knownEngines = allEngines.map(({ name }) => name);
  const names = choose('engine', values.engine, knownEngines);
  const engines = allEngines.filter(({ name }) => names.includes(name));
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
      const count = Math.max(3, Math.round(rounds * (shareOfRounds[workload] ?? 1)));
      console.error(`… ${workload}, alone, ${count} rounds`);
      const measured = await measureAlone(workload, engines, formats, count);
      alone.push(...measured.results.map((result) => ({ workload, ...result })));
      roundsOf[workload] = count;
      Object.assign(versions, Object.fromEntries(measured.versions));
    }
    if (!parts.includes('busy')) continue;
    const usual = (busyFormats[workload] ?? ['png']).filter((format) => formats.includes(format));
    for (const format of values.format === undefined ? usual : formats) {
      console.error(`… ${workload}, ${format}, all cores busy`);
      const measured = await measureBusy(workload, engines, format, { slices, sliceMs });
      busy.push(...measured.results.map((result) => ({ workload, ...result })));
      Object.assign(versions, Object.fromEntries(measured.versions));
    }
  }
  const machine = {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${platform()} ${arch()}`,
    node: process.versions.node,
  };
  const settings = { rounds: roundsOf, slices, sliceMs, remark: values.remark };
  return roundNumbers({ machine, versions, settings, alone, busy });
}

/** The known names that a comma-separated option has; all of them without the option. */
function choose<Name extends string>(
  option: string,
  given: string | undefined,
  known: readonly Name[],
): Name[] {
  const wanted = given?.split(',') ?? known;
  for (const name of wanted) {
    if (!known.some((each) => each === name))
      throw new Error(`--${option} expects ${known.join(', ')}, separated by commas, but received ${name}.`);
  }
  return known.filter((name) => wanted.includes(name));
}

/** Installs the other engines on first use. Nothing else needs them. */
async function installPeers(): Promise<void> {
  if (existsSync(path.join(peersFolder, 'node_modules'))) return;
  console.error('… installing the other engines into bench/engines/peers (npm ci)');
  await promisify(execFile)('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: peersFolder,
    shell: process.platform === 'win32',
  });
}
