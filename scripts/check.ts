/**
 * The gate: all static checks and the fuzzing of both contracts, two at the same time, then all tests. Prints
 * each step with its time and stops at the first failure with that step's output. Arguments select test
 * files; --static skips fuzzing and tests; --times prints the time of every step and test file, and records
 * those of all test files.
 */
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { recordTestTimes, type TestTimes } from './gate/test-times.ts';

interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** How to run it again, where that is not its command. */
  readonly again?: string;
}

const root = join(import.meta.dirname, '..');
const cores = availableParallelism();

// TypeScript 7, by its path: `typescript` 5.9, which other tools load, has a program `tsc`, too.
const compiler = 'node_modules/typescript-native/bin/tsc';

// The longest first: two run at the same time.
const staticSteps: readonly Step[] = [
  { name: 'lint', command: ['oxlint', '--deny-warnings', '.'] },
  { name: 'formatting', command: ['oxfmt', '--check'] },
  { name: 'generated files are up to date', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'types', command: ['node', compiler, '--noEmit'] },
  { name: 'types of the client', command: ['node', compiler, '-p', 'clients/typescript'] },
  {
    name: 'build of the app',
    command: ['vite', 'build', '--config', 'studio/web/build/vite.config.ts', '--logLevel', 'warn'],
  },
  { name: 'types of the app', command: ['node', compiler, '-p', 'studio/web'] },
  { name: "types of the app's build", command: ['node', compiler, '-p', 'studio/web/build'] },
  {
    name: 'seams',
    command: [
      'depcruise',
      '--output-type',
      'err',
      'src',
      'handlers',
      'studio',
      'migrations',
      'scripts',
      'test',
      'contract-tests',
      'clients',
    ],
  },
  { name: 'dead code and unused dependencies', command: ['knip', '--no-progress'] },
  {
    name: 'contracts',
    command: ['redocly', 'lint', 'openapi.yaml', 'studio/openapi.yaml', 'generated/openapi-3.0.yaml'],
  },
  { name: 'breaking changes of the contracts', command: ['node', 'contract-tests/changes/check.ts'] },
  { name: 'schema.sql is up to date', command: ['node', 'scripts/dump-schema.ts', '--check'] },
];

const fuzzing: readonly Step[] = [
  {
    name: "fuzzing the app's contract",
    // It has four times as many operations. `npm run fuzz` has more examples of both.
    command: ['node', 'contract-tests/fuzz.ts', '--contract', 'studio', '--max-examples', '4'],
  },
  { name: 'fuzzing the contract', command: ['node', 'contract-tests/fuzz.ts', '--max-examples', '20'] },
];

const testFiles = [
  'src/**/*.test.ts',
  'handlers/**/*.test.ts',
  'studio/**/*.test.ts',
  'test/**/*.test.ts',
  'contract-tests/**/*.test.ts',
  'clients/typescript/test/**/*.test.ts',
  'scripts/**/*.test.ts',
];

const { values: options, positionals } = parseArgs({
  options: { static: { type: 'boolean', default: false }, times: { type: 'boolean', default: false } },
  allowPositionals: true,
});

const isWhole = !options.static && positionals.length === 0;
const stepSeconds: Record<string, number> = {};
const [lint, ...others] = staticSteps;
await runAll(isWhole && lint ? [lint, ...fuzzing, ...others] : staticSteps, Math.min(2, cores));
const testTimes = options.static ? {} : await runTests();
if (options.times) {
  if (isWhole) await recordTestTimes(testTimes);
  printTimes({ ...stepSeconds, ...testTimes });
}
console.log('All checks passed.');

/** Runs the chosen test files, and returns the seconds of each. */
async function runTests(): Promise<TestTimes> {
  const files = positionals.length > 0 ? positionals : globSync(testFiles, { cwd: root }).sort();
  const times = join(root, 'node_modules/.cache/test-times.json');
  await mkdir(dirname(times), { recursive: true });
  await runShown({
    name: `tests (${files.length} files)`,
    command: ['node', 'scripts/gate/run-tests.ts', '--times', times, ...files],
    again: 'npm run check -- FILE',
  });
  return JSON.parse(await readFile(times, 'utf8')) as TestTimes;
}

/** Prints the longest first, and then the twenty longest test files as CONTRIBUTING.md has them. */
function printTimes(times: TestTimes): void {
  const sorted = Object.entries(times).sort(([, a], [, b]) => b - a);
  for (const [name, seconds] of sorted) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  const rows = sorted
    .filter(([name]) => name.endsWith('.ts'))
    .slice(0, 20)
    .map(([name, seconds]) => [`\`${name}\``, seconds.toFixed(0)] as const);
  const width = Math.max('file'.length, ...rows.map(([file]) => file.length));
  const line = (file: string, seconds: string): string => `| ${file.padEnd(width)} | ${seconds.padEnd(7)} |`;
  const table = [
    line('file', 'seconds'),
    line('-'.repeat(width), '-'.repeat(7)),
    ...rows.map((row) => line(...row)),
  ];
  console.log(`\n${table.join('\n')}\n`);
}

/** Runs steps, at most `width` at the same time. The first failure ends the process. */
async function runAll(steps: readonly Step[], width: number): Promise<void> {
  const queue = [...steps];
  const run = async (): Promise<void> => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const { code, output, seconds } = await execute(step, 'pipe');
      report(step, code, seconds, output);
    }
  };
  await Promise.all(Array.from({ length: width }, run));
}

/** Runs a step and shows its output as it comes. */
async function runShown(step: Step): Promise<void> {
  console.log(`… ${step.name}`);
  const { code, seconds } = await execute(step, 'inherit');
  report(step, code, seconds, '');
}

function report(
  { name, command, again = `npx ${command.join(' ')}` }: Step,
  code: number,
  seconds: number,
  output: string,
): void {
  stepSeconds[name] = seconds;
  console.log(`${code === 0 ? '✔' : '✖'} ${name} (${seconds.toFixed(1)} s)`);
  if (code === 0) return;
  console.error(`${output}\nFailed: ${name}. To run it alone: ${again}`);
  process.exit(1);
}

function execute(
  step: Step,
  stdio: 'pipe' | 'inherit',
): Promise<{ code: number; output: string; seconds: number }> {
  const [program, ...args] = step.command;
  const start = performance.now();
  // The project's own Node and tools come first.
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH,
      // The tests start several hundred processes of the same source: most of a start is its compilation.
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
      // Stops the contract linter's network requests.
      REDOCLY_TELEMETRY: 'off',
      REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    },
    stdio: ['ignore', stdio, stdio],
    shell: process.platform === 'win32',
  });
  let output = '';
  const collect = (chunk: Buffer): void => void (output += chunk.toString());
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code: code ?? 1, output, seconds: (performance.now() - start) / 1000 });
    });
  });
}
