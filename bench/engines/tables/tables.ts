/**
 * Results as Markdown tables.
 */
import { engines } from '../engines.ts';
import type { Format } from '../workload.ts';
import type { Results } from './results.ts';

const ownName = 'platen';
/** The engine that ratios are made with. */
const comparedName = 'takumi';
const titles = new Map(engines.map(({ name, title }) => [name, title]));

type AloneFigure = Results['alone'][number];

/** One page, alone: a row for each engine, a column for each format. */
export function aloneTable({ alone }: Results, workload: string): string {
  const figures = alone.filter((each) => each.workload === workload);
  const formats = unique(figures.map(({ format }) => format));
  const rows = unique(figures.map(({ engine }) => engine)).map((engine) => {
    const own = figures.filter((each) => each.engine === engine);
    const cells = formats.map((format) => timeAndSize(own.find((each) => each.format === format)));
    return [title(engine), ...cells, `${Math.round(Math.max(...own.map(({ peakMb }) => peakMb)))}`];
  });
  return markdown(['median ms, kB', ...formats, 'peak MB'], rows);
}

/** One format, alone: a row for each engine, a column for each page. */
export function formatTable({ alone }: Results, format: Format): string {
  const figures = alone.filter((each) => each.format === format);
  const pages = unique(figures.map(({ workload }) => workload));
  const rows = unique(figures.map(({ engine }) => engine)).map((engine) => [
    title(engine),
    ...pages.map((page) =>
      timeAndSize(figures.find((each) => each.engine === engine && each.workload === page)),
    ),
  ]);
  return markdown([`${format}: median ms, kB`, ...pages], rows);
}

/** Renders a second with all cores busy: a row for each engine, a column for each page and format. */
export function busyTable({ busy }: Results): string {
  const keys = unique(busy.map(({ workload, format }) => `${workload} ${format}`));
  const rows = unique(busy.map(({ engine }) => engine)).map((engine) => [
    title(engine),
    ...keys.map((key) => {
      const found = busy.find((each) => each.engine === engine && `${each.workload} ${each.format}` === key);
      return found === undefined ? '–' : `${Number(found.rendersPerSecond.toPrecision(3))}`;
    }),
  ]);
  return markdown(['renders/s', ...keys], rows);
}

/**
 * Platen's figures divided by Takumi's. Less than 1 is less time and fewer bytes; more than 1 is more
 * renders.
 */
export function ratioTable(results: Results): string {
  const rows = results.alone
    .filter(({ engine }) => engine === ownName)
    .flatMap((own) => {
      const same = <Each extends { workload: string; format: Format; engine: string }>(
        list: readonly Each[],
        engine: string,
      ) =>
        list.find(
          (each) => each.workload === own.workload && each.format === own.format && each.engine === engine,
        );
      const other = same(results.alone, comparedName);
      if (other === undefined) return [];
      const [busy, otherBusy] = [same(results.busy, ownName), same(results.busy, comparedName)];
      return [
        [
          `${own.workload} ${own.format}`,
          ratio(own.medianMs, other.medianMs),
          ratio(own.cpuMs, other.cpuMs),
          ratio(own.bytes, other.bytes),
          busy === undefined || otherBusy === undefined
            ? '–'
            : ratio(busy.rendersPerSecond, otherBusy.rendersPerSecond),
        ],
      ];
    });
  const heading = `${title(ownName)} : ${title(comparedName)}`;
  return markdown([heading, 'time alone', 'CPU', 'bytes', 'renders/s'], rows);
}

/** The machine, the versions and the number of rounds, as a sentence. */
export function conditions({ machine, versions, settings }: Results): string {
  const rounds = Object.entries(settings.rounds).map(([workload, count]) => `${workload} ${count}`);
  const text =
    `${machine.cores} cores of ${machine.cpu}, ${machine.memoryGb} GB, ` +
    `${machine.system}, Node ${machine.node}; ` +
    `${unique(Object.values(versions)).join('; ')}. Rounds: ${rounds.join(', ')}; ` +
    `${settings.slices} slices of ${settings.sliceMs / 1000} s each with all cores busy. ${settings.remark}`;
  return text.trim();
}

function timeAndSize(figure: AloneFigure | undefined): string {
  return figure === undefined ? '–' : `${milliseconds(figure.medianMs)}, ${kilobytes(figure.bytes)}`;
}

function title(engine: string): string {
  return titles.get(engine) ?? engine;
}

function milliseconds(value: number): string {
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}

function kilobytes(bytes: number): string {
  return bytes < 100_000 ? (bytes / 1000).toFixed(1) : (bytes / 1000).toFixed(0);
}

function ratio(own: number, other: number): string {
  return (own / other).toFixed(2);
}

function unique<Each>(list: readonly Each[]): Each[] {
  return [...new Set(list)];
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = line(head.map((_, index) => (index === 0 ? '---' : '---:')));
  return [line(head), rule, ...rows.map(line)].join('\n');
}
