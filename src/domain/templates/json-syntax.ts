import { parseTree, printParseErrorCode, type ParseError } from 'jsonc-parser';
import { createPlaceFinder, problemWithoutPlace, type LocatedProblem } from './locate-problems.ts';

/** What is wrong, by jsonc-parser's name of the error. */
const meanings: Readonly<Record<string, string>> = {
  InvalidNumberFormat: 'this is not a number.',
  PropertyNameExpected: 'expected a key in double quotes; the last entry has no comma after it.',
  ValueExpected: 'expected a value; the last entry has no comma after it.',
  ColonExpected: 'expected a ":" after the key.',
  CommaExpected: 'expected a "," before this.',
  CloseBraceExpected: 'expected a "}" or a ",".',
  CloseBracketExpected: 'expected a "]" or a ",".',
  EndOfFileExpected: 'expected the end of the file.',
  InvalidCommentToken: 'comments are not part of JSON.',
  UnexpectedEndOfComment: 'comments are not part of JSON.',
  UnexpectedEndOfString: 'this string has no closing quote in its line.',
  UnexpectedEndOfNumber: 'this number is incomplete.',
  InvalidUnicode: 'this string has a "\\u" without four hexadecimal digits.',
  InvalidEscapeCharacter: 'this string has a "\\" before a character that takes none.',
  InvalidCharacter: 'this string has a control character; write it as an escape such as "\\n".',
};

/**
 * Describes the first syntax error of a text that JSON.parse refuses, with its line and column.
 *
 * @param name of the file
 */
export function describeSyntaxError(text: string, error: Error, name = 'template.json'): LocatedProblem {
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const [first] = errors;
  if (first === undefined) return problemWithoutPlace(`${name} is not JSON: ${error.message}.`);
  const place = createPlaceFinder(text)(first.offset);
  const token = JSON.stringify(text.slice(first.offset, first.offset + Math.min(first.length, 40)));
  const meaning =
    (text.trim() === '' ? 'the file is empty.' : undefined) ??
    meanings[printParseErrorCode(first.error)] ??
    `${token} is not a value; keys and strings take double quotes.`;
  return {
    ...problemWithoutPlace(`${name} is not JSON: line ${place.line}, column ${place.column}: ${meaning}`),
    ...place,
  };
}
