import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TemplateExpressions, toText } from './template-expressions.ts';

const expressions = new TemplateExpressions([{ name: 't', type: 'text' }]);
/** A family and a flag of several code points, a letter with a mark, an emoji of one. */
const values = new Map([['t', '👨‍👩‍👧e\u0301🇩🇪😀z']]);

function evaluate(source: string): string {
  return toText(expressions.forValues(values, { locale: 'en', now: new Date(0) })(source));
}

function checkAll(cases: Readonly<Record<string, string>>): void {
  for (const [source, expected] of Object.entries(cases)) assert.equal(evaluate(source), expected, source);
}

describe('characters of texts', () => {
  it('are not divided by slice, split and padStart', () => {
    checkAll({
      'slice(t, 0, 1)': '👨‍👩‍👧',
      'slice(t, 1, 6)': 'e\u0301',
      'slice(t, -2)': '😀z',
      'slice(t, -4)': '🇩🇪😀z',
      'slice(t, 0, -3)': '👨‍👩‍👧e\u0301',
      'slice(t, 2, 1)': '',
      'slice(t, 99)': '',
      'slice(t, -99)': '👨‍👩‍👧e\u0301🇩🇪😀z',
      'slice(t, 0, 9223372036854775807)': '👨‍👩‍👧e\u0301🇩🇪😀z',
      'slice("abc", 1, -1)': 'b',
      'slice("abc", -2)': 'bc',
      'join(split(t, ""), "|")': '👨‍👩‍👧|e\u0301|🇩🇪|😀|z',
      't.split("").join("|")': '👨‍👩‍👧|e\u0301|🇩🇪|😀|z',
      't.split("", 2).size()': '2',
      'split("", "").size()': '0',
      'split("", ",").size()': '1',
      'padStart("😀", 3, "x")': 'xx😀',
      'padStart("a", 4, "😀-")': '😀-😀a',
      'padStart("abc", -1)': 'abc',
      'padStart("abc", 2, "0")': 'abc',
    });
    assert.throws(() => evaluate('padStart("a", 3, "")'), /padStart\(\) with an empty text/u);
  });

  it('meet at each place of a text', () => {
    for (let at = -12; at <= 12; at += 1)
      assert.equal(evaluate(`slice(t, 0, ${at}) + slice(t, ${at})`), values.get('t'), `${at}`);
  });

  it('have the places of size(), indexOf(), lastIndexOf() and substring()', () => {
    checkAll({
      't.size()': '11',
      't.indexOf("z")': '10',
      't.lastIndexOf("😀")': '9',
      't.lastIndexOf("z", 9)': '-1',
      't.indexOf("z", 10)': '10',
      't.substring(9)': '😀z',
      't.substring(9, 10)': '😀',
      'slice(t, t.indexOf("😀"))': '😀z',
      '"a-b".substring("a-b".indexOf("-") + 1)': 'b',
    });
    for (const source of ['t.substring(12)', 't.substring(2, 1)', 't.substring(-1)', 't.indexOf("z", 11)'])
      assert.throws(() => evaluate(source), /a place that the text does not have/u, source);
  });

  it('have others before and after them where an empty text is replaced, as in CEL', () => {
    checkAll({
      'replace("aaa", "", "x")': 'xaxaxax',
      'replace("", "", "x")': 'x',
      'replace("aaa", "aa", "x")': 'xa',
      'replace("a$b", "$", "$&")': 'a$&b',
      'replace("abc", "", "")': 'abc',
      'replace(t, "👨", "")': '\u200d👩\u200d👧e\u0301🇩🇪😀z',
    });
  });

  it('of numbers are filled with zeros behind the minus', () => {
    checkAll({
      'padStart(-12, 5, "0")': '-0012',
      'padStart(-1.5, 6, "0")': '-001.5',
      'padStart(-12, 5)': '  -12',
      'padStart("-12", 5, "0")': '00-12',
      'padStart(-12345, 5, "0")': '-12345',
      'padStart(0.0000001, 11, "0")': '000.0000001',
    });
  });
});
