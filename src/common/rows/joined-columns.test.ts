import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeJoinedFault, hasPlaceholder, joinCells, readJoinedColumns } from './joined-columns.ts';

/** The value of a line, for a text that is valid. */
function join(text: string, names: readonly string[], cells: readonly string[], trims = true): string {
  const read = readJoinedColumns(text, names);
  assert.ok('joined' in read, JSON.stringify(read));
  return joinCells(read.joined, cells, trims);
}

function getFault(text: string, names: readonly (string | null)[]): string {
  const read = readJoinedColumns(text, names);
  assert.ok('fault' in read, text);
  return describeJoinedFault(read.fault, names);
}

const names = ['Titel', 'Vorname', 'Nachname'];

describe('a text', () => {
  test('takes its columns by name, whatever the case and the blanks of the names', () => {
    assert.equal(join('{{Vorname}} {{Nachname}}', names, ['', 'Ada', 'Byron']), 'Ada Byron');
    assert.equal(join('{{ VORNAME }}-{{nach name}}', names, ['', 'Ada', 'Byron']), 'Ada-Byron');
    assert.equal(join('{{first_name}}', ['First Name'], ['Ada']), 'Ada');
    assert.equal(join('Nr. {{Titel}}!', names, ['7']), 'Nr. 7!');
    const read = readJoinedColumns('{{Nachname}}, {{Vorname}} {{nachname}}', names);
    assert.deepEqual('joined' in read && read.joined.indexes, [1, 2]);
  });

  test('reads names with braces', () => {
    const odd = ['a', 'a}}b', '{x}', 'n{{m}}', '}}'];
    const cells = ['A', 'B', 'X', 'NM', 'E'];
    assert.equal(join('{{a}} {{a}}b}}', odd, cells), 'A B');
    assert.equal(join('{{{x}}} {{n{{m}}}}', odd, cells), 'X NM');
    assert.equal(join('{{}}}} {{a}}', odd, cells), 'E A');
    assert.equal(join('{{a}} {{ {a}', odd, cells), 'A {{ {a}');
  });

  test('refuses a name that is not a column, and quotes it', () => {
    assert.equal(
      getFault('{{Vorname}} {{Nachnam}}', names),
      'There is no column "Nachnam". Did you mean "Nachname"?',
    );
    assert.equal(getFault('{{Vorname}} {{Q}}', [null, '', 'Vorname']), 'There is no column "Q".');
    assert.equal(getFault('{{}}', ['', 'Vorname']), 'There is no column "".');
    assert.match(getFault('{{Name}} {{Ort}}', ['Name', 'Name', 'Ort']), /^Two columns have the name "Name"/);
    assert.match(getFault('Vorname', names), /^Name at least one column in double braces/);
    assert.match(getFault('', names), /^Name at least one column/);
    assert.match(getFault(`{{Vorname}}${'x'.repeat(1_000)}`, names), /more than 1000 characters/);
  });

  test('has a placeholder between two pairs of braces', () => {
    assert.deepEqual(['{{a}}', 'x {{ }} y', '{{a}', '}}{{', 'a', '{{{}}'].map(hasPlaceholder), [
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  test('of nothing but braces is read in little time', () => {
    const start = performance.now();
    readJoinedColumns(
      '{{}}'.repeat(250),
      Array.from({ length: 1_000 }, (_, index) => `column ${index}`),
    );
    readJoinedColumns('{{'.repeat(250) + '}}'.repeat(250), names);
    assert.ok(performance.now() - start < 5_000);
  });
});

describe('an empty cell', () => {
  const value = (...cells: string[]) => join('{{Titel}} {{Vorname}} {{Nachname}}', names, cells);

  test('leaves no double blank, and none at an end', () => {
    assert.equal(value('', 'Ada', 'Byron'), 'Ada Byron');
    assert.equal(value('Dr.', '', 'Byron'), 'Dr. Byron');
    assert.equal(value('Dr.', 'Ada', ' '), 'Dr. Ada');
    assert.equal(value('', '', 'Byron'), 'Byron');
    assert.equal(value('Dr.', '', ''), 'Dr.');
    assert.equal(join('Mx. {{Vorname}} {{Nachname}}', names, ['', '', 'Byron']), 'Mx. Byron');
    assert.equal(join('{{Vorname}}, {{Nachname}}', names, ['', 'Ada', 'Byron']), 'Ada, Byron');
  });

  test('in all columns makes the value empty, whatever the text is', () => {
    assert.equal(value('', ' ', ''), '');
    assert.equal(join('Nr. {{Titel}}', names, ['']), '');
    assert.equal(value(), '');
  });

  test('leaves blanks in cells as they are', () => {
    assert.equal(value('Dr.', ' Ada  Maria ', 'Byron'), 'Dr. Ada  Maria Byron');
    assert.equal(join('{{Vorname}}|{{Nachname}}', names, ['', ' Ada ', 'B '], false), ' Ada |B ');
  });
});
