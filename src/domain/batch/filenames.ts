/**
 * The names of a batch's files in its archive.
 */
import { randomInt } from 'node:crypto';
import type { TemplateDocument } from '../../../generated/template.ts';
import {
  cutToBytes,
  escapeReserved,
  extensions,
  forbiddenInNames,
  trimName,
  unseenInNames,
} from '../filename-rules.ts';
import { nearestName } from '../variables-nearest.ts';
import type { VariableValues } from '../variables.ts';
import { makeUnique } from './unique-names.ts';

/** A batch as far as the names of its files go. */
export interface NamedBatch {
  /** Null: `image-000`, `image-001`, … */
  readonly pattern: string | null;
  readonly format: keyof typeof extensions;
  /** The values of each row, in order, defaults applied. */
  readonly rows: readonly VariableValues[];
  /** When the job was made: the pattern's `{timestamp}`. */
  readonly submittedAt: Date;
}

type Piece = { readonly literal: string } | { readonly placeholder: string };

/** Names that stand for something of their own, even where a variable has the same. */
const builtIn = ['index', 'timestamp', 'random'];

const randomCharacters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** What file systems hold of a name. */
const maxBytes = 255;

/** Far more than a name can use, and little enough to be filled in for every row of a batch. */
const maxPatternCharacters = 10_000;

/**
 * The names of a batch's files, one a row and in order: with extension, all different (letter case does not count), none
 * longer than 255 bytes of UTF-8, and fit for every file system. What of a value is not a-z, 0-9, `-` or `_` in lower case
 * is a hyphen each; a row whose name comes to nothing gets its number's.
 */
export function nameFiles({ pattern, format, rows, submittedAt }: NamedBatch): string[] {
  const extension = `.${extensions[format]}`;
  const pieces = pattern === null ? null : parsePattern(pattern);
  const timestamp = formatTimestamp(submittedAt);
  const names = rows.map((values, index) => {
    const sequential = `image-${formatIndex(index)}`;
    if (pieces === null) return sequential;
    const valueOf = (placeholder: string): string =>
      placeholder === 'index'
        ? formatIndex(index)
        : placeholder === 'timestamp'
          ? timestamp
          : placeholder === 'random'
            ? randomText(6)
            : plainValue(values.get(placeholder) ?? '');
    return fitName(fill(pieces, valueOf), maxBytes - extension.length) ?? sequential;
  });
  return makeUnique(names, maxBytes - extension.length).map((name) => name + extension);
}

/**
 * Why a pattern cannot be used with a template, as a sentence; null where it can. A placeholder that stands for nothing is a
 * reason; braces that enclose nothing are text.
 */
export function checkFilenamePattern(pattern: string, { variables = [] }: TemplateDocument): string | null {
  if (pattern.length > maxPatternCharacters) {
    return `The filename pattern has ${pattern.length} characters; at most ${maxPatternCharacters} are accepted.`;
  }
  const accepted = [
    ...builtIn,
    ...variables.map(({ name }) => name).filter((name) => !builtIn.includes(name)),
  ];
  for (const piece of parsePattern(pattern)) {
    if ('literal' in piece || accepted.includes(piece.placeholder)) continue;
    const nearest = nearestName(piece.placeholder, accepted);
    const shown = piece.placeholder.length > 60 ? `${piece.placeholder.slice(0, 60)}…` : piece.placeholder;
    const listed = accepted.slice(0, 20).map((name) => `{${name}}`);
    const more = accepted.length > listed.length ? ` and ${accepted.length - listed.length} more` : '';
    return (
      `The filename pattern has the placeholder {${shown.toWellFormed()}}, which is neither built in nor a variable of ` +
      `the template.${nearest === null ? '' : ` Did you mean {${nearest}}?`} Accepted are ${listed.join(', ')}${more}.`
    );
  }
  return null;
}

function parsePattern(pattern: string): Piece[] {
  // The odd ones are what the capturing group has found.
  return pattern
    .split(/\{([^{}]+)\}/u)
    .map((part, index) => (index % 2 === 1 ? { placeholder: part } : { literal: plainLiteral(part) }));
}

function fill(pieces: readonly Piece[], valueOf: (placeholder: string) => string): string {
  let filled = '';
  for (const piece of pieces) {
    filled += 'literal' in piece ? piece.literal : valueOf(piece.placeholder);
    // What is dropped at the beginning must not use up the room.
    if (/^[.\s]/u.test(filled)) filled = filled.replace(/^[.\s]+/u, '');
    if (filled.length > 2 * maxBytes) break;
  }
  // A pattern can have far more of it, which takes long to look through for each row.
  return filled.slice(0, 2 * maxBytes);
}

/** The pattern's own text keeps its case and loses what some file system cannot hold. */
function plainLiteral(text: string): string {
  return text.toWellFormed().normalize('NFC').replaceAll(forbiddenInNames, '').replaceAll(unseenInNames, '');
}

function plainValue(value: string): string {
  // No name holds more of it than its first few hundred characters.
  return value
    .slice(0, 2 * maxBytes)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]/gu, '-');
}

/** A name that file systems take, in so many bytes; null where nothing is left of it but hyphens, dots and blanks. */
function fitName(filled: string, limitBytes: number): string | null {
  const cut = trimName(cutToBytes(escapeReserved(trimName(filled)), limitBytes));
  // What was cut off may have been all that told it from a reserved name, but for blanks.
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
  return Array.from({ length }, () => randomCharacters[randomInt(randomCharacters.length)]).join('');
}
