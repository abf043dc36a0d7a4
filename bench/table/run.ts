/**
 * A table of 500 rows and 5 columns in pages that flow, as a PDF, beside the same rows as a layout that is
 * repeated; and the CPU time and peak memory of a table of 5,000 rows.
 *
 * Times are from values to the file: `CPU ms` of this process with all its threads, `ms` on the clock. The
 * table and the repeat take turns.
 */
import { parseArgs } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { ownCpuMs } from '../shared/processes.ts';
import { median, round as rounded } from '../shared/statistics.ts';
import { COLUMNS, getEntries, getJob, getRepeatDocument, getTableDocument, type Entries } from './parts.ts';

const warmUpRounds = 4;

/** `--rounds N` of both, `--rows N` of them, `--many N` rows of the last table. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '20' },
      rows: { type: 'string', default: '500' },
      many: { type: 'string', default: '5000' },
    },
  });
  const rows = getEntries(Number(values.rows));
  const kinds = [
    { name: 'table', document: getTableDocument(), cpuMs: [] as number[], ms: [] as number[], bytes: 0 },
    { name: 'repeat', document: getRepeatDocument(), cpuMs: [] as number[], ms: [] as number[], bytes: 0 },
  ];
  const pipeline = createPipeline({ caches: true });
  const render = async (document: TemplateDocument, items: Entries) =>
    await pipeline({ job: getJob(document, items), files: new Map() });
  for (let round = -warmUpRounds; round < Number(values.rounds); round += 1) {
    for (const kind of kinds) {
      const [before, startedAt] = [ownCpuMs(), performance.now()];
      kind.bytes = (await render(kind.document, rows)).length;
      if (round < 0) continue;
      kind.ms.push(performance.now() - startedAt);
      kind.cpuMs.push(ownCpuMs() - before);
    }
  }
  const base = median(kinds[1]!.cpuMs);
  console.log(`${rows.length} rows of ${COLUMNS} columns, ${values.rounds} rounds`);
  console.table(
    kinds.map(({ name, cpuMs, ms, bytes }) => ({
      rows: name,
      'CPU ms': rounded(median(cpuMs), 1),
      'of the repeat': rounded(median(cpuMs) / base, 2),
      ms: rounded(median(ms), 1),
      kB: rounded(bytes / 1000, 1),
    })),
  );
  const before = ownCpuMs();
  const many = getEntries(Number(values.many));
  const { length } = await render(getTableDocument(), many);
  const peakMB = process.resourceUsage().maxRSS / 1000;
  console.log(
    `${many.length} rows: ${rounded(ownCpuMs() - before, 0)} CPU ms, ${rounded(length / 1e6, 2)} MB, ` +
      `${rounded(peakMB, 0)} MB of memory at most`,
  );
}
