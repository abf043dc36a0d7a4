/**
 * Runs one benchmark: `npm run bench NAME -- OPTIONS`. Without a name it compares engines; `npm run bench
 * list` lists the names.
 *
 * A benchmark prints its results. With `--publish` it also writes those that are committed, and the tables
 * and charts of the docs. That is done for releases only.
 */
interface Benchmark {
  readonly measures: string;
  readonly load: () => Promise<{ run(args: readonly string[]): Promise<void> }>;
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  engines: {
    measures: 'renders by Platen, Takumi, satori with resvg-js, and Chromium (the default)',
    load: () => import('./engines/compare.ts'),
  },
  documents: {
    measures: 'PDFs by Platen, Typst, WeasyPrint, react-pdf, pdfmake and Chromium: tables, samples, letters',
    load: () => import('./documents/run.ts'),
  },
  encode: {
    measures: 'size and CPU time of PNG encoders on the same pixels',
    load: () => import('./engines/encode.ts'),
  },
  pool: {
    measures: 'what a renderer process adds to a render',
    load: () => import('./service/pool.ts'),
  },
  http: {
    measures: 'what HTTP, quota and the database add to a render, on 1 to 64 connections',
    load: () => import('./service/http.ts'),
  },
  urls: {
    measures: 'answers a second at signed image URLs, alone and while renders go on',
    load: () => import('./service/urls.ts'),
  },
  start: {
    measures: 'time from the start of the service to its first renders',
    load: () => import('./service/start.ts'),
  },
  batch: {
    measures: 'a batch from its submission to its archive, with one worker and with two',
    load: () => import('./service/batch.ts'),
  },
  rows: {
    measures: 'what a row of a batch adds to a render, and how batches delay single renders',
    load: () => import('./service/rows.ts'),
  },
  sheets: {
    measures: 'a thousand name badges on sheets: size of the PDF, time, and peak memory',
    load: () => import('./sheets/run.ts'),
  },
  pages: {
    measures: 'a page that flows beside fixed pages, and the peak memory of 200 pages',
    load: () => import('./pages/run.ts'),
  },
  previews: {
    measures: 'previews and checks of rows beside paid renders',
    load: () => import('./service/previews.ts'),
  },
  studio: {
    measures: "time until Studio's first page can be used, beside the shortest answer of the service",
    load: () => import('./service/studio.ts'),
  },
  designer: {
    measures: 'the designer: opening, frames while dragging, and the picture after a drop',
    load: () => import('./service/designer.ts'),
  },
  bodies: {
    measures: 'how long hostile and large bodies hold the event loop',
    load: () => import('./service/bodies.ts'),
  },
  layouts: {
    measures: 'what ten layouts and ten expressions add to a render, and thousands of layouts in one process',
    load: () => import('./layouts/run.ts'),
  },
  table: {
    measures: 'a table of 500 rows in pages that flow, beside the same rows as layouts; one of 5,000 rows',
    load: () => import('./table/run.ts'),
  },
  expressions: {
    measures: 'CPU time of hostile expressions, and of ten expressions in a render',
    load: () => import('./expressions/run.ts'),
  },
  'growth-renders': {
    measures: 'CPU time and memory of a render as its template grows',
    load: () => import('./growth/renders.ts'),
  },
  'growth-installation': {
    measures: 'what 1 to 64 API and worker processes with stand-in renderers ask of one PostgreSQL',
    load: () => import('./growth/installation/run.ts'),
  },
  'growth-database': {
    measures: 'time of queries as the database grows',
    load: () => import('./growth/database.ts'),
  },
  'batch-list': {
    measures: 'pages of batch jobs with each filter, first and late, of 1,000 jobs and of a million',
    load: () => import('./growth/batch-list.ts'),
  },
  chart: {
    measures: 'what a chart adds to a PNG and to a PDF, beside the same card without it',
    load: () => import('./additions/chart.ts'),
  },
  tags: {
    measures: 'what tags for screen readers add to a PDF, beside the same pages without them',
    load: () => import('./additions/tags.ts'),
  },
  steady: {
    measures: 'whether outputs and memory stay the same over thousands of renders',
    load: () => import('./steady/run.ts'),
  },
};

const args = process.argv.slice(2);
const isNamed = args[0] !== undefined && !args[0].startsWith('--');
const name = isNamed ? (args.shift() ?? '') : args.includes('--help') ? 'list' : 'engines';
const benchmark = benchmarks[name];
if (benchmark !== undefined) {
  // An interrupted benchmark runs its exit handlers, which stop the processes that it started.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  await (await benchmark.load()).run(args);
} else {
  for (const [each, { measures }] of Object.entries(benchmarks))
    console.log(`${each.padEnd(16)} ${measures}`);
  if (name !== 'list') {
    console.error(`\nThere is no benchmark ${name}.`);
    process.exitCode = 1;
  }
}
