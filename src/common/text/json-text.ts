const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [lowerE, upperE] = [0x65, 0x45];

interface JsonSurvey {
  /** Maximum nesting of brackets. */
  readonly depth: number;
  /** The number of commas, which is nearly the number of values. */
  readonly members: number;
  /** Whether a number has an exponent. */
  readonly hasExponent: boolean;
}

/**
 * Scans a JSON text once, to find what parsing it would cost: much faster than a parser, and without a stack
 * that could overflow.
 */
export function surveyJson(text: string): JsonSurvey {
  let [depth, deepest, members, hasExponent] = [0, 0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfJsonString(text, at);
        break;
      case openBracket:
      case openBrace:
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case closeBracket:
      case closeBrace:
        depth -= 1;
        break;
      case comma:
        members += 1;
        break;
      case lowerE:
      case upperE:
        if (isDigit(text.charCodeAt(at - 1))) hasExponent = true;
        break;
    }
  }
  return { depth: deepest, members, hasExponent };
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** The index of the quote that closes the string at `start`; the text's length if there is none. */
export function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** Escapes a key for a JSON pointer (RFC 6901, section 3). */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The keys of a JSON pointer (RFC 6901, section 4). */
export function readPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}
