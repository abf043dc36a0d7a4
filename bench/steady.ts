/**
 * Whether renderers stay as they are: `npm run bench:steady [-- --renders N --formats png,pdf --sample NAME --texts T --minutes M]`.
 *
 * Each sample is rendered N times in each format by a pool of two processes of its own, with T texts in turn. Both processes
 * make the same picture at the same time, and every output has to be the same, byte for byte, as all others of its input. At the
 * end a fresh pool makes some of all those pictures once more, in another order, and they have to be the same as well. Memory is
 * read after every picture, and judged by the second half of a run in which each process makes at least 500. Ends with 1 where
 * bytes differ or memory grows. Linux only.
 */
import { parseArgs } from 'node:util';
import type { OutputFormat } from '../src/render/scene.ts';
import { listSamples, round as rounded } from './sample.ts';
import {
  fewestRenders,
  findFloor,
  judgeMemory,
  readMemory,
  rendererPids,
  type MemoryPoint,
} from './steady/memory.ts';
import { listInputs, Outputs, renderPair, startPair, type Input } from './steady/outputs.ts';

const { values } = parseArgs({
  options: {
    renders: { type: 'string', default: '5000' },
    formats: { type: 'string', default: 'png' },
    sample: { type: 'string', multiple: true, default: listSamples() },
    texts: { type: 'string', default: '50' },
    minutes: { type: 'string', default: 'Infinity' },
  },
});
const allFormats: readonly OutputFormat[] = ['png', 'jpeg', 'webp', 'pdf'];
const formats = allFormats.filter((format) => values.formats.split(',').includes(format));
const read = (option: 'renders' | 'texts' | 'minutes'): number => {
  const number = Number(values[option]);
  if (!(number > 0)) throw new Error(`--${option} is a number above 0, not ${values[option]}`);
  return number;
};
const [renders, texts, minutes] = [read('renders'), read('texts'), read('minutes')];
if (formats.length === 0) throw new Error('--formats is some of png, jpeg, webp and pdf, with commas');
const wantedRounds = Math.ceil(renders / 2);

/** Stretches of a run of whose readings of memory the least counts, and inputs of each run that the fresh pool makes again. */
const stretches = 25;
const repeated = 8;

const outputs = new Outputs();
const rows: Record<string, string | number>[] = [];
const problems: string[] = [];
const again: Input[] = [];
const deadline = performance.now() + minutes * 60_000;
let toDo = values.sample.length * formats.length;

for (const name of values.sample) {
  for (const format of formats) {
    const until = performance.now() + (deadline - performance.now()) / toDo;
    const inputs = await listInputs(name, format, texts);
    await runFor({ name, format }, inputs, until);
    again.push(...inputs.slice(0, repeated));
    toDo -= 1;
  }
}
await makeAgain(again);

console.log(`\n${markdownTable(rows)}\n`);
console.log(
  `${outputs.compared} outputs were compared with an earlier one; ${outputs.differences.length} differ.`,
);
problems.push(...outputs.differences.slice(0, 20));
for (const problem of problems) console.error(`NOT STEADY: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Renders one sample in one format until all is done or time is up. */
async function runFor(
  { name, format }: Pick<Input, 'name' | 'format'>,
  inputs: readonly Input[],
  until: number,
): Promise<void> {
  const pool = await startPair();
  const pids = rendererPids();
  const points = new Map<number, MemoryPoint[]>(pids.map((pid) => [pid, []]));
  const start = performance.now();
  const differed = outputs.differences.length;
  let round = 0;
  try {
    for (; round < wantedRounds && performance.now() < until; round += 1) {
      for (const [pid, list] of points) list.push(readMemory(pid, round));
      const input = inputs[round % inputs.length];
      if (input !== undefined) await renderPair(pool, [input, input], outputs, `round ${round}`);
    }
    for (const [pid, list] of points) list.push(readMemory(pid, round));
    if (rendererPids().join() !== pids.join())
      problems.push(`${name}, ${format}: a process was exchanged for another`);
  } finally {
    await pool.close();
  }
  const seconds = (performance.now() - start) / 1000;
  for (const [index, all] of [...points.values()].entries()) {
    const list = findFloor(all, stretches);
    const verdict = judgeMemory(list, round);
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
      'MiB per 1,000': round < fewestRenders ? 'too few' : `${slope[0]} (${slope[1]} to ${slope[2]})`,
      bytes: outputs.differences.length === differed ? 'same' : 'differ',
    };
    rows.push(row);
    const curve = list.filter((_, at) => at % 3 === 0 || at === list.length - 1);
    console.log(
      Object.values(row).join(' | '),
      `| ${seconds.toFixed(0)} s | ${curve.map(({ resident }) => resident.toFixed(0)).join(' ')}`,
    );
  }
}

/** Makes pictures again in a fresh pool whose two processes go through them in opposite orders. */
async function makeAgain(inputs: readonly Input[]): Promise<void> {
  const pool = await startPair();
  try {
    const backwards = inputs.toReversed();
    for (const [index, input] of inputs.entries())
      await renderPair(pool, [input, backwards[index] ?? input], outputs, 'the fresh pool');
  } finally {
    await pool.close();
  }
}

function markdownTable(list: readonly Record<string, string | number>[]): string {
  const columns = Object.keys(list[0] ?? {});
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...list.map((row) => line(Object.values(row)))].join(
    '\n',
  );
}
