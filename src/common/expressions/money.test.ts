import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { TemplateDocument } from '../../../generated/template.ts';
import { Decimal } from './decimal.ts';
import { collectExpressions, TemplateExpressions, toText } from './template-expressions.ts';

/** The rates of VAT in the EU, standard and reduced, in 2026. */
const rates = '2.1 3 4 4.8 5 5.5 6 7 8 9 9.5 10 12 13 13.5 14 17 18 19 20 21 22 23 24 25 25.5 27'.split(' ');
const maxNetCents = 1_000_000;
const moment = { locale: 'en', now: new Date(0) };

/** Cents of a percentage, worked out in whole numbers. */
function taxCents(cents: number, rate: string): number {
  return Math.floor((cents * Math.round(Number(rate) * 10) + 500) / 1_000);
}

describe('money in expressions', () => {
  it('adds up for every net from 0.01 to 10,000.00 at every rate of the EU', () => {
    const hundred = Decimal.from(100);
    const cent = Decimal.from(0.01);
    for (const rate of rates) {
      const share = Decimal.from(Number(rate)).div(hundred);
      let net = cent;
      for (let cents = 1; cents <= maxNetCents; cents += 1) {
        const total = net.plus(net.times(share).round(2));
        if (total.unscaled !== cents + taxCents(cents, rate) || total.scale !== 2)
          assert.fail(`${net.toString()} at ${rate} %: ${total.toString()}`);
        net = net.plus(cent);
      }
    }
  });

  it('shows the half cent rounded up in all ways to write a gross price', () => {
    const expressions = new TemplateExpressions([
      { name: 'price', type: 'number' },
      { name: 'tax', type: 'number' },
    ]);
    for (const [price, tax, gross] of [
      ['2.5', '19', '2.98'],
      ['0.5', '5', '0.53'],
      ['1.10', '25', '1.38'],
      ['346.25', '-42.8', '198.06'],
    ]) {
      const evaluate = expressions.forValues(
        new Map([
          ['price', price!],
          ['tax', tax!],
        ]),
        moment,
      );
      for (const source of [
        'price * (1 + tax / 100)',
        'price + price * tax / 100.0',
        'round(price * (1.0 + tax / 100), 2)',
        'price / 100 * (100 + tax)',
        'price * double(string(1 + tax / 100))',
      ])
        assert.equal(evaluate(`currency(${source}, "EUR")`), `€${gross}`, `${price} at ${tax} %: ${source}`);
    }
  });

  it('has the total of the printed line amounts on the sample invoice (EN 16931, BR-CO-10)', async () => {
    const file = new URL('../../../samples/invoice/template.json', import.meta.url);
    const text = await readFile(file, 'utf8');
    const document = JSON.parse(text) as TemplateDocument;
    const sources = [...text.matchAll(/"\{\{ ((?:[^"\\]|\\.)*?) \}\}"/gu)].map(
      ([, source]) => JSON.parse(`"${source}"`) as string,
    );
    const net = sources.find((each) => /^sum\(items\.map\(/u.test(each));
    const tax = sources.find((each) => /^currency\(tax == null/u.test(each));
    const total = sources.find((each) => /^currency\(cel\.bind\(net/u.test(each));
    assert.ok(net !== undefined && tax !== undefined && total !== undefined);
    const expressions = collectExpressions(document);
    for (let seed = 1; seed <= 400; seed += 1) {
      const items = Array.from({ length: 1 + (seed % 9) }, (_, index) => ({
        quantity: (((seed * 37 + index * 911) % 4_000) / 1_000).toFixed(3),
        price: (((seed * 7_919 + index * 104_729) % 100_000) / 100).toFixed(2),
      }));
      const rate = rates[seed % rates.length]!;
      const values = new Map<string, never>(Object.entries({ items, tax: rate }) as never);
      const evaluate = expressions.forValues(values, moment);
      const lines = items.map(({ quantity, price }) => {
        const thousandths = BigInt(quantity.replace('.', '')) * BigInt(price.replace('.', ''));
        return (thousandths + 500n) / 1_000n;
      });
      const netCents = Number(lines.reduce((sum, line) => sum + line, 0n));
      const expectedTax = taxCents(netCents, rate);
      assert.equal(toCents(toText(evaluate(`number(${net}, {"minimumFractionDigits": 2})`))), netCents);
      assert.equal(toCents(toText(evaluate(tax))), expectedTax);
      assert.equal(toCents(toText(evaluate(total))), netCents + expectedTax);
    }
  });

  it('keeps all digits that are written', () => {
    const expressions = new TemplateExpressions([{ name: 'x', type: 'number' }]);
    const evaluate = expressions.forValues(new Map([['x', '12345678901234567.89']]), moment);
    for (const [source, shown] of [
      ['x + 0.01', '12345678901234567.9'],
      ['currency(x * 2, "EUR")', '€24,691,357,802,469,135.78'],
      ['0.1 + 0.2', '0.3'],
      ['0.1 + 0.2 == 0.3', 'true'],
      ['1.1 * 1.1', '1.21'],
      ['[0.1, 0.2].map(v, v * 3).map(v, string(v)).join(" ")', '0.3 0.6'],
      ['1.15 * 100', '115'],
      ['0.12345678901234567890123 * 10', '1.2345678901234567890123'],
      ['x - x', '0'],
      ['3 == 3.0 && 3.0 == 3 && uint(3) == 3.0 && 3.0 in [dyn(1), 3] && 3 in [dyn(3.0)]', 'true'],
      ['2 < 2.5 && 2.5 < 3 && 2.5 < uint(3)', 'true'],
      ['percent(0.125, {"maximumFractionDigits": 0})', '13%'],
      ['number(-2.5, {"maximumFractionDigits": 0})', '-3'],
      ['number(1.005, {"maximumFractionDigits": 2})', '1.01'],
      ['string(floor(-2.5)) + " " + string(ceil(-2.5)) + " " + string(abs(-2.5))', '-3 -2 2.5'],
      ['string(floor(2.987, 2)) + " " + string(ceil(2.981, 2)) + " " + string(abs(-3))', '2.98 2.99 3'],
      ['round(-0.004, 2)', '0'],
      ['string(type(0.1) == double)', 'true'],
    ])
      assert.equal(toText(evaluate(source!)), shown, source);
    const none = expressions.forValues(new Map(), moment);
    for (const name of ['round', 'floor', 'ceil', 'abs']) assert.equal(none(`${name}(x)`), null, name);
  });
});

function toCents(shown: string): number {
  return Number(shown.replaceAll(/[^\d]/gu, ''));
}
