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

const nameCharacters = String.raw`[^\s()<>[\]{}/%]+`;
/** What lies in a comment or a string is no operator. */
const tokenPattern = new RegExp(
  [
    String.raw`%[^\r\n]*`,
    // Strings, and the operator that shows them.
    String.raw`(?<literal>\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\))(?<shows>\s*Tj)?`,
    String.raw`<(?<hex>[0-9A-Fa-f\s]*)>\s*Tj`,
    // A font with its size, the use of an object, the ends of a text object.
    String.raw`\/(?<font>${nameCharacters})\s+(?<size>[-+.\d]+)\s+Tf`,
    String.raw`\/(?<object>${nameCharacters})\s+Do`,
    String.raw`(?<![^\s\]>)])(?<text>BT|ET)(?![^\s/<[(%])`,
  ].join('|'),
  'g',
);

/**
 * Finds the text objects and the uses of external objects in a content stream of Skia, in drawing order.
 *
 * @param content one character per byte
 */
export function readContent(content: string): (TextBlock | ObjectUse)[] {
  const found: (TextBlock | ObjectUse)[] = [];
  let open: { start: number; shown: ShownString[] } | null = null;
  let [font, fontSize] = ['', ''];
  for (const { 0: token, index, groups } of content.matchAll(tokenPattern)) {
    const { literal, shows, hex, font: named, size, object, text } = groups ?? {};
    const end = index + token.length;
    if (named !== undefined && size !== undefined) [font, fontSize] = [named, size];
    else if (hex !== undefined)
      open?.shown.push({ start: index, end, font, fontSize, hex: hex.replaceAll(/\s/g, '') });
    else if (literal !== undefined && shows !== undefined)
      open?.shown.push({ start: index, end, font, fontSize, hex: hexOfLiteral(literal) });
    else if (object !== undefined) found.push({ kind: 'object', name: object });
    else if (text === 'BT') open = { start: index, shown: [] };
    else if (text === 'ET' && open !== null) {
      found.push({ kind: 'text', start: open.start, end, shown: open.shown });
      open = null;
    }
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
