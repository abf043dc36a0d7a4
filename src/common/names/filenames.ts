/** Names of a batch's files in its archive. */
import { extensions } from './output-formats.ts';
import { cutToBytes, escapeReserved, forbiddenInNames, trimName, invisibleInNames } from './file-names.ts';
import { textValue, type BoundValues } from '../values/values.ts';
import { nearestName } from './nearest-name.ts';
import { hyphenate, type ValueWriter } from './filename-characters.ts';

export interface NamedBatch {
  /** Null: `image-000`, `image-001`, … */
  readonly pattern: string | null;
  readonly format: keyof typeof extensions;
  /** The values of each row, defaults applied. */
  readonly rows: readonly BoundValues[];
  /** The pattern's `{timestamp}`. */
  readonly submittedAt: Date;
  /** The ids of the sizes that each row has a file in, in sequence. Default: one file for each row. */
  readonly sizes?: readonly string[];
  /** Whether each size has a folder. */
  readonly folders?: boolean;
  /** Writes values for names. Default: as `hyphen`. */
  readonly writeValue?: ValueWriter;
}

type Piece = { readonly literal: string } | { readonly placeholder: string };

/** Built-in placeholders. They win over variables of the same name. */
const builtIn = ['index', 'timestamp', 'random'];

/** Built in where a batch has sizes. */
const sizePlaceholder = 'size';

const randomCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** The longest name that file systems accept, in UTF-8. */
const maxBytes = 255;

/** Far more than a name can use; short enough to be filled for every row of a batch. */
const maxPatternCharacters = 10_000;

/**
 * Names the files of a batch, one per row, or one per row and size. Names have an extension, differ (ignoring
 * letter case), have at most 255 bytes of UTF-8 and are valid on every file system. Values are written by
 * `writeValue`. A row whose
 * name would be empty is named by its number.
 */
export function nameFiles({
  pattern,
  format,
  rows,
  submittedAt,
  writeValue = hyphenate,
  sizes,
  folders = false,
}: NamedBatch): string[] {
  const extension = `.${extensions[format]}`;
  const pieces = pattern === null ? null : parsePattern(pattern);
  const timestamp = formatTimestamp(submittedAt);
  const nameRow = (values: BoundValues, index: number, size?: string): string => {
    const sequential = `image-${formatIndex(index)}`;
    if (pieces === null) return sequential;
    const getValue = (placeholder: string): string => {
      if (size !== undefined && placeholder === sizePlaceholder) return size;
      switch (placeholder) {
        case 'index':
          return formatIndex(index);
        case 'timestamp':
          return timestamp;
        case 'random':
          return randomText(6);
        default:
          return shortValue(textValue(values.get(placeholder)), writeValue);
      }
    };
    return fitName(fill(pieces, getValue), maxBytes - extension.length) ?? sequential;
  };
  const limitBytes = maxBytes - extension.length;
  if (sizes === undefined)
    return makeUnique(
      rows.map((row, at) => nameRow(row, at)),
      limitBytes,
    ).map((name) => name + extension);
  const hasSize =
    pieces?.some((piece) => 'placeholder' in piece && piece.placeholder === sizePlaceholder) ?? false;
  const end = (size: string) => (hasSize || folders ? '' : `-${size}`);
  const bySize = sizes.map((size) =>
    rows.map((row, at) => cutToBytes(nameRow(row, at, size), limitBytes - end(size).length) + end(size)),
  );
  const unique = folders
    ? bySize.map((names) => makeUnique(names, limitBytes))
    : groupsOf(makeUnique(bySize.flat(), limitBytes), rows.length);
  return rows.flatMap((_row, at) =>
    sizes.map((size, of) => `${folders ? `${size}/` : ''}${unique[of]?.[at] ?? ''}${extension}`),
  );
}

function groupsOf(names: readonly string[], length: number): string[][] {
  return Array.from({ length: names.length / length }, (_group, at) =>
    names.slice(at * length, (at + 1) * length),
  );
}

/**
 * Checks a filename pattern against a template's variables. Returns a sentence that says what is wrong, or
 * null. Empty braces are plain text.
 */
export function checkFilenamePattern(
  pattern: string,
  {
    variables = [],
    hasSizes = false,
  }: {
    readonly variables?: readonly { readonly name: string }[] | undefined;
    /** Whether the batch has sizes, which `{size}` stands for. */
    readonly hasSizes?: boolean;
  },
): string | null {
  if (pattern.length > maxPatternCharacters) {
    return (
      `The filename pattern has ${pattern.length} characters; ` +
      `at most ${maxPatternCharacters} are accepted.`
    );
  }
  const own = hasSizes ? [...builtIn, sizePlaceholder] : builtIn;
  const accepted = [...own, ...variables.map(({ name }) => name).filter((name) => !own.includes(name))];
  for (const piece of parsePattern(pattern)) {
    if ('literal' in piece || accepted.includes(piece.placeholder)) continue;
    const nearest = nearestName(piece.placeholder, accepted);
    const shown = piece.placeholder.length > 60 ? `${piece.placeholder.slice(0, 60)}…` : piece.placeholder;
    const listed = accepted.slice(0, 20).map((name) => `{${name}}`);
    const more = accepted.length > listed.length ? ` and ${accepted.length - listed.length} more` : '';
    const meant = nearest === null ? '' : ` Did you mean {${nearest}}?`;
    return (
      `The filename pattern has the placeholder {${shown.toWellFormed()}}, ` +
      `which is neither built in nor a variable of the template.${meant} ` +
      `Accepted are ${listed.join(', ')}${more}.`
    );
  }
  return null;
}

function parsePattern(pattern: string): Piece[] {
  // `split` with a capturing group: odd parts are placeholders.
  return pattern
    .split(/\{([^{}]+)\}/u)
    .map((part, index) => (index % 2 === 1 ? { placeholder: part } : { literal: plainLiteral(part) }));
}

function fill(pieces: readonly Piece[], getValue: (placeholder: string) => string): string {
  let filled = '';
  for (const piece of pieces) {
    filled += 'literal' in piece ? piece.literal : getValue(piece.placeholder);
    // Leading dots and blanks are dropped now, so that they do not count as length.
    if (/^[.\s]/u.test(filled)) filled = filled.replace(/^[.\s]+/u, '');
    if (filled.length > 2 * maxBytes) break;
  }
  // A long pattern would make the checks that follow slow for each row.
  return filled.slice(0, 2 * maxBytes);
}

/** The pattern's own text keeps its case, without characters that some file system refuses. */
function plainLiteral(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(forbiddenInNames, '')
    .replaceAll(invisibleInNames, '');
}

/** A name can hold only the first few hundred characters. */
function shortValue(value: string, writeValue: ValueWriter): string {
  return writeValue(value.slice(0, 2 * maxBytes));
}

/** A valid name of at most `limitBytes`; null if only hyphens, dots and blanks are left. */
function fitName(filled: string, limitBytes: number): string | null {
  const composed = filled.normalize('NFC');
  const cut = trimName(cutToBytes(escapeReserved(trimName(composed)), limitBytes));
  // Cutting may have produced a reserved name.
  const name = escapeReserved(cut);
  return /^[-.\s]*$/u.test(name) ? null : name;
}

function formatIndex(index: number): string {
  return String(index).padStart(3, '0');
}

/** `20260302-093000`, in UTC. */
function formatTimestamp(date: Date): string {
  return date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}

function randomText(length: number): string {
  const numbers = crypto.getRandomValues(new Uint32Array(length));
  return Array.from(numbers, (number) => randomCharacters[number % randomCharacters.length]).join('');
}

/**
 * Makes names unique: the first of equal names stays, later ones get the next free suffix `-2`, `-3`, and so
 * on. A suffix never produces the name of another row. Names that differ only in letter case or Unicode
 * normalization count as equal, as they do on some file systems.
 *
 * @param limitBytes length of a name in UTF-8, suffix included
 */
function makeUnique(names: readonly string[], limitBytes: number): string[] {
  const taken = new Set<string>();
  const isFirst = names.map((name) => {
    const before = taken.size;
    return taken.add(getKey(name)).size > before;
  });
  const nextSuffix = new Map<string, number>();
  return names.map((name, index) => (isFirst[index] === true ? name : withSuffix(name)));

  function withSuffix(name: string): string {
    // A longer suffix shortens a long name further, and the shorter stem has its own counter.
    for (let digits = 1; ; digits += 1) {
      const stem = cutToBytes(name, limitBytes - 1 - digits);
      const stemKey = getKey(stem);
      let suffix = Math.max(nextSuffix.get(stemKey) ?? 2, 10 ** (digits - 1));
      for (; suffix < 10 ** digits; suffix += 1) {
        const key = getKey(`${stem}-${suffix}`);
        if (taken.has(key)) continue;
        taken.add(key);
        nextSuffix.set(stemKey, suffix + 1);
        return `${stem}-${suffix}`;
      }
      nextSuffix.set(stemKey, suffix);
    }
  }
}

function getKey(name: string): string {
  return name.normalize('NFC').toUpperCase();
}
