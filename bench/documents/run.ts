/**
 * PDFs by Platen, Typst, WeasyPrint, react-pdf, pdfmake and Chromium, with the same fonts and texts: a table
 * of 80, 500 and 5,000 rows, three samples, and 500 different letters.
 *
 * Each program has a process of its own for each document and takes turns with the others in every round; the
 * order shifts. Every round has other texts. Times are from the values (Platen) or a finished description
 * (the others) to the file. Read the ratios.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { median, round as rounded } from '../shared/statistics.ts';
import type { Result } from './child.ts';
import { caseNames, loadCase, type Case } from './cases/cases.ts';
import { installPrograms, prepareFonts } from './install.ts';
import { startProgram, type ProgramProcess } from './program-process.ts';
import { programs, type ProgramKind } from './programs/programs.ts';

/** The warm-up has other texts than the rounds. */
const warmUpRound = 1000;
/** CPU time until code is compiled. */
const warmUpCpuMs = 4000;
/** Of many files, a program writes as many as this lets it. */
const maxRoundMs = 100_000;

interface Series {
  readonly kind: ProgramKind;
  readonly process: ProgramProcess;
  readonly ms: number[];
  readonly cpuMs: number[];
  bytes: number;
  files: number;
  treeMb: number;
  failure: string | null;
}

/**
 * `--rounds N` (default 10; long documents have a fifth of them), `--document` and `--program` (names with
 * commas), `--keep FOLDER` for a file of each.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '10' },
      document: { type: 'string', default: caseNames.join(',') },
      program: { type: 'string', default: programs.map(({ name }) => name).join(',') },
      keep: { type: 'string' },
    },
  });
  const chosen = values.program.split(',').map((name) => {
    const kind = programs.find((each) => each.name === name);
    if (kind === undefined) throw new Error(`There is no program ${name}.`);
    return kind;
  });
  await installPrograms();
  for (const name of values.document.split(',')) {
    const document = await loadCase(name);
    const rounds = Math.max(1, Math.round(Number(values.rounds) * document.shareOfRounds));
    await measure(document, chosen, rounds, values.keep ?? null);
  }
}

async function measure(
  document: Case,
  kinds: readonly ProgramKind[],
  rounds: number,
  keep: string | null,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-documents-'));
  const series: Series[] = [];
  try {
    const fontsFile = path.join(folder, 'fonts.json');
    const fonts = await prepareFonts(path.join(folder, 'fonts'), document.fontFiles);
    await writeFile(fontsFile, JSON.stringify(fonts));
    for (const kind of kinds) {
      const process = await startProgram(kind, document.name, fontsFile);
      series.push({ kind, process, ms: [], cpuMs: [], bytes: 0, files: 0, treeMb: 0, failure: null });
    }
    for (const each of series) await warmUp(document, each, keep);
    for (let round = 0; round < rounds; round += 1) {
      const first = round % series.length;
      for (const each of [...series.slice(first), ...series.slice(0, first)])
        await renderRound(document, each, round);
    }
    print(document, series, rounds);
  } finally {
    await Promise.all(series.map(async ({ process }) => await process.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** Compiles code and fills caches: at least one render. */
async function warmUp(document: Case, series: Series, keep: string | null): Promise<void> {
  const file = keep === null ? null : path.resolve(keep, `${document.name}-${series.kind.name}.pdf`);
  let cpuMs = 0;
  for (let at = 0; cpuMs < warmUpCpuMs; at += 1) {
    const result = await renderOnce(
      document,
      series,
      warmUpRound * document.files + at,
      at === 0 ? file : null,
    );
    if (result === null) return;
    cpuMs += result.cpuMs;
  }
}

/** A slow program writes a part of the files. Numbers are those of one file. */
async function renderRound(document: Case, series: Series, round: number): Promise<void> {
  const results: Result[] = [];
  let spentMs = 0;
  for (let file = 0; file < document.files && spentMs < maxRoundMs; file += 1) {
    const result = await renderOnce(document, series, round * document.files + file, null);
    if (result === null) return;
    results.push(result);
    spentMs += result.ms;
  }
  const mean = (of: (result: Result) => number): number =>
    results.reduce((sum, result) => sum + of(result), 0) / results.length;
  series.ms.push(mean(({ ms }) => ms));
  series.cpuMs.push(mean(({ cpuMs }) => cpuMs));
  series.bytes = mean(({ bytes }) => bytes);
  series.files = results.length;
}

async function renderOnce(document: Case, series: Series, round: number, file: string | null) {
  if (series.failure !== null) return null;
  const { prepare } = series.kind;
  const input = prepare === null ? round : prepare(await document.makePaper(round));
  try {
    const result = await series.process.render({ input, file });
    series.treeMb = Math.max(series.treeMb, result.treeMb);
    return result;
  } catch (error) {
    series.failure = error instanceof Error ? error.message : String(error);
    return null;
  }
}

function print(document: Case, series: readonly Series[], rounds: number): void {
  const [base] = series;
  if (base === undefined) return;
  const of = (value: number, whole: number): number => rounded(value / whole, 2);
  const files = document.files > 1 ? ` of ${document.files} files; numbers of one` : '';
  console.log(`\n${document.name}: ${rounds} rounds${files}`);
  console.table(
    series.map((each) => {
      if (each.failure !== null) return { program: each.kind.title, 'CPU ms': each.failure };
      return {
        program: each.kind.title,
        ...(document.files > 1 ? { files: each.files } : {}),
        ms: rounded(median(each.ms), 1),
        'of first': of(median(each.ms), median(base.ms)),
        'CPU ms': rounded(median(each.cpuMs), 1),
        'CPU of first': of(median(each.cpuMs), median(base.cpuMs)),
        kB: rounded(each.bytes / 1000, 1),
        'kB of first': of(each.bytes, base.bytes),
        'peak MB': rounded(each.process.peakMb() + each.treeMb, 0),
      };
    }),
  );
}
