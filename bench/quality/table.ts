/**
 * The table of all figures in docs/rendering-quality.md.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format } from 'prettier';
import type { ReportedCase } from './report.ts';

const file = path.join(import.meta.dirname, '../../docs/rendering-quality.md');
const BEGIN = '<!-- The table of cases begins: written by `npm run quality`. -->';
const END = '<!-- The table of cases ends. -->';

/** Puts the figures of all cases between the two marks in the document. */
export async function writeTable(cases: readonly ReportedCase[]): Promise<void> {
  const text = await readFile(file, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`${file} has lost the marks around its table`);
  const written = `${text.slice(0, begin)}${BEGIN}\n\n${formatTable(cases)}\n\n${text.slice(end)}`;
  await writeFile(file, await format(written, { filepath: file, printWidth: 110 }));
}

function formatTable(cases: readonly ReportedCase[]): string {
  const rows = cases.map(({ quality, comparison, faults }) => {
    const { luminance, colour, inkEdge, inkCentre, lines } = comparison;
    const verdict = faults.length > 0 ? 'red' : quality.accepted ? 'accepted' : 'good';
    const breaks = lines.count === 0 ? '' : lines.otherBreak === null ? 'same' : 'other';
    return [
      `\`${quality.name}\``,
      quality.shows,
      luminance.toFixed(4),
      colour.toFixed(4),
      inkEdge.toString(),
      inkCentre.toFixed(2),
      lines.count === 0 ? '' : `${lines.count}`,
      breaks,
      lines.count === 0 ? '' : lines.baseline.toFixed(2),
      verdict,
    ];
  });
  const heads = [
    'case',
    'what it shows',
    'SSIM',
    'colour',
    'ink edge',
    'ink centre',
    'lines',
    'breaks',
    'baselines',
    '',
  ];
  const reasons = cases.flatMap(({ quality }) =>
    quality.accepted === null ? [] : [`- \`${quality.name}\`: ${quality.accepted.reason}`],
  );
  const toRow = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`;
  const table = [toRow(heads), toRow(heads.map(() => '---')), ...rows.map(toRow)].join('\n');
  return reasons.length === 0 ? table : `${table}\n\nAccepted, and why:\n\n${reasons.join('\n')}`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
