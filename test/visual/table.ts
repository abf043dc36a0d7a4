import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { formatText } from '../../scripts/format-text.ts';
import type { ReportedCase } from './report.ts';

const file = path.join(import.meta.dirname, '../../docs/rendering-quality.md');
const begin = '<!-- The table of cases begins: written by `npm run test:visual -- --publish`. -->';
const end = '<!-- The table of cases ends. -->';

/** The groups of the table, by the first words of case names. All other cases are about text. */
const groups: Readonly<Record<string, readonly string[]>> = {
  'shapes and effects': [
    'blend',
    'blur',
    'clip',
    'filter',
    'gradient',
    'opacity',
    'rotation',
    'shadow',
    'shape',
    'transform',
  ],
  layouts: ['layout'],
  images: ['image'],
  emoji: ['emoji'],
  'whole pages, units, densities': ['card', 'density', 'units'],
};

/** Writes the results of all cases between the two marks in docs/rendering-quality.md. */
export async function writeTable(cases: readonly ReportedCase[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} does not have the two marks of the table.`);
  const written = `${text.slice(0, from)}${begin}\n\n${formatTable(cases)}\n\n${text.slice(to)}`;
  await writeFile(file, await formatText(file, written));
}

function formatTable(cases: readonly ReportedCase[]): string {
  const good = cases.filter(({ quality, faults }) => quality.accepted === null && faults.length === 0);
  const accepted = cases.filter(({ quality }) => quality.accepted !== null);
  const failed = cases.filter(({ faults }) => faults.length > 0);
  const rows = [...Map.groupBy(good, getGroup)].map(([group, all]) => {
    const worst = (pick: (each: ReportedCase['comparison']) => number, of = Math.max): number =>
      of(...all.map(({ comparison }) => pick(comparison)));
    return [
      group,
      `${all.length}`,
      worst(({ luminance }) => luminance, Math.min).toFixed(4),
      worst(({ colour }) => colour, Math.min).toFixed(4),
      worst(({ inkEdge }) => inkEdge).toFixed(0),
      worst(({ inkCentre }) => inkCentre).toFixed(2),
      `${all.reduce((sum, { comparison }) => sum + comparison.lines.count, 0)}`,
      Math.max(
        0,
        worst(({ lines }) => lines.baseline),
      ).toFixed(2),
    ];
  });
  const heads = [
    'cases at the goal',
    'cases',
    'SSIM',
    'colour',
    'ink edge',
    'ink centre',
    'lines',
    'baselines',
  ];
  const toRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = toRow(heads.map((_, index) => (index === 0 ? '---' : '---:')));
  const table = [toRow(heads), rule, ...rows.map(toRow)].join('\n');
  const lists = [
    ...list('Accepted differences', accepted, ({ quality }) => quality.accepted?.reason ?? ''),
    ...list('Failed', failed, ({ faults }) => faults.join('; ')),
  ];
  return [table, ...lists].join('\n\n');
}

function getGroup({ quality }: ReportedCase): string {
  const [word = ''] = quality.name.split(/[-.]/);
  return Object.entries(groups).find(([, words]) => words.includes(word))?.[0] ?? 'text';
}

function list(
  title: string,
  cases: readonly ReportedCase[],
  describe: (each: ReportedCase) => string,
): string[] {
  const items = cases.map((each) => `- \`${each.quality.name}\`: ${describe(each)}`);
  return items.length === 0 ? [] : [`${title}:`, items.join('\n')];
}
