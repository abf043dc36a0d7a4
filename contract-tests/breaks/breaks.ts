/**
 * Tests the fuzzer: a proxy in front of the service breaks one thing, and a run of schemathesis must find
 * that and nothing else. Arguments select the breaks whose names contain them.
 */
import { publicApi, getTarget } from '../fuzzing/api/target.ts';
import { readOperations } from '../fuzzing/figures.ts';
import { runSchemathesis } from '../fuzzing/run.ts';
import { startLiveService, type LiveService } from '../live-service.ts';
import { startBreakingProxy, type Meddling } from './breaking-proxy.ts';
import { breaks, type Break } from './break-list.ts';

type Narrowing = Pick<Break, 'operations' | 'phases' | 'arguments'>;

const words = process.argv.slice(2);
const chosen = breaks.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const seed = 20_261_121;

const start = performance.now();
const service = await startLiveService();
try {
  await show('nothing', [], () =>
    findWith(
      service,
      {},
      {
        operations: [...new Set(chosen.flatMap(({ operations }) => operations))],
        phases: [...new Set(chosen.flatMap(({ phases }) => phases))],
      },
    ),
  );
  // An account may have two active jobs, so two runs that submit must not overlap.
  const [submitting = [], others = []] = [true, false].map((submits) =>
    chosen.filter(({ operations }) => operations.includes('submitBatchJob') === submits),
  );
  await Promise.all(
    [submitting, others].map(async (list) => {
      for (const one of list) await show(one.name, one.checks, () => findWith(service, one.meddling, one));
    }),
  );
} finally {
  await service.close();
}
console.log(`${chosen.length} breaks in ${Math.round((performance.now() - start) / 1_000)} s`);

/** The checks that failed. */
async function findWith(
  service: LiveService,
  meddling: Meddling,
  { operations, phases, arguments: more = [] }: Narrowing,
): Promise<{ found: string[]; output: string }> {
  const { origin, apiKey, otherKeys } = service;
  const proxy = await startBreakingProxy(
    origin,
    { owner: apiKey, others: Object.values(otherKeys) },
    meddling,
  );
  try {
    const { figures, output } = await runSchemathesis(
      await getTarget(service),
      readOperations(publicApi.file),
      {
        seed,
        maxExamples: 20,
        origin: proxy.origin,
        arguments: [
          ...operations.flatMap((operation) => ['--include-operation-id', operation]),
          '--phases',
          phases.join(),
          ...more,
        ],
      },
    );
    const found = [...figures.checks].flatMap(([name, one]) => (one.found > 0 ? [name] : []));
    return { found, output };
  } finally {
    await proxy.close();
  }
}

async function show(
  name: string,
  expected: readonly string[],
  find: () => Promise<{ found: string[]; output: string }>,
): Promise<void> {
  const { found, output } = await find();
  const isCaught = found.sort().join() === [...expected].sort().join();
  const list = found.join(', ') || 'nothing';
  console.log(`${isCaught ? '✔' : '✖'} ${name}: found by ${list}`);
  if (isCaught) return;
  console.error(`${output}\nExpected for "${name}": ${expected.join(', ') || 'nothing'}; found: ${list}`);
  process.exitCode = 1;
}
