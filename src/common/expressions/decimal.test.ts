import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Decimal as Library } from 'decimal.js';
import { Decimal } from './decimal.ts';

/** The library alone, which has no compact form. */
const Exact = Library.clone({ precision: 34, rounding: Library.ROUND_HALF_UP, maxE: 308, minE: -324 });

const texts = [
  '0 -0 1 -1 0.1 0.01 1.005 -2.5 2.50 100.0 0.005 0.0000001 1e-7 1e21 1.5e3 1E+2',
  '9007199254740991 9007199254740993 -9007199254740991 999999999999999.9 0.123456789012345',
  '123456789.125 19.99 0.333 1e15 1e-15 1e-16 1e300 -1e300 1e308 4.9e-324 12345678901234567890.123456789',
]
  .join(' ')
  .split(' ');

/** Numbers of all sizes, the same in each run. */
function* listNumbers(count: number): Generator<string> {
  let state = 20_260_310;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  for (let index = 0; index < count; index += 1) {
    const digits = String(next(10 ** (1 + next(9)))) + (next(3) === 0 ? String(next(1e9)) : '');
    const scale = next(Math.min(digits.length, 8) + 1);
    const point = digits.length - scale;
    const fraction = scale === 0 ? '' : `.${digits.slice(point)}`;
    yield `${next(2) === 0 ? '-' : ''}${digits.slice(0, point) || '0'}${fraction}`;
  }
}

function checkAll(a: string, b: string): void {
  const [left, right] = [read(a), read(b)];
  const [exactLeft, exactRight] = [new Exact(a), new Exact(b)];
  const results = {
    '+': [() => left.plus(right), exactLeft.plus(exactRight)],
    '-': [() => left.minus(right), exactLeft.minus(exactRight)],
    '*': [() => left.times(right), exactLeft.times(exactRight)],
    '/': [() => left.div(right), exactLeft.div(exactRight)],
  } as const;
  for (const [operator, [work, there]] of Object.entries(results)) {
    if (isInRange(there)) assert.equal(work().toString(), plain(there), `${a} ${operator} ${b}`);
    else assert.throws(work, /makes (?:-?Infinity|NaN), which is no number/u, `${a} ${operator} ${b}`);
  }
  assert.equal(Math.sign(left.compare(right)), exactLeft.cmp(exactRight), `${a} <=> ${b}`);
}

function isInRange(value: Library): boolean {
  return value.isFinite() && value.abs().lte(Number.MAX_VALUE);
}

/** Zero has no sign. */
function plain(value: Library): string {
  return value.isZero() ? '0' : value.toFixed();
}

function read(text: string): Decimal {
  return Decimal.read(text) ?? assert.fail(`${text} is no number`);
}

describe('decimals', () => {
  it('are read and written with all digits, without an exponent', () => {
    for (const text of texts) assert.equal(read(text).toString(), plain(new Exact(text)), text);
    for (const text of ['x', 'abc', '1.5.2', '1,5', '1.-5', 'NaN', 'Infinity', '1e400'])
      assert.equal(Decimal.read(text), null, text);
    assert.equal(read('0.'.padEnd(50, '3')).toString(), `0.${'3'.repeat(34)}`);
    assert.equal(Decimal.from(0.1).toString(), '0.1');
    assert.equal(Decimal.from(2n ** 80n).toString(), '1208925819614629174706176');
    assert.equal(read('1e-7').toString(), '0.0000001');
    assert.equal(read('-0.00000012').toString(), '-0.00000012');
    assert.equal(read('123456789e-15').toString(), '0.000000123456789');
    assert.equal(read('1e300').toString(), '1'.padEnd(301, '0'));
  });

  it('are those of decimal.js in both forms', () => {
    for (const a of texts) for (const b of texts) checkAll(a, b);
    const numbers = [...listNumbers(6_000)];
    for (const [index, a] of numbers.entries()) checkAll(a, numbers[(index * 7 + 1) % numbers.length] ?? '1');
  });

  it('round halves away from zero, down and up', () => {
    const modes = {
      half: Library.ROUND_HALF_UP,
      floor: Library.ROUND_FLOOR,
      ceil: Library.ROUND_CEIL,
    } as const;
    for (const text of [...texts, ...listNumbers(3_000)]) {
      for (const [mode, rounding] of Object.entries(modes)) {
        for (const decimals of [-5, -2, -1, 0, 1, 2, 5, 20]) {
          const exact = new Exact(text);
          const there =
            decimals < 0
              ? exact.toNearest(`1e${-decimals}`, rounding)
              : exact.toDecimalPlaces(decimals, rounding);
          const here = read(text).round(decimals, mode as keyof typeof modes);
          assert.equal(here.toString(), plain(there), `${mode} ${text} ${decimals}`);
        }
      }
    }
  });

  it('have the range of doubles, and neither infinity nor NaN', () => {
    const one = Decimal.from(1);
    const refused = [
      () => one.div(Decimal.from(0)),
      () => Decimal.from(0).div(Decimal.from(0)),
      () => one.rem(Decimal.from(0)),
      () => read('1e308').times(Decimal.from(2)),
      () => read('1e308').plus(read('1e308')),
      () => Decimal.from(NaN),
      () => Decimal.from(-Infinity),
    ];
    for (const work of refused) assert.throws(work, /makes (?:-?Infinity|NaN), which is no number/u);
    for (const text of ['1.8e308', '1e400', '1e-400', '1'.repeat(35)])
      assert.equal(Decimal.canHold(text), false, text);
    for (const text of ['1.7e308', '0e-400', '5e-324', '1'.repeat(34)])
      assert.equal(Decimal.canHold(text), true, text);
    assert.equal(read('-7.9').toBigInt(), -7n);
    assert.equal(read('1e25').toBigInt(), 10n ** 25n);
  });

  it('show no more digits than a division has right', () => {
    const three = Decimal.from(3);
    assert.equal(Decimal.from(10).div(three).times(three).toShown(), '10');
    assert.equal(Decimal.from(10).div(three).toShown(), `3.${'3'.repeat(29)}`);
    const large = read('440972864079559098.94').times(read('21197671881174502.5'));
    assert.equal(large.toShown(), '9347598081260255725692178167802777');
    assert.equal(read('1e300').times(read('1.5')).toShown(), '15'.padEnd(301, '0'));
  });

  it('show all digits of a number that was read', () => {
    for (const text of ['1234567890123456789012345678901234', '0.1234567890123456789012345678901234'])
      assert.equal(read(text).toShown(), text);
  });
});
