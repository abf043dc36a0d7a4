/** Texts for which parsers have branches, or which often break them. */
const pieces = [
  '{{',
  '}}',
  '\\{{',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '\\',
  '\\u0000',
  '\\ud83d',
  '__proto__',
  ':',
  ',',
  'null',
  '1e9',
  '-0',
  '<svg ',
  '</svg>',
  '<style>',
  '</style>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE',
  '<?xml',
  'href="',
  'url(',
  '@import',
  '%00',
  '%ff',
  '%',
  '?',
  '&',
  '=',
  '+',
  'page=',
  'http://',
  'https://',
  '//',
  '@',
  '#',
  '::',
  '::ffff:',
  '127.0.0.1',
  '0x7f.1',
  'bytes=',
  '-',
  '\r\n',
  '\n',
  '\t',
  ' ',
  ';',
  '.',
  '..',
  '/',
  'con',
  'nul.',
  '\0',
  '\xff',
  '\xef\xbb\xbf',
  '\ud83d',
  '\u202e',
  'wOFF',
  'wOF2',
  'OTTO',
  'cmap',
  'head',
  't=',
  'v1=',
  'v1,',
  '[h]',
  '0.00',
  '#,##0',
  '"elements":[',
  '"type":"group"',
].flatMap((text) => [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]);

const maxBytes = 64 * 1024;

type Random = () => number;

/** Creates a new input from two others, with one or more random changes. */
export function mutate(input: Buffer, other: Buffer, random: Random): Buffer {
  let changed = input;
  do {
    const change = changes[Math.floor(random() * changes.length)] ?? keep;
    changed = change(changed, other, random);
  } while (random() < 0.6);
  return changed.length > maxBytes ? changed.subarray(0, maxBytes) : changed;
}

type Change = (input: Buffer, other: Buffer, random: Random) => Buffer;

const keep: Change = (input) => input;

const replace = (input: Buffer, from: number, to: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([input.subarray(0, from), ...parts, input.subarray(to)]);

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** Chooses a part of an input, usually a short one. */
function getPart(input: Buffer, random: Random): [from: number, to: number] {
  const from = below(random, input.length + 1);
  return [from, from + below(random, Math.min(input.length - from, 2 ** below(random, 12)) + 1)];
}

const changes: readonly Change[] = [
  (input, _other, random) => {
    const changed = Buffer.from(input);
    const at = below(random, input.length);
    if (at < input.length) changed.writeUInt8(changed.readUInt8(at) ^ (1 << below(random, 8)), at);
    return changed;
  },
  (input, _other, random) => {
    const changed = Buffer.from(input);
    const at = below(random, input.length);
    const boundaries = [0, 1, 0x7f, 0x80, 0xff, below(random, 256)];
    if (at < input.length) changed.writeUInt8(boundaries[below(random, boundaries.length)] ?? 0, at);
    return changed;
  },
  (input, _other, random) => replace(input, ...getPart(input, random)),
  (input, _other, random) => {
    const [from, to] = getPart(input, random);
    return replace(input, from, from, input.subarray(from, to));
  },
  (input, _other, random) => {
    const [from, to] = getPart(input, random);
    // Thousands of repetitions reveal code whose time grows faster than the input's length.
    const times = Math.min(2 ** below(random, 14), Math.floor(maxBytes / Math.max(1, to - from)));
    return replace(input, from, from, Buffer.alloc(times * (to - from), input.subarray(from, to)));
  },
  (input, other, random) => {
    const [from, to] = getPart(input, random);
    return replace(input, from, to, other.subarray(...getPart(other, random)));
  },
  ...Array.from({ length: 3 }, (): Change => (input, _other, random) => {
    const [from, to] = getPart(input, random);
    const piece = pieces[below(random, pieces.length)] ?? Buffer.of();
    return replace(input, from, random() < 0.5 ? from : to, piece);
  }),
];
