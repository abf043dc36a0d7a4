/**
 * Judges PDFs with others' validators: `npm run check:pdf -- FILE…`, or without files every sample, every
 * page of the tests and every case of the comparison with Chromium. Ghostscript and poppler are asked as well
 * where the machine has them; all else is fetched.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { renderCases } from './cases.ts';
import { renderPages, renderSamples } from './pages.ts';
import { prepareValidators } from './validators.ts';
import type { Verdicts } from './validators.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'platen-pdf-'));
try {
  const given = process.argv.slice(2).map((file) => path.resolve(file));
  const files = given.length > 0 ? given : await writePages();
  const contents = await Promise.all(files.map((file) => readFile(file, 'latin1')));
  const saying = (words: string) => files.filter((_file, index) => contents[index]?.includes(words));
  const validators = await prepareValidators();
  const nullDevice = ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=nullpage'];
  const results: readonly (readonly [string, Verdicts | null])[] = [
    ['qpdf: structure', await validators.checkStructure(files)],
    ['veraPDF: PDF/A-2b', await validators.checkPdfA(files)],
    ['veraPDF: PDF/UA-1', await validators.checkPdfUa(saying('<pdfuaid:part>1<'))],
    ['PDF Oxide: PDF/X-4', await validators.checkPdfX(saying('<pdfxid:GTS_PDFXVersion>'))],
    ['Ghostscript: draws', listen('gs', nullDevice, files)],
    ['poppler: draws', listen('pdftoppm', ['-r', '36'], files)],
  ];
  for (const [name, verdicts] of results) {
    if (verdicts === null) {
      print(`– ${name}: not on this machine`);
      continue;
    }
    const bad = [...verdicts].filter(([, problems]) => problems.length > 0);
    print(`${bad.length === 0 ? '✔' : '✖'} ${name}: ${verdicts.size - bad.length} of ${verdicts.size}`);
    for (const [file, problems] of bad) print(`    ${path.basename(file)}: ${problems.join('; ')}`);
    if (bad.length > 0) process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function writePages(): Promise<string[]> {
  const files: string[] = [];
  const rendered = [...(await renderSamples()), ...(await renderPages()), ...(await renderCases())];
  for (const [name, data] of rendered) {
    const file = path.join(folder, `${name}.pdf`);
    await writeFile(file, data);
    files.push(file);
  }
  return files;
}

/** What a program says while it draws each file; null where there is no such program. */
function listen(program: string, words: readonly string[], files: readonly string[]): Verdicts | null {
  const said = new Map<string, string[]>();
  for (const file of files) {
    const { error, status, stderr } = spawnSync(program, [...words, file], {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (error !== undefined) return null;
    const rows = stderr.split('\n').filter((row) => row.trim() !== '');
    said.set(file, status === 0 ? rows : [`exit code ${status}`, ...rows]);
  }
  return said;
}

function print(row: string): void {
  process.stdout.write(`${row}\n`);
}
