import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { checkFilenamePattern, nameFiles, type NamedBatch } from './filenames.ts';

const submittedAt = new Date('2026-03-02T09:30:00.999Z');

function name(pattern: string | null, titles: readonly string[], more: Partial<NamedBatch> = {}): string[] {
  const rows = titles.map((title) => new Map([['title', title]]));
  return nameFiles({ pattern, format: 'png', rows, submittedAt, ...more });
}

const byTitle = (...titles: string[]) => name('{title}', titles);

describe('names', () => {
  test('are the row number without a pattern', () => {
    assert.deepEqual(name(null, ['a', 'b']), ['image-000.png', 'image-001.png']);
    const many = name(null, Array<string>(1_001).fill(''));
    assert.deepEqual(
      [many[99], many[999], many[1_000]],
      ['image-099.png', 'image-999.png', 'image-1000.png'],
    );
  });

  test('have a file for each size, which they say, or folders do', () => {
    const sizes = ['base', 'story'];
    const long = 'x'.repeat(300);
    assert.deepEqual(name('{title}', ['a', 'a'], { sizes }), [
      'a-base.png',
      'a-story.png',
      'a-base-2.png',
      'a-story-2.png',
    ]);
    assert.deepEqual(name('{size} {title}', ['a'], { sizes }), ['base a.png', 'story a.png']);
    assert.deepEqual(name(null, ['a'], { sizes, folders: true }), [
      'base/image-000.png',
      'story/image-000.png',
    ]);
    const [first = ''] = name('{title}', [long], { sizes });
    assert.equal(first.length, 255);
    assert.ok(first.endsWith('-base.png'));
  });

  test('have the extension of the format', () => {
    const of = (format: NamedBatch['format']) => name(null, ['a'], { format })[0];
    assert.deepEqual(
      [of('png'), of('jpeg'), of('webp'), of('pdf')],
      ['image-000.png', 'image-000.jpg', 'image-000.webp', 'image-000.pdf'],
    );
  });

  test('have placeholders filled in', () => {
    assert.deepEqual(name('Card {index} {title} at {timestamp}', ['Rain', 'Sun']), [
      'Card 000 rain at 20260302-093000.png',
      'Card 001 sun at 20260302-093000.png',
    ]);
    const random = name('{random}-{random}', ['', '']);
    for (const each of random) assert.match(each, /^[a-z0-9]{6}-[a-z0-9]{6}\.png$/);
    assert.equal(new Set(random).size, 2);
  });

  test('prefer a built-in placeholder to a variable of the same name', () => {
    const rows = [new Map([['index', 'mine']])];
    assert.deepEqual(nameFiles({ pattern: '{index}', format: 'png', rows, submittedAt }), ['000.png']);
  });

  test('contain values in lower case, with a hyphen for each other character', () => {
    assert.deepEqual(byTitle('The Harvest: is_in!'), ['the-harvest--is_in-.png']);
    assert.deepEqual(byTitle('a/b\\c\0d\u202ee.f'), ['a-b-c-d-e-f.png']);
    assert.deepEqual(byTitle('Grüße 😀'), ['gr--e--.png']);
    assert.deepEqual(byTitle('x\ud800y'), ['x-y.png']);
  });

  test('contain the text of the pattern, without characters that file systems refuse', () => {
    assert.deepEqual(name('Grüße von {title}', ['A']), ['Grüße von a.png']);
    assert.deepEqual(name('../a/b\\c:d*e?f"g<h>i|j\u0001k\u202el', ['']), ['abcdefghijkl.png']);
    assert.deepEqual(name('a} {b {title', ['x']), ['a} {b {title.png']);
    assert.deepEqual(name('{}{{title}}', ['x']), ['{}{x}.png']);
    assert.deepEqual(name('e\u0301', ['x']), ['\u00e9.png']);
  });

  test('have no dots or blanks at either end', () => {
    assert.deepEqual(name(' . ..{title}. .', ['x']), ['x.png']);
    assert.deepEqual(name('a.b {title}', ['x']), ['a.b x.png']);
  });

  test('fall back to the row number if they would be empty', () => {
    assert.deepEqual(byTitle('', '名片', '- -', '_', 'a'), [
      'image-000.png',
      'image-001.png',
      'image-002.png',
      '_.png',
      'a.png',
    ]);
    assert.deepEqual(name('. ./{title}', ['', 'b']), ['image-000.png', 'b.png']);
    assert.deepEqual(name('', ['a']), ['image-000.png']);
  });

  test('are never names of devices', () => {
    const devices = ['CON', 'prn', 'aux', 'nul', 'com1', 'LPT9'];
    assert.deepEqual(
      byTitle(...devices),
      devices.map((device) => `_${device.toLowerCase()}.png`),
    );
    assert.deepEqual(name('COM¹.{title}', ['x']), ['_COM¹.x.png']);
    assert.deepEqual(name('nul .tar', ['x']), ['_nul .tar.png']);
    assert.deepEqual(byTitle('console', 'com10', 'con-', 'con', 'con'), [
      'console.png',
      'com10.png',
      'con-.png',
      '_con.png',
      '_con-2.png',
    ]);
  });
});

describe('equal names', () => {
  test('get a number from the second on', () => {
    assert.deepEqual(byTitle('a', 'b', 'a', 'A', 'b'), ['a.png', 'b.png', 'a-2.png', 'a-3.png', 'b-2.png']);
  });

  test("never get a number that makes another row's own name", () => {
    assert.deepEqual(byTitle('a', 'a', 'a-2'), ['a.png', 'a-3.png', 'a-2.png']);
    assert.deepEqual(byTitle('a-2', 'a', 'a', 'a-2', 'a-2-2'), [
      'a-2.png',
      'a.png',
      'a-3.png',
      'a-2-3.png',
      'a-2-2.png',
    ]);
  });

  test('include the names from row numbers', () => {
    assert.deepEqual(byTitle('image-001', '', 'image-002', '', 'image-001'), [
      'image-001.png',
      'image-001-2.png',
      'image-002.png',
      'image-003.png',
      'image-001-3.png',
    ]);
    assert.deepEqual(name('Image{title}', ['-001', '-x']), ['Image-001.png', 'Image-x.png']);
    assert.deepEqual(name('IMAGE-00{title}', ['1', '1']), ['IMAGE-001.png', 'IMAGE-001-2.png']);
  });
});

describe('long names', () => {
  test('are cut before the extension, and before the number', () => {
    const long = 'x'.repeat(300);
    assert.deepEqual(byTitle(long, long, `${long}y`), [
      `${'x'.repeat(251)}.png`,
      `${'x'.repeat(249)}-2.png`,
      `${'x'.repeat(249)}-3.png`,
    ]);
    const eleven = byTitle(...Array<string>(11).fill(long));
    assert.equal(eleven[9], `${'x'.repeat(248)}-10.png`);
    assert.equal(name('{title}', [long], { format: 'webp' })[0], `${'x'.repeat(250)}.webp`);
  });

  test('are cut between characters', () => {
    assert.deepEqual(name('名'.repeat(200), ['']), [`${'名'.repeat(83)}.png`]);
    const flag = '🇩🇪';
    assert.deepEqual(name(flag.repeat(100), ['']), [`${flag.repeat(31)}.png`]);
    // One character that is longer than any name.
    assert.deepEqual(name(`x${'\u0301'.repeat(300)}`, ['']), [`x${'\u0301'.repeat(125)}.png`]);
  });

  test('end without a blank where they are cut', () => {
    assert.deepEqual(name(`${'x'.repeat(250)} y`, ['']), [`${'x'.repeat(250)}.png`]);
    assert.deepEqual(name(`${'.'.repeat(600)}x`, ['']), ['x.png']);
  });
});

test('any rows get unique names that fit', () => {
  // Few and short pieces, so that every kind of collision occurs.
  const pieces = [
    'a',
    'A',
    '-2',
    '-3',
    '-',
    '',
    'image-00',
    '1',
    '名',
    ' ',
    '.',
    'con',
    'x'.repeat(250),
    'x',
  ];
  let seed = 1;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const piece = () => pieces[random(pieces.length)] ?? '';
  for (const pattern of [
    '{title}',
    'A{title}',
    '{title}-2',
    'Image-{title}',
    '.{title}. ',
    'é{title}{title}',
  ]) {
    const titles = Array.from({ length: 400 }, () => piece() + piece() + piece());
    const names = name(pattern, titles, { format: 'jpeg' });
    assert.equal(names.length, titles.length);
    const folded = new Set(names.map((each) => each.normalize('NFC').toLowerCase()));
    assert.equal(folded.size, names.length, pattern);
    // The first or only row of a name keeps it.
    const own = titles.map((title) => name(pattern, [title], { format: 'jpeg' })[0] ?? '');
    const seen = new Set<string>();
    for (const [index, each] of own.entries()) {
      if (!/^image-000\./i.test(each) && !seen.has(each.toLowerCase())) assert.equal(names[index], each);
      seen.add(each.toLowerCase());
    }
    for (const each of names) {
      assert.ok(Buffer.byteLength(each) <= 255, each);
      assert.match(each, /^[^/\\:*?"<>|\p{Cc}.\s][^/\\:*?"<>|\p{Cc}]*\.jpg$/u);
      assert.doesNotMatch(each, /^(?:con|-*)\./);
      assert.match(each, /[^\s]\.jpg$/u);
    }
  }
});

test('thousands of equal names are made unique in linear time', () => {
  const startedAt = process.cpuUsage();
  const rows = 20_000;
  const names = name('{title}', Array<string>(rows).fill('x'.repeat(1_000)));
  assert.equal(new Set(names).size, rows);
  const taken = name(
    '{title}',
    Array.from({ length: rows }, (_, index) => (index % 2 === 0 ? 'a' : `a-${(index + 3) / 2}`)),
  );
  assert.equal(new Set(taken).size, rows);
  // Searching from the first suffix each time would compare 100 million names, which takes minutes.
  assert.ok(process.cpuUsage(startedAt).user < 20_000_000);
});

test('cutting a name leaves no reserved name', () => {
  assert.deepEqual(name(`nul${' '.repeat(300)}{title}`, ['x']), ['_nul.png']);
});

test('a pattern with thousands of blanks is not slow', () => {
  const startedAt = process.cpuUsage();
  const rows = 2_000;
  const names = name(`a${' '.repeat(9_990)}b{title}`, Array<string>(rows).fill('x'));
  assert.deepEqual(names.slice(0, 2), ['a.png', 'a-2.png']);
  // Trimming each name with a backtracking expression would take a tenth of a second per row.
  assert.ok(process.cpuUsage(startedAt).user < 20_000_000);
});

describe('patterns', () => {
  const document: TemplateDocument = {
    schemaVersion: 1,
    name: 'Plain',
    viewport: { width: 40, height: 20 },
    variables: [{ name: 'title', type: 'text' }],
    elements: [],
  };
  const check = (pattern: string) => checkFilenamePattern(pattern, document);

  test('with known placeholders are accepted', () => {
    for (const pattern of [
      '',
      'plain',
      '{title}',
      '{index}{timestamp}{random}',
      '{}',
      '}{',
      '{title',
      '{{title}}',
    ]) {
      assert.equal(check(pattern), null, pattern);
    }
  });

  test('with an unknown placeholder are refused', () => {
    assert.equal(
      check('a-{titel}'),
      'The filename pattern has the placeholder {titel}, ' +
        'which is neither built in nor a variable of the template. Did you mean {title}? ' +
        'Accepted are {index}, {timestamp}, {random}, {title}.',
    );
    assert.match(check('{ title }') ?? '', /placeholder \{ title \},/);
    assert.match(check('{Index}') ?? '', /Did you mean \{index\}\?/);
    assert.match(check(`{${'z'.repeat(500)}}`) ?? '', /placeholder \{z{60}…\},/);
  });

  test('with more than 10,000 characters are refused', () => {
    assert.equal(check('x'.repeat(10_000)), null);
    assert.equal(
      check('x'.repeat(10_001)),
      'The filename pattern has 10001 characters; at most 10000 are accepted.',
    );
  });
});
