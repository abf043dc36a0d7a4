/** A string that the page shows. `start` to `end`: the string and its operator. */
export interface ShownString {
  readonly start: number;
  readonly end: number;
  /** The font's name among the resources, and its size as written. */
  readonly font: string;
  readonly fontSize: string;
  readonly hex: string;
}

/** One text object (BT to ET) of a PDF content stream, as byte offsets into it. */
export interface TextBlock {
  readonly kind: 'text';
  readonly start: number;
  readonly end: number;
  readonly shown: readonly ShownString[];
}

/** A use of an external object (Do), which may be a form that contains text. */
export interface ObjectUse {
  readonly kind: 'object';
  readonly name: string;
}

// Comments, literal strings, brackets of dictionaries, hex strings, names, and other tokens up to a
// delimiter.
const tokenPattern =
  /%[^\r\n]*|\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|\/[^\s()<>[\]{}/%]*|[[\]{}]|[^\s()<>[\]{}/%]+/g;

/**
 * Finds the text objects and the uses of external objects in a content stream of Skia, in drawing order.
 *
 * @param content one character per byte
 */
export function readContent(content: string): (TextBlock | ObjectUse)[] {
  const found: (TextBlock | ObjectUse)[] = [];
  let open: { start: number; shown: ShownString[] } | null = null;
  let [font, fontSize, name, operand] = ['', '', '', ''];
  let string: { hex: string; start: number } | null = null;
  for (const { 0: token, index } of content.matchAll(tokenPattern)) {
    const first = token.charAt(0);
    const end = index + token.length;
    if (first === '/') name = token.slice(1);
    else if (first === '<' && token !== '<<') {
      string = { hex: token.slice(1, -1).replaceAll(/\s/g, ''), start: index };
    } else if (first === '(') string = { hex: hexOfLiteral(token), start: index };
    else if (token === 'BT') open = { start: index, shown: [] };
    else if (token === 'Tf') [font, fontSize] = [name, operand];
    else if (token === 'Tj' && string !== null) {
      open?.shown.push({ start: string.start, end, font, fontSize, hex: string.hex });
      string = null;
    } else if (token === 'ET' && open !== null) {
      found.push({ kind: 'text', start: open.start, end, shown: open.shown });
      open = null;
    } else if (token === 'Do') found.push({ kind: 'object', name });
    operand = token;
  }
  return found;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function hexOfLiteral(token: string): string {
  const text = token
    .slice(1, -1)
    .replaceAll(/\\(?:([0-7]{1,3})|\r?\n|([\s\S]))/g, (_whole, octal?: string, character?: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
      return character === undefined ? '' : (escapes[character] ?? character);
    });
  return Buffer.from(text, 'latin1').toString('hex');
}
