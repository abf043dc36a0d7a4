/**
 * Whether outputs and memory of renderers stay the same over thousands of renders. Linux only.
 *
 * Each sample is rendered in each format by a new pool of two processes, with some texts in turn. Both
 * processes render the same input at the same time; every output must have the same bytes as all others of
 * its input. At the end a new pool renders some of the inputs again in another order. Memory is read before
 * every render and judged by the second half of the run. The exit code is 1 if outputs differ or memory
 * grows.
 */
import { parseArgs } from 'node:util';
import type { OutputFormat } from '../../src/render/job.ts';
import { listRendererPids, readMemory } from '../shared/processes.ts';
import { listSamples } from '../shared/sample.ts';
import { round as rounded } from '../shared/statistics.ts';
import { findFloor, judgeMemory, minRenders, type MemoryPoint } from './memory.ts';
import { listInputs, Outputs, renderPair, startPair, type Input } from './outputs.ts';

const allFormats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'];
/** Memory readings are reduced to the lowest of each of these stretches. */
const stretches = 25;
/** Inputs of each run that the new pool renders again. */
const repeatedInputs = 8;

type Cells = Readonly<Record<string, string | number>>;

/** The state of a run over all samples and formats. */
interface Report {
  readonly outputs: Outputs;
  readonly rows: Cells[];
  readonly problems: string[];
}

export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      renders: { type: 'string', default: '5000' },
      formats: { type: 'string', default: 'png' },
      sample: { type: 'string', multiple: true, default: listSamples() },
      texts: { type: 'string', default: '50' },
      minutes: { type: 'string', default: 'Infinity' },
    },
  });
  const read = (option: 'renders' | 'texts' | 'minutes'): number => {
    const number = Number(values[option]);
    if (!(number > 0))
      throw new Error(`--${option} expects a number above 0 but received ${values[option]}.`);
    return number;
  };
  const formats = allFormats.filter((format) => values.formats.split(',').includes(format));
  if (formats.length === 0)
    throw new Error('--formats expects png, jpeg, webp, avif, svg, pdf or zpl, separated by commas.');
  const rounds = Math.ceil(read('renders') / 2);
  const deadline = performance.now() + read('minutes') * 60_000;

  const report: Report = { outputs: new Outputs(), rows: [], problems: [] };
  const repeated: Input[] = [];
  let left = values.sample.length * formats.length;
  for (const name of values.sample) {
    for (const format of formats) {
      const until = performance.now() + (deadline - performance.now()) / left;
      const inputs = await listInputs(name, format, read('texts'));
      await runFor(report, inputs, rounds, until);
      repeated.push(...inputs.slice(0, repeatedInputs));
      left -= 1;
    }
  }
  const { outputs, rows, problems } = report;
  await renderAgain(outputs, repeated);

  console.log(`\n${markdownTable(rows)}\n`);
  console.log(`${outputs.compared} outputs were compared; ${outputs.differences.length} differ.`);
  problems.push(...outputs.differences.slice(0, 20));
  for (const problem of problems) console.error(`NOT STEADY: ${problem}`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Renders the inputs of one sample and format in turn, until all rounds are done or time is up. */
async function runFor(
  { outputs, rows, problems }: Report,
  inputs: readonly Input[],
  rounds: number,
  until: number,
): Promise<void> {
  const { name = '', format = 'png' } = inputs[0] ?? {};
  const pool = await startPair();
  const pids = listRendererPids();
  const points = new Map<number, MemoryPoint[]>(pids.map((pid) => [pid, []]));
  const start = performance.now();
  const earlierDifferences = outputs.differences.length;
  let round = 0;
  const readAll = (): void => {
    for (const [pid, list] of points) {
      const { residentMib, peakMib } = readMemory(pid);
      list.push({ renders: round, resident: residentMib, peak: peakMib });
    }
  };
  try {
    for (; round < rounds && performance.now() < until; round += 1) {
      readAll();
      const input = inputs[round % inputs.length];
      if (input !== undefined) await renderPair(pool, [input, input], outputs, `round ${round}`);
    }
    readAll();
    if (listRendererPids().join() !== pids.join())
      problems.push(`${name}, ${format}: a process was replaced`);
  } finally {
    await pool.close();
  }
  const seconds = (performance.now() - start) / 1000;
  for (const [index, all] of [...points.values()].entries()) {
    const floor = findFloor(all, stretches);
    const verdict = judgeMemory(floor, round);
    if (verdict.problem !== null)
      problems.push(`${name}, ${format}, process ${index + 1}: ${verdict.problem}`);
    const slope = [verdict.slope, verdict.slopeLow, verdict.slopeHigh].map((each) => each.toFixed(1));
    const row = {
      sample: name,
      format,
      process: index + 1,
      renders: round,
      'warm after': verdict.warmUp,
      'warm MiB': rounded(verdict.warm, 0),
      'end MiB': rounded(verdict.end, 0),
      'peak MiB': rounded(verdict.peak, 0),
      'MiB per 1,000': round < minRenders ? 'too few' : `${slope[0]} (${slope[1]} to ${slope[2]})`,
      bytes: outputs.differences.length === earlierDifferences ? 'same' : 'differ',
    };
    rows.push(row);
    const curve = floor.filter((_, at) => at % 3 === 0 || at === floor.length - 1);
    const levels = curve.map(({ resident }) => resident.toFixed(0)).join(' ');
    console.log(`${Object.values(row).join(' | ')} | ${seconds.toFixed(0)} s | ${levels}`);
  }
}

/** Renders inputs again in a new pool, whose two processes take them in opposite orders. */
async function renderAgain(outputs: Outputs, inputs: readonly Input[]): Promise<void> {
  const pool = await startPair();
  try {
    const backwards = inputs.toReversed();
    for (const [index, input] of inputs.entries())
      await renderPair(pool, [input, backwards[index] ?? input], outputs, 'the new pool');
  } finally {
    await pool.close();
  }
}

function markdownTable(rows: readonly Cells[]): string {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  const body = rows.map((row) => line(Object.values(row)));
  return [line(columns), line(columns.map(() => '---')), ...body].join('\n');
}
