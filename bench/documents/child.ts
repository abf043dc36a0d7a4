/**
 * A process with one program that runs in Node: `child.ts NAME DOCUMENT FONTS`. It measures inside, so that
 * no message is part of a time.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { listTree, ownCpuMs, treeMb } from '../shared/processes.ts';
import type { FontFile } from './cases/cases.ts';
import type { Program } from './programs/program.ts';
import { programs } from './programs/programs.ts';

/** One render. `file`: where the result is kept; null: nowhere. */
export interface Task {
  readonly input: unknown;
  readonly file: string | null;
}

export interface Result {
  readonly ms: number;
  readonly cpuMs: number;
  readonly bytes: number;
  /** Memory of the program's own processes, after the render. */
  readonly treeMb: number;
}

const [name = '', documentName = '', fontsFile = ''] = process.argv.slice(2);

async function render(program: Program, { input, file }: Task): Promise<Result> {
  const cpuBefore = getCpuMs(program);
  const start = performance.now();
  const data = await program.render(input);
  const ms = performance.now() - start;
  const cpuMs = getCpuMs(program) - cpuBefore;
  if (file !== null) await writeFile(file, data);
  const { processId } = program;
  return { ms, cpuMs, bytes: data.byteLength, treeMb: processId === undefined ? 0 : treeMb(processId) };
}

/** CPU time of this process and of the program's own processes. */
function getCpuMs({ processId }: Program): number {
  const own = processId === undefined ? [] : listTree([processId]);
  return own.reduce((sum, { cpuMs }) => sum + cpuMs, ownCpuMs());
}

const kind = programs.find((each) => each.name === name);
if (kind?.load == null) throw new Error(`There is no program ${name}.`);
const fonts = JSON.parse(await readFile(fontsFile, 'utf8')) as FontFile[];
const program = await (await kind.load())(documentName, fonts);
process.on('message', (task: Task) => {
  render(program, task).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => void (program.close?.() ?? Promise.resolve()).finally(() => process.exit(0)));
process.send?.({ ready: true });
