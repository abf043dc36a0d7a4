/** Writes the spreadsheets of programs for which SheetJS is the writer, after make.py. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { read, write, type BookType, type WorkBook } from '@e965/xlsx';
import { default as numbersTemplate } from '@e965/xlsx/dist/xlsx.zahl.mjs';

const folder = import.meta.dirname;
const source = 'de-DE-xlsxwriter.xlsx';
const expected = JSON.parse(await readFile(path.join(folder, 'expected.json'), 'utf8')) as {
  file: string;
  rows?: Record<string, unknown>[] | undefined;
}[];
const own = expected.find(({ file }) => file === source);
const bytes = await readFile(path.join(folder, 'files', source));
const kinds: readonly BookType[] = ['xlsb', 'numbers', 'biff8'];
for (const bookType of kinds) {
  const ending = bookType === 'biff8' ? 'xls' : bookType;
  const file = `de-DE-sheetjs.${ending}`;
  const book = read(bytes, { cellNF: true });
  if (bookType === 'numbers') withoutFormats(book);
  await writeFile(
    path.join(folder, 'files', file),
    write(book, { type: 'buffer', bookType, numbers: numbersTemplate as unknown as string }) as Buffer,
  );
  const rows = bookType === 'numbers' ? own?.rows?.map(asPlain) : own?.rows;
  expected.push({ ...own, file, rows });
}
await writeFile(path.join(folder, 'expected.json'), `${JSON.stringify(expected, null, 1)}\n`);

/** The writer of .numbers keeps no formats, and takes days for those since 1904, as Numbers counts. */
function withoutFormats({ Sheets }: WorkBook): void {
  const sheet = Sheets['Data'];
  for (const line of [2, 3, 4, 5]) {
    const day = sheet?.[`F${line}`] as { v: number } | undefined;
    if (day !== undefined) day.v -= 1462;
  }
}

/** What a sheet without formats shows. */
function asPlain(row: Record<string, unknown>, index: number): Record<string, unknown> {
  const code = [7, 42, 123, 1000][index];
  const weight = [2.5, 10, 0.75, 3][index];
  const { fee, rate } = row;
  const shown = { code, weight, amount: fee, share: rate };
  return {
    ...row,
    ...Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, String(value)])),
  };
}
