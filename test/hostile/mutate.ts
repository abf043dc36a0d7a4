/** Pieces that parsers have branches for, or trip over. */
const pieces = [
  ...[
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
  ],
  ...[
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
  ],
  ...[
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
  ],
  ...[
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
  ],
  ...[
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
  ],
].flatMap((text) => [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')]);

const mostBytes = 64 * 1024;

type Random = () => number;

/** Another input, made of one and a second by some of the changes that fuzzers make. */
export function mutate(input: Buffer, other: Buffer, random: Random): Buffer {
  let changed = input;
  do {
    const change = changes[Math.floor(random() * changes.length)] ?? keep;
    changed = change(changed, other, random);
  } while (random() < 0.6);
  return changed.length > mostBytes ? changed.subarray(0, mostBytes) : changed;
}

type Change = (input: Buffer, other: Buffer, random: Random) => Buffer;

const keep: Change = (input) => input;

const replace = (input: Buffer, from: number, to: number, ...parts: Buffer[]): Buffer =>
  Buffer.concat([input.subarray(0, from), ...parts, input.subarray(to)]);

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

/** A part of an input, mostly a short one. */
function partOf(input: Buffer, random: Random): [from: number, to: number] {
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
    const telling = [0, 1, 0x7f, 0x80, 0xff, below(random, 256)];
    if (at < input.length) changed.writeUInt8(telling[below(random, telling.length)] ?? 0, at);
    return changed;
  },
  (input, _other, random) => replace(input, ...partOf(input, random)),
  (input, _other, random) => {
    const [from, to] = partOf(input, random);
    return replace(input, from, from, input.subarray(from, to));
  },
  (input, _other, random) => {
    const [from, to] = partOf(input, random);
    // What takes more than its length in time shows where something is there thousands of times.
    const times = Math.min(2 ** below(random, 14), Math.floor(mostBytes / Math.max(1, to - from)));
    return replace(input, from, from, Buffer.alloc(times * (to - from), input.subarray(from, to)));
  },
  (input, other, random) => {
    const [from, to] = partOf(input, random);
    return replace(input, from, to, other.subarray(...partOf(other, random)));
  },
  ...Array.from({ length: 3 }, (): Change => (input, _other, random) => {
    const [from, to] = partOf(input, random);
    const piece = pieces[below(random, pieces.length)] ?? Buffer.of();
    return replace(input, from, random() < 0.5 ? from : to, piece);
  }),
];
