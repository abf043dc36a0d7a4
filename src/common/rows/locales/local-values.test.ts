import { strict as assert } from 'node:assert';
import { before, describe, test } from 'node:test';
import { proposeReadings, readLocal, readingOfLocale, type Proposal } from './column-readings.ts';
import { readLocalDate } from './local-dates.ts';
import { readLocalNumber } from './local-numbers.ts';
import { loadPhones } from './local-phones.ts';

before(loadPhones);

/** What the cells of one column propose. */
function propose(type: string, ...values: string[]): Proposal | undefined {
  return proposeReadings([{ name: 'a', type, values }]).get('a');
}

test('reads numbers with a decimal comma or point, currencies, groups and signs', () => {
  for (const [text, comma, point] of [
    ['1.250,50 €', '1250.50', null],
    ['€ 1.250,50', '1250.50', null],
    ['1,250.50 USD', null, '1250.50'],
    ['US$1,250.50', null, '1250.50'],
    ['CHF 1’250.50', null, '1250.50'],
    ['1 250,50 kr', '1250.50', null],
    ['1\u202f250,5 zł', '1250.5', null],
    ['R$ 12,00', '12.00', null],
    ['₹1,00,000.00', null, '100000.00'],
    ['-3,5', '-3.5', null],
    ['3,5-', '-3.5', null],
    ['(3.50)', null, '-3.50'],
    ['−12 €', '-12', '-12'],
    ['12,- €', '12', '12'],
    ['15 %', '0.15', '0.15'],
    ['7,5%', '0.075', null],
    ['0%', '0', '0'],
    ['007', '7', '7'],
    ['1.250', '1250', '1.250'],
    ['1,250', '1.250', '1250'],
    ['٣٫٥', null, null],
    ['١٢', '12', '12'],
    ['1.25.50', null, null],
    ['12 Stück', null, null],
    // Only currencies are taken off.
    ['1,5 Mio', null, null],
    ['1,5 Mio€', null, null],
    ['5 Mrd', null, null],
    ['10 Tsd', null, null],
    ['5k€', null, null],
    ['5 M$', null, null],
    ['row 5', null, null],
    ['May 5', null, null],
    ['Top 5', null, null],
    ['top 5', null, null],
    ['5 kgs', null, null],
    ['5 ft', null, null],
    ['5 kg', null, null],
    ['12,50 eur', '12.50', null],
    ['12,50 Eur', '12.50', null],
    ['sek 12', null, null],
    ['SEK 12', '12', '12'],
    ['12 Ft', '12', '12'],
    ['12 Kč', '12', '12'],
    ['12 KČ', '12', '12'],
    ['12,50 zł', '12.50', null],
    ['Fr. 12.50', null, '12.50'],
    ['Kr 12', '12', '12'],
    ['12 руб.', '12', '12'],
    ['NT$12', '12', '12'],
    ['RM 12', '12', '12'],
    ['€', null, null],
    ['', null, null],
    ['-', null, null],
  ] as const) {
    assert.equal(readLocalNumber(text, 'comma'), comma, `${text} with a comma`);
    assert.equal(readLocalNumber(text, 'point'), point, `${text} with a point`);
  }
});

test('reads dates by the order of their parts, with times and names of months', () => {
  for (const [text, order, date] of [
    ['18.09.2026', 'dmy', '2026-09-18'],
    ['2.10.26', 'dmy', '2026-10-02'],
    ['02. 10. 2026', 'dmy', '2026-10-02'],
    ['9/18/2026', 'mdy', '2026-09-18'],
    ['9/18/2026', 'dmy', null],
    ['03/04/2026', 'dmy', '2026-04-03'],
    ['03-04-2026', 'mdy', '2026-03-04'],
    ['2026/9/8', 'dmy', '2026-09-08'],
    ['26/09/18', 'ymd', '2026-09-18'],
    ['2026. 09. 18.', 'dmy', '2026-09-18'],
    ['2026年9月18日', 'dmy', '2026-09-18'],
    ['2026년 9월 18일', 'dmy', '2026-09-18'],
    ['18.09.2026 14:30', 'dmy', '2026-09-18T14:30:00'],
    ['18.09.2026, 14:30:05 Uhr', 'dmy', '2026-09-18T14:30:05'],
    ['9/18/26 2:30 PM', 'mdy', '2026-09-18T14:30:00'],
    ['9/18/26 12:05 am', 'mdy', '2026-09-18T00:05:00'],
    ['18 September 2026', 'dmy', '2026-09-18'],
    ['September 18th, 2026', 'dmy', '2026-09-18'],
    ['Friday, 18. September 2026', 'dmy', '2026-09-18'],
    ['1er août 2026', 'dmy', '2026-08-01'],
    ['18 de septiembre de 2026', 'dmy', '2026-09-18'],
    ['18-Sep-26', 'dmy', '2026-09-18'],
    ['3. März 2026', 'dmy', '2026-03-03'],
    ['18 września 2026', 'dmy', '2026-09-18'],
    // October in Croatian, November in Polish.
    ['18 listopada 2026', 'dmy', null],
    ['1.1.40', 'dmy', null],
    ['1.1.99', 'dmy', '1999-01-01'],
    ['31.02.2026', 'dmy', null],
    ['18.09.2026 25:00', 'dmy', null],
    ['18.09', 'dmy', null],
    ['1/2/3', 'dmy', null],
    ['September 2026', 'dmy', null],
  ] as const) {
    assert.equal(readLocalDate(text, order), date, `${text} as ${order}`);
  }
});

test('a locale says how columns are read', () => {
  for (const [locale, ...readings] of [
    ['de', 'comma', 'dmy', 'DE'],
    ['de-CH', 'point', 'dmy', 'CH'],
    ['en-US', 'point', 'mdy', 'US'],
    ['en-GB', 'point', 'dmy', 'GB'],
    ['fr', 'comma', 'dmy', 'FR'],
    ['ja', 'point', 'ymd', 'JP'],
    ['sv', 'comma', 'ymd', 'SE'],
    ['pt-BR', 'comma', 'dmy', 'BR'],
  ] as const) {
    assert.deepEqual(
      ['number', 'date', 'phone'].map((type) => readingOfLocale(type, locale)),
      readings,
      locale,
    );
  }
});

describe('proposeReadings', () => {
  test('takes what all cells of a column fit', () => {
    const sample = (text: string, value: string) => ({ text, value });
    assert.deepEqual(propose('number', '3,00', '1.250,50 €', 'none', ''), {
      kind: 'read',
      reading: 'comma',
      sample: sample('3,00', '3.00'),
    });
    assert.deepEqual(propose('date', '02.10.2026', '18.09.2026', '2026-01-01'), {
      kind: 'read',
      reading: 'dmy',
      sample: sample('02.10.2026', '2026-10-02'),
    });
    assert.deepEqual(propose('date', '03/04/2026', '9/18/2026'), {
      kind: 'read',
      reading: 'mdy',
      sample: sample('03/04/2026', '2026-03-04'),
    });
    assert.deepEqual(propose('phone', '0221 123456', '+49 221 654321'), {
      kind: 'read',
      reading: 'DE',
      sample: sample('0221 123456', '+49 221 123456'),
    });
    assert.equal(readLocal('phone', '079 123 45 67', 'CH'), '+41 79 123 45 67');
    assert.equal(readLocal('phone', '0221/123456', 'DE'), '+49 221 123456');
    assert.equal(readLocal('phone', '0475/12/34/56', 'BE'), '+32 475 12 34 56');
    for (const two of ['0221 123456 / 7', '0221 123456/58', '0221 123456 / 123457', '0221/123456/7'])
      assert.equal(readLocal('phone', two, 'DE'), null, two);
  });

  test('leaves columns as they are that are as the variables want them, or mixed', () => {
    for (const given of [
      propose('number', '1.5', '12', '1e3', ''),
      propose('number', '1,5', '2.5'),
      propose('date', '2026-09-18', '2026-09-18T10:00:00Z', 'soon'),
      propose('date', '18/09/2026', '09/18/2026'),
      propose('phone', '+49 221 123456', 'none'),
      propose('text', '1.250,50', '03/04/2026'),
      propose('number'),
    ])
      assert.deepEqual(given, { kind: 'plain' });
  });

  test('asks where cells fit several readings with different values', () => {
    assert.deepEqual(propose('number', '1,250', '3'), {
      kind: 'ask',
      text: '1,250',
      choices: [
        { reading: 'point', value: '1250' },
        { reading: 'comma', value: '1.250' },
      ],
    });
    assert.deepEqual(propose('date', '03/03/2026', '03/04/2026'), {
      kind: 'ask',
      text: '03/04/2026',
      choices: [
        { reading: 'dmy', value: '2026-04-03' },
        { reading: 'mdy', value: '2026-03-04' },
      ],
    });
    assert.deepEqual(propose('phone', '0221 123456'), { kind: 'ask', text: '0221 123456', choices: [] });
    assert.deepEqual(propose('date', '03.04.2026')?.kind, 'read');
    assert.deepEqual(propose('date', '03/03/2026')?.kind, 'read');
  });

  test('an ambiguous column takes the reading of the others; groups beside commas are asked about', () => {
    const proposals = proposeReadings([
      { name: 'a', type: 'date', values: ['03/04/2026'] },
      { name: 'b', type: 'date', values: ['9/18/2026'] },
      { name: 'c', type: 'number', values: ['1.250', '3'] },
      { name: 'd', type: 'number', values: ['1,5'] },
      { name: 'e', type: 'number', values: ['1.25'] },
    ]);
    assert.deepEqual(proposals.get('a'), {
      kind: 'read',
      reading: 'mdy',
      sample: { text: '03/04/2026', value: '2026-03-04' },
    });
    assert.deepEqual(proposals.get('c')?.kind, 'ask');
    assert.deepEqual(proposals.get('e'), { kind: 'plain' });
    const alone = [{ name: 'c', type: 'number', values: ['1.250'] }];
    assert.equal(proposeReadings(alone).get('c')?.kind, 'plain');
    assert.equal(proposeReadings(alone, { hasSemicolons: true }).get('c')?.kind, 'ask');
  });
});
