/**
 * Name badges of 85 × 54 mm on sheets of ten with cut marks: size of the PDF, time and CPU time to write it,
 * and peak memory; beside the ZIP archive of the same badges.
 *
 * The badges are rendered first, in this process, into storage in a folder. Each result is then written from
 * there as a job's end does it, in a fresh process; both take turns.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { openFileStorage } from '../../src/storage/files/file-storage.ts';
import { ownCpuMs } from '../shared/processes.ts';
import { median, round } from '../shared/statistics.ts';
import { renderBadges } from './badges.ts';
import type { PlacedResult } from './place.ts';

const child = path.join(import.meta.dirname, 'place.ts');
const kinds = ['sheets', 'archive'] as const;

/** `--badges N`, `--rounds N` of both results, `--out FILE` for the PDF. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      badges: { type: 'string', default: '1000' },
      rounds: { type: 'string', default: '3' },
      out: { type: 'string' },
    },
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-bench-'));
  try {
    await renderInto(folder, Number(values.badges));
    const measured = { sheets: [] as PlacedResult[], archive: [] as PlacedResult[] };
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const kind of kinds) measured[kind].push(await write(folder, values.badges, kind));
    console.table(Object.fromEntries(kinds.map((kind) => [kind, summarise(measured[kind])])));
    if (values.out !== undefined) await cp(path.join(folder, 'result.pdf'), values.out);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function renderInto(folder: string, count: number): Promise<void> {
  const storage = await openFileStorage(folder, null);
  const before = ownCpuMs();
  let [index, bytes] = [0, 0];
  for await (const file of renderBadges(count)) {
    await storage.write(`rows/${index}`, file);
    index += 1;
    bytes += file.length;
  }
  const cpuMs = round((ownCpuMs() - before) / count, 1);
  console.log(`${count} badges: ${round(bytes / 1e6, 2)} MB in files of their own, ${cpuMs} CPU ms each`);
}

async function write(folder: string, count: string, kind: (typeof kinds)[number]): Promise<PlacedResult> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, folder, count, kind]);
  return JSON.parse(stdout) as PlacedResult;
}

function summarise(results: readonly PlacedResult[]): Record<string, number> {
  const middle = (key: keyof PlacedResult): number => median(results.map((result) => result[key]));
  return {
    MB: round(middle('bytes') / 1e6, 2),
    ms: Math.round(middle('ms')),
    'CPU ms': Math.round(middle('cpuMs')),
    'peak MB': Math.round(middle('peakMb')),
    'MB before': Math.round(middle('idleMb')),
  };
}
