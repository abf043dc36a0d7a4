/**
 * The benchmark's results as Markdown.
 */
import { ENGINES } from '../engines/engines.ts';
import type { Format } from '../engines/workload.ts';
import type { Results } from './results.ts';

const OUR_NAME = 'platen';
/** Whom the goals of speed are set by. */
const RIVAL = 'takumi';
const titles = new Map(ENGINES.map(({ name, title }) => [name, title]));

/** One page: engines downwards, formats across, memory last. */
export function aloneTable(results: Results, workload: string): string {
  const figures = results.alone.filter((each) => each.workload === workload);
  const formats = unique(figures.map(({ format }) => format));
  const rows = unique(figures.map(({ engine }) => engine)).map((engine) => {
    const own = figures.filter((each) => each.engine === engine);
    const cells = formats.map((format) => {
      const found = own.find((each) => each.format === format);
      if (found === undefined) return '–';
      const likeness = found.ssim === null ? '' : `, SSIM ${found.ssim.toFixed(4)}`;
      return `${ms(found.medianMs)} (p95 ${ms(found.p95Ms)}, CPU ${ms(found.cpuMs)}), ${kilobytes(found.bytes)}${likeness}`;
    });
    return [title(engine), ...cells, `${Math.round(Math.max(...own.map(({ peakMb }) => peakMb)))}`];
  });
  return markdown(['ms, kB', ...formats, 'peak MB'], rows);
}

/** Renders a second with both cores busy: engines downwards, pages and formats across. */
export function busyTable(results: Results): string {
  const keys = unique(results.busy.map(({ workload, format }) => `${workload} ${format}`));
  const rows = unique(results.busy.map(({ engine }) => engine)).map((engine) => [
    title(engine),
    ...keys.map((key) => {
      const found = results.busy.find(
        (each) => each.engine === engine && `${each.workload} ${each.format}` === key,
      );
      return found === undefined ? '–' : `${Number(found.rendersPerSecond.toPrecision(3))}`;
    }),
  ]);
  return markdown(['renders/s', ...keys], rows);
}

/** Ours divided by the rival's, of what was measured alone: below 1 is less time and fewer bytes, above 1 is more renders. */
export function ratioTable(results: Results): string {
  const rows = results.alone
    .filter(({ engine }) => engine === OUR_NAME)
    .flatMap((ours) => {
      const same = <Each extends { workload: string; format: Format; engine: string }>(
        list: readonly Each[],
        engine: string,
      ) =>
        list.find(
          (each) => each.workload === ours.workload && each.format === ours.format && each.engine === engine,
        );
      const rival = same(results.alone, RIVAL);
      if (rival === undefined) return [];
      const [busy, rivalBusy] = [same(results.busy, OUR_NAME), same(results.busy, RIVAL)];
      return [
        [
          `${ours.workload} ${ours.format}`,
          ratio(ours.medianMs, rival.medianMs),
          ratio(ours.cpuMs, rival.cpuMs),
          ratio(ours.bytes, rival.bytes),
          busy === undefined || rivalBusy === undefined
            ? '–'
            : ratio(busy.rendersPerSecond, rivalBusy.rendersPerSecond),
        ],
      ];
    });
  return markdown([`${title(OUR_NAME)} : ${title(RIVAL)}`, 'time alone', 'CPU', 'bytes', 'renders/s'], rows);
}

/** Where and with what the figures were measured. */
export function conditions({ machine, versions, settings }: Results): string {
  const rounds = Object.entries(settings.rounds).map(([workload, count]) => `${workload} ${count}`);
  const text =
    `${machine.cores} cores of ${machine.cpu}, ${machine.memoryGb} GB, ${machine.system}, Node ${machine.node}; ` +
    `${unique(Object.values(versions)).join('; ')}. Rounds: ${rounds.join(', ')}; ` +
    `${settings.slices} slices of ${settings.sliceMs / 1000} s each with both cores busy. ${settings.remark}`;
  return text.trim();
}

function title(engine: string): string {
  return titles.get(engine) ?? engine;
}

function ms(value: number): string {
  return value < 100 ? value.toFixed(1) : value.toFixed(0);
}

function kilobytes(bytes: number): string {
  return bytes < 100_000 ? (bytes / 1000).toFixed(1) : (bytes / 1000).toFixed(0);
}

function ratio(ours: number, theirs: number): string {
  return (ours / theirs).toFixed(2);
}

function unique<Each>(list: readonly Each[]): Each[] {
  return [...new Set(list)];
}

function markdown(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}
