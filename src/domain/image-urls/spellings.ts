/**
 * Equivalent spellings of a request target: they decode to the same path and parameters (RFC 3986, 6.2.2).
 * Mail programs, proxies and browsers change one into another.
 */

/** Path and query of a request target, as they arrived. */
export interface SpelledTarget {
  readonly path: string;
  readonly query: string;
}

/** What a target says. Two targets are equivalent if this is equal. */
export interface DecodedTarget {
  /** The parts of the path between its slashes. */
  readonly segments: readonly string[];
  /** In their order. A parameter without `=` has the value null. */
  readonly parameters: readonly (readonly [name: string, value: string | null])[];
}

/** Decodes a target. Null if it is not percent-encoded UTF-8: such a target has no other spelling. */
export function decodeTarget({ path, query }: SpelledTarget): DecodedTarget | null {
  try {
    return {
      segments: path
        .split('/')
        .slice(1)
        .map((segment) => decodeURIComponent(segment)),
      parameters: query.split('&').map((pair) => {
        const at = pair.indexOf('=');
        const name = at < 0 ? pair : pair.slice(0, at);
        return [decodeForm(name), at < 0 ? null : decodeForm(pair.slice(at + 1))];
      }),
    };
  } catch {
    return null;
  }
}

/** Decodes a part of a query, where a bare `+` is a space. Throws URIError. */
function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

/** How a program percent-encodes. Letters, digits and `-._` are never encoded. */
export class Encoder {
  readonly #inQuery: ReadonlyMap<string, string>;
  readonly #inName: ReadonlyMap<string, string>;
  readonly #inPath: ReadonlyMap<string, string>;

  /**
   * @param blank how it writes a space in a query
   * @param kept other characters that it does not encode, never `&`, `+`, `%` or `#`, which would change the
   *   meaning
   */
  constructor(blank: '%20' | '+', kept: string, { isLowerCase = false } = {}) {
    const others = isLowerCase ? lowerCaseEscapes : [];
    const without = (characters: RegExp) => [...kept.replaceAll(characters, '')].map(keep);
    this.#inQuery = new Map([...marks, ...others, ...without(/ /g), ['%20', blank]]);
    this.#inName = new Map([...marks, ...others, ...without(/=/g), ['%20', blank]]);
    this.#inPath = new Map([...marks, ...others, ...without(/[/?]/g)]);
  }

  /** Spells a path. Slashes inside its segments are always encoded. */
  spellPath(segments: readonly string[]): string {
    return segments.map((segment) => `/${encode(segment, this.#inPath)}`).join('');
  }

  /** Spells a query. `=` in names is always encoded. */
  spellQuery(parameters: DecodedTarget['parameters']): string {
    return parameters
      .map(([name, value]) => {
        const start = encode(name, this.#inName);
        return value === null ? start : `${start}=${encode(value, this.#inQuery)}`;
      })
      .join('&');
  }
}

/** Writes the parts of a text, as `encodeURIComponent` has it, in another way. */
function encode(text: string, written: ReadonlyMap<string, string>): string {
  return encodeURIComponent(text).replaceAll(/[!'()*~]|%../g, (part) => written.get(part) ?? part);
}

function getEscape(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The marks that `encodeURIComponent` leaves, with their escapes. */
const marks = [..."!'()*~"].map((mark) => [mark, getEscape(mark)] as const);

/** Keeps a character, whether `encodeURIComponent` leaves it or not. */
function keep(character: string): readonly [string, string] {
  const isMark = marks.some(([mark]) => mark === character);
  return [isMark ? character : getEscape(character), character];
}

const lowerCaseEscapes = [
  ...Array.from({ length: 256 }, (_, byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).map(
    (escape) => [escape, escape.toLowerCase()] as const,
  ),
  ...marks.map(([mark, escape]) => [mark, escape.toLowerCase()] as const),
];

/** The canonical form: everything is encoded but the unreserved characters. */
export const canonicalEncoder = new Encoder('%20', '~');

/** Encodes a text as it is in canonical URLs, so that they can be pasted anywhere. */
export function encodeCanonical(text: string): string {
  return canonicalEncoder.spellQuery([[text, null]]);
}

/**
 * How signers encode. A URL that was rewritten on its way has lost the spelling that was signed; it is
 * spelled again by each of these.
 */
export const encoders: readonly Encoder[] = [
  // Platen's client and Studio, PHP's rawurlencode, .NET's Uri.EscapeDataString.
  canonicalEncoder,
  // Python's urlencode, Go's QueryEscape, Ruby's CGI.escape.
  new Encoder('+', '~'),
  // JavaScript's encodeURIComponent.
  new Encoder('%20', "~!'()*"),
  // JavaScript's URLSearchParams, Java's URLEncoder, Ruby's encode_www_form.
  new Encoder('+', '*'),
  // PHP's http_build_query.
  new Encoder('+', ''),
  // Python's quote.
  new Encoder('%20', '~/'),
  // .NET's WebUtility and HttpUtility.
  new Encoder('+', '!()*'),
  new Encoder('+', '!()*', { isLowerCase: true }),
  // All that a query may have without escapes: builders of URIs.
  new Encoder('%20', "~!$'()*,;:@/?"),
  // JavaScript's encodeURI.
  new Encoder('%20', "~!$'()*,;:@/?="),
  // JavaScript's URL, of text that was not encoded before.
  new Encoder('%20', '~!$()*,;:@/?=[]\\^`{|}'),
];
