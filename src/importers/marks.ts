/** How people mark the places in a design that each copy has another value for. */

/** A mark in a text, such as `{{name}}`, and the name in it. */
interface Mark {
  readonly mark: string;
  readonly name: string;
}

const name = String.raw`[\p{L}_][\p{L}\p{N}_ .-]{0,59}?`;

/** `{name}`, `{{name}}`, `${name}`, `%%NAME%%`, `<<NAME>>`, `<name>`, `[[name]]`, `[Name]`, not `[sic]`. */
const marks = new RegExp(
  [
    String.raw`\$?\{{1,3}\s*(${name})\s*\}{1,3}`,
    `%%(${name})%%`,
    String.raw`<<\s*(${name})\s*>>`,
    String.raw`<(\p{L}[\p{L}\p{N}_]{2,59})>`,
    String.raw`\[\[\s*(${name})\s*\]\]`,
    String.raw`\[(?!\p{Ll})(${name})\]`,
  ].join('|'),
  'gu',
);

/** The marks in a text, in their order. */
export function findMarks(text: string): Mark[] {
  return [...text.matchAll(marks)].map(([mark, ...names]) => ({ mark, name: nameIn(names) }));
}

/** The name in an address of a picture that is a mark, or data of a picture that are one; else null. */
export function markedAddress(address: string): string | null {
  const plain = address.trim().replace(/^data:[\w/+.;=-]*,/iu, '');
  const [only] = findMarks(plain);
  return only !== undefined && only.mark === plain ? only.name : null;
}

/** The name that the name of a layer marks, as `#title` and `{title}` do; null if it marks none. */
export function markedLayer(layer: string): string | null {
  const plain = layer.trim();
  const [only] = plain.startsWith('[') ? [] : findMarks(plain);
  if (only?.mark === plain) return only.name;
  const isColor = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/iu.test(plain);
  return isColor ? null : (/^#(\p{L}[\p{L}\p{N}_ .-]{0,59})$/u.exec(plain)?.[1]?.trim() ?? null);
}

/** Whether a layer's name only says what kind of thing it is, as programs give them: `Text 12`. */
export function isNoise(layer: string): boolean {
  const kinds =
    /^(?:text|textbox|i-text|textfield|label|tspan|layer|group|frame|element|object|shape|flowroot)$/u;
  const ofPowerPoint = new RegExp(
    '^(?:google shape;.*|rectangle|oval|rounded rectangle|textfeld|rechteck|zonedetexte|cuadrodetexto|' +
      'caselladitesto|caixadetexto|tekstvak|文本框|テキスト ボックス)$',
    'u',
  );
  const plain = layer.trim().toLowerCase();
  const kind = plain.replace(/[\s_-]*\d+(?:[\s_-]+\d+)*$/u, '');
  return (
    kinds.test(kind) ||
    ofPowerPoint.test(kind) ||
    /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/u.test(plain) ||
    // Programs make names such as `a8Kx_92mQz` for each element.
    (/^[\w-]{8,24}$/u.test(plain) && /\d.*[a-z].*\d/u.test(plain) && !/[a-z]{4}/u.test(plain))
  );
}

function nameIn(groups: readonly (string | undefined)[]): string {
  return groups.find((each) => each !== undefined) ?? '';
}
