import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { UnreadableRows, type Delimiter } from './table.ts';

/** Line and cells of the header and of every record. */
function read(text: string, delimiter: Delimiter | null = null): (readonly [number, ...string[]])[] {
  const { header, records } = readCsv(text, delimiter);
  return [header, ...records].map(({ line, cells }) => [line, ...cells] as const);
}

function refuses(text: string, message: RegExp): void {
  assert.throws(
    () => read(text),
    (error) => error instanceof UnreadableRows && message.test(error.message),
    text,
  );
}

describe('readCsv', () => {
  test('detects the delimiter from the header', () => {
    assert.deepEqual(read('a,b\n1;2,3\n').at(-1), [2, '1;2', '3']);
    assert.deepEqual(read('a;b\n1,5;3').at(-1), [2, '1,5', '3']);
    assert.deepEqual(read('a\tb\n1,5\t3').at(-1), [2, '1,5', '3']);
    assert.deepEqual(read('a|b\n1|3').at(-1), [2, '1', '3']);
    assert.deepEqual(read('"a,b,c";d\n1;2').at(0), [1, 'a,b,c', 'd']);
    assert.deepEqual(read('a\n1,2').at(-1), [2, '1', '2'], 'a header without a delimiter means comma');
    assert.deepEqual(read('a,b;c\n1;2', ';').at(-1), [2, '1', '2']);
    assert.deepEqual(read('sep=;\r\na;b,c,d\r\n1;2\r\n'), [
      [2, 'a', 'b,c,d'],
      [3, '1', '2'],
    ]);
  });

  test('reads any text in quoted cells, and keeps line numbers', () => {
    const text = '\r\na,b\r\n1,"x\r\ny ""z"", w"\r\n,\r\n\r\n"2", \r\n3,4';
    assert.deepEqual(read(text), [
      [2, 'a', 'b'],
      [3, '1', 'x\ny "z", w'],
      [7, '2', ' '],
      [8, '3', '4'],
    ]);
    assert.deepEqual(read('a\rb\r'), [
      [1, 'a'],
      [2, 'b'],
    ]);
  });

  test('names the line that cannot be read', () => {
    refuses(
      'a,b\n"1\n2",3\n4,"5\n6',
      /^A cell of line 4 begins with a quotation mark that is never closed\.$/,
    );
    refuses('a,b\n1,2\n3,"4"5\n', /^A cell of line 3 goes on after its closing quotation mark/);
    refuses('a,b\n1,2\n3, "4"\n', /^A cell of line 3 has a blank before its quotation mark; remove it\.$/);
    refuses('\n , \n', /^It is empty/);
    refuses('', /^It is empty/);
  });

  test('reads quotation marks inside of cells as they are', () => {
    const { records, notes } = readCsv('name,city\nPipe 5" steel,Leeds\n"a\nb",x\nPlate,5\' 3" wide\n', null);
    assert.deepEqual(records, [
      { line: 2, cells: ['Pipe 5" steel', 'Leeds'] },
      { line: 3, cells: ['a\nb', 'x'] },
      { line: 5, cells: ['Plate', '5\' 3" wide'] },
    ]);
    assert.deepEqual(notes, ['Quotation marks inside of cells are read as they are written: lines 2, 5.']);
    assert.deepEqual(read('a 5";b\n1;2').at(0), [1, 'a 5"', 'b']);
    assert.deepEqual(read('a\tb\n "x" y\t2"').at(-1), [2, ' "x" y', '2"']);
  });

  test('fills lines without their last cells, and names them', () => {
    const { records, notes } = readCsv('a,b,c,d\n1,2,3,4\n3,4,5\n\n4,5,6,7\n6,7\n', null);
    assert.deepEqual(
      records.map(({ cells }) => cells.length),
      [4, 3, 4, 2],
    );
    assert.deepEqual(notes, ['Lines 3, 6 have fewer cells than the header: their last cells are empty.']);
    const ragged = `a,b,c\n${'1,2,3\n'.repeat(15)}${'1,2\n'.repeat(25)}`;
    assert.deepEqual(readCsv(ragged, null).notes, [
      'Lines 17 to 41 have fewer cells than the header: their last cells are empty.',
    ]);
  });

  test('refuses lines that look like the parts of a row', () => {
    refuses('a,b,c\n1,2,3\n4,x\ny,6\n', /^Line 3 and those to line 4 have fewer cells than the header/);
    refuses('a,b,c\n1,x\ny\nz,3\n', /^Line 2 and those to line 4 have fewer cells/);
    assert.throws(
      () => readCsv('a,b,c\n4,x\ny,6\n1,2,3\n4,x\ny,6\n', null),
      (error) => {
        assert.ok(error instanceof UnreadableRows);
        assert.equal(error.message, 'It has 2 problems.');
        assert.deepEqual(
          error.problems.map(({ line }) => line),
          [2, 5],
        );
        return true;
      },
    );
  });

  test('reads what spreadsheets of other countries write', () => {
    // As German Excel saves "CSV UTF-8": a byte order mark, semicolons, and quotes where they are needed.
    const bytes = Buffer.from('\ufeffname;preis;"satz; lang"\r\n"Zoë ""Z""";166,76;"a;b"\r\n', 'utf8');
    const { header, records } = readCsv(decodeText(bytes, null), null);
    assert.deepEqual(header.cells, ['name', 'preis', 'satz; lang']);
    assert.deepEqual(records, [{ line: 2, cells: ['Zoë "Z"', '166,76', 'a;b'] }]);
    // A quoted header right after the byte order mark.
    const quoted = readCsv(decodeText(Buffer.from('\ufeff"a";"b"\r\n1;2\r\n'), null), null);
    assert.deepEqual(quoted.header.cells, ['a', 'b']);
  });

  test('refuses too many columns and cells', () => {
    const line = (cells: number): string => `${'1,'.repeat(cells - 1)}1\n`;
    assert.equal(read(line(1_000) + line(1_000)).length, 2);
    refuses(line(2) + line(1_001), /^Line 2 has 1001 cells; at most 1000 columns are read\.$/);
    refuses(line(500_000), /^Line 1 has 500000 cells; at most 1000 columns are read\.$/);
    refuses(line(1_000).repeat(1_001), /^It has more than 1000000 cells, which is the most that is read\.$/);
    refuses('a\n'.repeat(1_000_001), /^It has more than 1000000 cells/);
  });
});
