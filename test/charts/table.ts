import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatText } from '../../scripts/format-text.ts';
import type { ChartComparison } from './compare-chart.ts';

const file = path.join(import.meta.dirname, '../../docs/charts.md');
const begin = '<!-- The table begins: written by `npm run charts -- --publish`. -->';
const end = '<!-- The table ends. -->';

/** The structural similarity that an example should have. */
const goal = 0.98;

/** Writes the results into docs/charts.md. */
export async function publish(rows: readonly ChartComparison[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} does not have the two marks.`);
  const written = `${text.slice(0, from)}${begin}\n\n${describe(rows)}\n\n${text.slice(to)}`;
  await writeFile(file, await formatText(file, written));
}

function describe(rows: readonly ChartComparison[]): string {
  const drawn = rows.filter(({ ssim }) => ssim !== null);
  const good = drawn.filter(({ ssim }) => (ssim ?? 0) >= goal);
  const cells = rows.map(({ name, ssim, reason = '' }) => {
    const why = reason.replaceAll('|', '\\|').replaceAll(/\s+/gu, ' ');
    return `| ${name} | ${ssim?.toFixed(4) ?? 'refused'} | ${why} |`;
  });
  return [
    `${good.length} of the ${drawn.length} examples that are drawn have an SSIM of at least ${goal}; ` +
      `${rows.length - drawn.length} of ${rows.length} are refused.`,
    '',
    '| example | SSIM | why |',
    '| --- | ---: | --- |',
    ...cells,
  ].join('\n');
}
