import type { RenderJob } from '../../src/render/job.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { median, round as rounded } from '../shared/statistics.ts';

/** A render, and the one that it is compared with. */
export interface ComparedRender {
  readonly name: string;
  /** The job of a round, with other values each time. */
  readonly jobOf: (round: number) => RenderJob;
}

const warmUpRounds = 5;

/**
 * Renders both in turns and prints the CPU time of the second over that of the first, and the same for the
 * size of the files. Only ratios are printed: they hardly depend on what else the machine does.
 */
export async function compareRenders(
  pairs: readonly (readonly [base: ComparedRender, other: ComparedRender])[],
  rounds: number,
): Promise<void> {
  const pipeline = createPipeline({ caches: true });
  const measure = async ({ jobOf }: ComparedRender, round: number) => {
    const start = process.cpuUsage();
    const { length } = await pipeline({ job: jobOf(round), files: new Map() });
    const { user, system } = process.cpuUsage(start);
    return { cpu: user + system, bytes: length };
  };
  const table: Record<string, string | number>[] = [];
  for (const [base, other] of pairs) {
    const [times, sizes]: [number[], number[]] = [[], []];
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      const [first, second] = [
        await measure(base, round + warmUpRounds),
        await measure(other, round + warmUpRounds),
      ];
      if (round < 0) continue;
      times.push(second.cpu / first.cpu);
      sizes.push(second.bytes / first.bytes);
    }
    table.push({
      render: other.name,
      beside: base.name,
      'CPU time': `${rounded(median(times), 2)} ×`,
      bytes: `${rounded(median(sizes), 2)} ×`,
    });
  }
  console.table(table);
}
