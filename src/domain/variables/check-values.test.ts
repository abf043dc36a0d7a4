import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TemplateDocument, TemplateElement, TemplateVariable } from '../../../generated/template.ts';
import { textValue } from '../../common/values/values.ts';
import { checkVariables } from './check-values.ts';

const box = { x: 0, y: 0, width: 10, height: 10 };

function getTemplate(variables: TemplateVariable[], elements: TemplateElement[] = []): TemplateDocument {
  return { schemaVersion: 1, name: 't', viewport: { width: 10, height: 10 }, variables, elements };
}

/** The result for the value of a template's only variable: the value, or the reason why it is refused. */
function checkOne(
  variable: Omit<TemplateVariable, 'name'>,
  value: unknown,
  elements: TemplateElement[] = [],
): string {
  const checked = checkVariables(
    { document: getTemplate([{ name: 'v', ...variable }], elements), files: [] },
    { v: value },
  );
  if (checked.ok) return `accepted ${textValue(checked.values.get('v'))}`;
  assert.equal(checked.problems.length, 1);
  return checked.problems[0]?.detail ?? '';
}

const cases: Partial<Record<TemplateVariable['type'], { accepted: string[]; refused: string[] }>> = {
  number: {
    accepted: ['0', '-0', '12', '-3.50', '1e3', '1E-7'],
    refused: ['1,5', '.5', '5.', '+1', '01', '0x10', ' 1', '1 ', 'NaN', 'Infinity', '1e999', 'abc', '１'],
  },
  email: {
    accepted: ['a@b.co', 'first.last+tag@example.museum'],
    refused: ['a', 'a@', '@b.co', 'a b@c.de', 'a@b'],
  },
  url: {
    accepted: [
      'https://example.com',
      'http://localhost:8080/a?b=c#d',
      'https://münchen.example/ä',
      `https://a.example/${'x'.repeat(3000)}`,
    ],
    refused: [
      'example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'https://',
      'http:// a',
      'https:x.y',
      'https:javascript:alert(1)@x.y',
      'https://x.y\\@z',
      '//example.com',
    ],
  },
  phone: {
    accepted: ['+442079460018', '+44 20 7946-0018', '+1 (202) 555.0143', '+49 [30] 123456'],
    refused: [
      '020 7946 0018',
      '+',
      '+999123456',
      '+44 20 7946 001x',
      '+1234',
      '+4420794600181234',
      '+44/20/79460018',
    ],
  },
  date: {
    accepted: [
      '2024-02-29',
      '2026-01-31T09:30:00',
      '2026-01-31T09:30:00Z',
      '2026-01-31t09:30:00.25+05:30',
      '1990-12-31T23:59:60Z',
    ],
    refused: ['2026-02-29', '2026-13-01', '26-01-01', '2026-1-1', '2026-01-31 09:30:00Z', '31.01.2026'],
  },
  image: {
    accepted: [
      'https://a.example/p.png',
      'http://a.example/p',
      'data:image/png;base64,iVBORw0KGgo=',
      'DATA:image/JPEG;base64,AAAA',
    ],
    refused: [
      'p.png',
      '/etc/passwd',
      'file:///etc/passwd',
      'ftp://a/p.png',
      'https://',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'data:text/html;base64,AAAA',
      'data:image/png,AAAA',
      'data:image/png;base64,AAA',
      'data:image/png;base64,AA AA',
      'data:image/png;base64,',
      'data:image/png;charset=x;base64,AAAA',
      'data:image/png;base64,AA-_',
    ],
  },
};

describe('types of values', () => {
  for (const type of Object.keys(cases) as (keyof typeof cases)[]) {
    it(type, () => {
      for (const value of cases[type]?.accepted ?? [])
        assert.equal(checkOne({ type }, value), `accepted ${value}`);
      for (const value of cases[type]?.refused ?? []) {
        assert.match(
          checkOne({ type }, value),
          /^Variable "v" must be .*, but received "/u,
          `${type}: ${value}`,
        );
      }
    });
  }

  it('refuses values other than strings, and text that cannot be stored', () => {
    const described = {
      'the number 1': 1,
      null: null,
      'the boolean true': true,
      'an object': {},
      'an array': ['a'],
    };
    for (const [words, value] of Object.entries(described))
      assert.equal(
        checkOne({ type: 'text' }, value),
        `Variable "v" must be a string, but received ${words}.`,
      );
    for (const value of ['a\0', '\ud800', 'a\udc00'])
      assert.match(checkOne({ type: 'text' }, value), /must be text/u);
  });
});

describe('rules of values', () => {
  it('counts lengths in code points', () => {
    const rule = { type: 'text', validation: { minLength: 2, maxLength: 3 } } as const;
    assert.equal(checkOne(rule, '😀😀😀'), 'accepted 😀😀😀');
    assert.match(checkOne(rule, '😀'), /at least 2 characters \(it has 1\)/u);
    assert.match(checkOne(rule, 'abcd'), /at most 3 characters \(it has 4\)/u);
  });

  it('bounds numbers, both ends included', () => {
    const rule = { type: 'number', validation: { min: -1, max: 2.5 } } as const;
    for (const value of ['-1', '2.5', '0']) assert.equal(checkOne(rule, value), `accepted ${value}`);
    assert.match(checkOne(rule, '-1.01'), /must be at least -1, but received "-1.01"/u);
    assert.match(checkOne(rule, '2.6'), /must be at most 2.5/u);
  });

  it('refuses values whose patterns take too long together, before they are matched', () => {
    const names = Array.from({ length: 40 }, (_, at) => `v${at}`);
    const pattern = '(a?){1000}b';
    const variables = names.map((name) => ({ name, type: 'text', validation: { pattern } }) as const);
    const values = Object.fromEntries(names.map((name) => [name, 'a'.repeat(9_000)]));
    const checked = checkVariables({ document: getTemplate(variables), files: [] }, values);
    assert.ok(!checked.ok);
    const [first, ...others] = checked.problems.map(({ detail }) => detail);
    assert.match(first ?? '', /must match the pattern/u);
    for (const detail of others) assert.match(detail, /"v\d+" takes too long to match the pattern/u);
  });

  it('matches patterns against the whole value, in linear time', () => {
    const rule = { type: 'text', validation: { pattern: 'a|b+' } } as const;
    for (const value of ['a', 'bbb']) assert.equal(checkOne(rule, value), `accepted ${value}`);
    for (const value of ['ab', 'xa', 'a\n'])
      assert.match(checkOne(rule, value), /must match the pattern a\|b\+/u);
    const wide = { type: 'text', validation: { pattern: '(a?){1000}' } } as const;
    assert.equal(checkOne(wide, 'a'.repeat(900)), `accepted ${'a'.repeat(900)}`);
    const evil = { type: 'text', validation: { pattern: '(a+)+' } } as const;
    assert.match(checkOne(evil, `${'a'.repeat(5000)}!`), /must match/u);
  });

  it('accepts only the options', () => {
    const rule = { type: 'text' as const, validation: { options: ['red', 'blue'] } };
    assert.equal(checkOne(rule, 'red'), 'accepted red');
    assert.match(checkOne(rule, 'Red'), /must be one of "red", "blue", but received "Red"/u);
  });

  it('shortens quoted values', () => {
    assert.match(checkOne({ type: 'email' }, 'x'.repeat(5000)), /received "x{40}…"\.$/u);
  });
});

describe('missing and empty values', () => {
  const required: TemplateVariable = { name: 'v', type: 'email', required: true };

  it('refuses a missing required value', () => {
    for (const given of [{}, { v: '' }]) {
      const checked = checkVariables({ document: getTemplate([required]), files: [] }, given);
      assert.ok(!checked.ok);
      assert.deepEqual(checked.problems[0]?.pointer, '/variables/v');
      assert.match(checked.problems[0]?.detail ?? '', /^Variable "v" is required/u);
    }
  });

  it('uses the default for a missing value, but not for an empty one', () => {
    const template = getTemplate([
      { name: 'a', type: 'email', defaultValue: 'a@b.co' },
      { name: 'b', type: 'email', defaultValue: 'a@b.co', validation: { minLength: 3 } },
      { name: 'c', type: 'email' },
    ]);
    const checked = checkVariables({ document: template, files: [] }, { b: '' });
    assert.ok(checked.ok);
    assert.deepEqual(Object.fromEntries(checked.values), { a: 'a@b.co', b: '', c: '' });
  });

  it('refuses undeclared names, and suggests the nearest', () => {
    const checked = checkVariables(
      { document: getTemplate([{ name: 'headline', type: 'text' }]), files: [] },
      {
        headlin: 'x',
        'a/b~c': 'y',
      },
    );
    assert.ok(!checked.ok);
    assert.match(checked.problems[0]?.detail ?? '', /no variable "headlin"\. Did you mean "headline"\?/u);
    assert.equal(checked.problems[1]?.pointer, '/variables/a~1b~0c');
    assert.match(
      checkVariables({ document: getTemplate([]), files: [] }, { x: '' }).ok ? '' : 'refused',
      /refused/u,
    );
  });

  it('treats names such as __proto__ and constructor as plain names', () => {
    const template = getTemplate([
      { name: 'constructor', type: 'text' },
      { name: '__proto__', type: 'text' },
    ]);
    const checked = checkVariables(
      { document: template, files: [] },
      JSON.parse('{"__proto__": "x"}') as Record<string, unknown>,
    );
    assert.ok(checked.ok);
    assert.deepEqual(
      [...checked.values],
      [
        ['constructor', ''],
        ['__proto__', 'x'],
      ],
    );
    assert.ok(
      !checkVariables(
        { document: getTemplate([]), files: [] },
        JSON.parse('{"toString": "x"}') as Record<string, unknown>,
      ).ok,
    );
  });
});

describe('values in codes', () => {
  const ean = { type: 'barcode', id: 'ean', ...box, symbology: 'ean13', value: '{{v}}' } as const;
  const code39 = { type: 'barcode', id: 'c39', ...box, symbology: 'code39', value: 'A-{{v}}' } as const;
  const qr = { type: 'qrcode', id: 'qr', ...box, value: '{{v}}', errorCorrection: 'H' } as const;
  const group = { type: 'group', id: 'g', ...box } as const;

  it('have to fit every symbology that shows them, also inside groups', () => {
    const elements = [ean, { ...group, elements: [code39] }];
    assert.equal(checkOne({ type: 'barcode' }, '4006381333931', elements), 'accepted 4006381333931');
    assert.match(
      checkOne({ type: 'barcode' }, '123', elements),
      /^Variable "v" cannot be drawn as ean13 .* received "123"/u,
    );
    assert.match(checkOne({ type: 'text' }, 'ü', [{ ...group, elements: [code39] }]), /code39/u);
  });

  it('have to fit a version-40 code at the level of the element', () => {
    assert.match(checkOne({ type: 'qrcode' }, 'x'.repeat(1274), [qr]), /cannot be drawn as qrcode/u);
    assert.match(checkOne({ type: 'qrcode' }, 'x'.repeat(1273), [qr]), /^accepted/u);
    assert.equal(checkOne({ type: 'qrcode' }, '', [qr]), 'accepted ');
  });

  it('are refused quickly if they are very long', () => {
    assert.match(checkOne({ type: 'barcode' }, '1'.repeat(500_000), [ean]), /no code holds more than/u);
  });

  it('of QR code variables have to fit a code even if no element shows them', () => {
    assert.match(checkOne({ type: 'qrcode' }, 'x'.repeat(2954)), /more than a QR code can/u);
    assert.equal(checkOne({ type: 'qrcode' }, '7'.repeat(7089)), `accepted ${'7'.repeat(7089)}`);
    assert.match(checkOne({ type: 'qrcode' }, 'x'.repeat(2953)), /^accepted/u);
  });
});

it('reports the first hundred undeclared names', () => {
  const given = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`n${index}`, '']));
  const checked = checkVariables({ document: getTemplate([]), files: [] }, given);
  assert.ok(!checked.ok);
  assert.equal(checked.problems.length, 100);
});

it('names the number that a decimal comma means', () => {
  assert.match(checkOne({ type: 'number', label: 'V' }, '166,76'), /but received "166,76": use 166\.76\.$/);
  assert.match(checkOne({ type: 'number', label: 'V' }, '1,2,3'), /but received "1,2,3"\.$/);
});

it('refuses numbers with more digits than expressions compute with', () => {
  const digits = '1234567890'.repeat(4);
  const number = { type: 'number', label: 'V' } as const;
  const fields = [{ name: 'price', type: 'number' as const }];
  for (const value of [
    digits.slice(0, 34),
    `-0.00${digits.slice(0, 34)}`,
    `${digits.slice(0, 20)}.${digits.slice(0, 14)}`,
    `1.5${'0'.repeat(60)}`,
    `${'1'.padEnd(60, '0')}`,
    '0.0e-400',
    '5e-324',
    '1e300',
  ])
    assert.equal(checkOne(number, value), `accepted ${value}`);
  for (const value of [digits.slice(0, 35), `-0.${digits}`, `1.${'0'.repeat(34)}1`, '1e-400']) {
    const refused = /must have at most 34 digits, and be 0 or at least 5e-324, but received "/u;
    assert.match(checkOne(number, value), refused);
    const inList = checkOne({ type: 'list', label: 'V', fields }, [{ price: '1' }, { price: value }]);
    assert.match(inList, /"v\[1\]\.price" must have at most 34 digits/u);
  }
});

it('refuses values that are too long to be checked', () => {
  const long = (type: TemplateVariable['type'], value: string, validation = {}) =>
    checkOne({ type, label: 'V', validation }, value);
  assert.match(long('number', '1'.repeat(1_001)), /must have at most 1000 characters \(it has 1001\)/);
  assert.match(long('email', `a@${'b'.repeat(1_000)}.com`), /at most 1000 characters/);
  assert.match(long('phone', '+4 '.repeat(400)), /at most 1000 characters/);
  assert.match(long('date', '2026-01-01T'.padEnd(1_100, '0')), /at most 1000 characters/);
  assert.match(long('url', `https://a.example/${'x'.repeat(65_536)}`), /at most 65536 characters/);
  assert.match(long('text', 'x'.repeat(10_001), { pattern: 'x+' }), /at most 10000 characters/);
});
