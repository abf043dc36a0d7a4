/**
 * A page that flows over ten pages, beside the same content as ten pages of elements that stand where they
 * are; and the peak memory of a flow of 200 pages.
 *
 * Times are CPU time of this process, from the document and its values to the PDF. Both reports take turns,
 * and have the same pixels. The flow of 200 pages is rendered in a fresh process.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { TemplateDocument } from '../../generated/template.ts';
import { bindTemplate } from '../../src/render/bind/bind-template.ts';
import type { OutputSettings } from '../../src/render/job.ts';
import { createPipeline } from '../shared/pipeline.ts';
import { ownCpuMs } from '../shared/processes.ts';
import { median, round as rounded } from '../shared/statistics.ts';
import type { PeakMemory } from './peak-memory.ts';
import { fixedReport, flowingReport, getValues } from './report.ts';

const warmUpRounds = 3;

/** `--rows N`, `--on-page N`, `--rounds N` of the comparison. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string', default: '500' },
      'on-page': { type: 'string', default: '50' },
      rounds: { type: 'string', default: '15' },
    },
  });
  await compare(Number(values.rows), Number(values['on-page']), Number(values.rounds));
  const child = path.join(import.meta.dirname, 'peak-memory.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [child]);
  const { rows, pages, peakMib, idleMib, cpuMs } = JSON.parse(stdout) as PeakMemory;
  const memory = `${Math.round(peakMib)} MiB at most, ${Math.round(idleMib)} before`;
  console.log(`${rows} rows on ${pages} pages: ${memory}; ${Math.round(cpuMs)} CPU ms.`);
}

async function compare(rows: number, onPage: number, rounds: number): Promise<void> {
  const pipeline = createPipeline({ caches: true });
  const values = getValues(rows);
  const render = async (document: TemplateDocument, output: Partial<OutputSettings> = {}) => {
    const settings = { format: 'pdf', dpi: 96, scale: 1, quality: 85, ...output } as const;
    const { scene } = bindTemplate(document, values);
    const job = { scene, assets: {}, output: settings, imageMaxPixels: 50_000_000 };
    return await pipeline({ job, files: new Map() });
  };
  const reports = [
    { name: 'fixed pages', document: fixedReport(rows, onPage), cpuMs: [] as number[] },
    { name: 'a page that flows', document: flowingReport(onPage), cpuMs: [] as number[] },
  ];
  for (const page of [1, Math.ceil(rows / onPage)]) {
    const shown = await Promise.all(reports.map(({ document }) => render(document, { format: 'png', page })));
    if (Buffer.compare(shown[0]!, shown[1]!) !== 0) throw new Error(`The reports differ on page ${page}.`);
  }
  for (let round = -warmUpRounds; round < rounds; round += 1)
    for (const { document, cpuMs } of reports) {
      const before = ownCpuMs();
      await render(document);
      if (round >= 0) cpuMs.push(ownCpuMs() - before);
    }
  const [fixed, flowing] = reports.map(({ cpuMs }) => median(cpuMs));
  console.table(reports.map(({ name, cpuMs }) => ({ report: name, 'CPU ms': rounded(median(cpuMs), 1) })));
  const pages = Math.ceil(rows / onPage);
  console.log(
    `${rows} rows on ${pages} pages: the flow takes ${rounded(flowing! / fixed!, 2)} times as long.`,
  );
}
