/**
 * The parsers of untrusted input. Each trial throws if its parser throws anything but its own kind of
 * refusal, or returns something that it promises never to return.
 */
import assert from 'node:assert/strict';
import { validateHeaderValue } from 'node:http';
import { readCsv } from '../../src/common/rows/read-csv.ts';
import { cellTexts, type Formats } from '../../src/common/rows/cell-text.ts';
import { decodeText } from '../../src/common/rows/decode-text.ts';
import { mapContent } from '../../src/cli/batch/rows/map-columns.ts';
import { readJsonl } from '../../src/common/rows/read-jsonl.ts';
import { readXlsx } from '../../src/cli/batch/rows/read-xlsx.ts';
import { UnreadableRows } from '../../src/common/rows/table.ts';
import { attachmentDisposition } from '../../src/domain/files/attachment.ts';
import { safeName } from '../../src/common/names/file-names.ts';
import { createValueWriter, hyphenate } from '../../src/common/names/filename-characters.ts';
import { checkFilenamePattern, nameFiles } from '../../src/common/names/filenames.ts';
import { matchesAny, selectRange } from '../../src/http/byte-range.ts';
import { signCallback, verifyCallback } from '../../src/domain/callbacks/signature.ts';
import { Problem } from '../../src/domain/problems/problem.ts';
import { checkSvg } from '../../src/domain/templates/check/svg.ts';
import { checkTemplate } from '../../src/domain/templates/check/check-template.ts';
import { readTemplateJson } from '../../src/domain/templates/template-folder.ts';
import { typeProblem } from '../../src/domain/variables/types.ts';
import { problemBody } from '../../src/http/problem-response.ts';
import { parseJsonObject } from '../../src/http/body/json-body.ts';
import { readQuery, readTarget } from '../../src/http/target.ts';
import { canonicalColor } from '../../src/render/bind/colors.ts';
import { decodeDataUrl } from '../../src/render/bind/data-url.ts';
import {
  fillPlaceholders,
  hasUnclosedPlaceholder,
  expressionsIn,
  variablesIn,
} from '../../src/common/placeholders/placeholders.ts';
import { buildSfnt, readTablesOfBytes, toDrawable } from '../../src/render/fonts/sfnt.ts';
import { checkPdf } from '../../src/render/foreign-pdfs/check-pdf.ts';
import { PdfError } from '../../src/render/foreign-pdfs/objects.ts';
import { sniffImageType } from '../../src/common/pictures/sniff.ts';
import { assertUsableName } from './usable-name.ts';
import { assertAddressJudged, assertUrlJudged } from './judged-addresses.ts';

/** Tries one input. */
export type Trial = (input: Buffer) => void | Promise<void>;

const utf8 = (input: Buffer): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(input);

/** Text that may have unpaired surrogates, as JSON escapes and UTF-16 can bring them. */
const utf16 = (input: Buffer): string => input.toString('utf16le');

/** Runs a parser whose refusals are errors of one kind. */
function tryReading<T>(read: () => T, refusal: abstract new (...parameters: never) => Error): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof refusal)) throw error;
    assert.notEqual(error.message, '');
    if (error instanceof Problem) assertAnswerable(error);
    return null;
  }
}

function assertAnswerable(problem: Problem): void {
  assert.equal(problem.status, 400);
  const { detail, errors = [] } = JSON.parse(problemBody(problem, 'id')) as {
    detail: string;
    errors?: object[];
  };
  for (const text of [detail, ...errors.flatMap((each) => Object.values(each) as string[])]) {
    assert.ok(text.isWellFormed() && !text.includes('\0'), text);
  }
}

const query = [
  { name: 'page', type: 'integer' },
  { name: 'status', type: 'array' },
  { name: 'title', type: 'other' },
] as const;

const formats = await import('@e965/xlsx').then((library) => library.SSF as Formats);
const date = new Date('2026-03-02T09:30:00Z');
const valueWriters = [
  hyphenate,
  await createValueWriter('unicode', 'en'),
  await createValueWriter('latin', 'de'),
];

export const trials: Readonly<Record<string, Trial>> = {
  'json-body': (input) => {
    const body = tryReading(() => parseJsonObject(utf8(input), { maxMembers: 1_000 }), Problem);
    if (body === null) return;
    JSON.stringify(body, (key, value: unknown) => {
      assert.notEqual(key, '__proto__');
      for (const text of [key, value]) {
        if (typeof text === 'string') assert.ok(text.isWellFormed() && !text.includes('\0'));
      }
      return value;
    });
  },
  target: (input) => {
    const target = tryReading(() => readTarget(input.toString('latin1')), Problem);
    if (target === null) return;
    assert.match(target.path, /^[\x21-\x7e]+$/u);
    const { values, errors } = readQuery(target.query, query);
    for (const { pointer, detail } of errors) assert.ok(`${pointer}${detail}`.isWellFormed(), pointer);
    for (const [name, value] of Object.entries(values)) {
      assert.ok(query.some((each) => each.name === name));
      for (const text of [value].flat()) assert.ok(text.isWellFormed() && !text.includes('\0'));
      if (name === 'page') assert.ok(Number.isSafeInteger(Number(value)));
    }
  },
  'byte-range': (input) => {
    const [range, ifRange, etag = ''] = input.toString('latin1').split('\n');
    const bytes = input.length * 7;
    const validators = { etag: '"a"', lastModified: date };
    const selected = selectRange({ range, ifRange: ifRange === '' ? undefined : ifRange }, bytes, validators);
    if (selected !== null && selected !== 'unsatisfiable') {
      const { start, end } = selected;
      assert.ok(
        Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end < bytes,
      );
    }
    assert.equal(typeof matchesAny(etag, '"a"'), 'boolean');
  },
  svg: (input) => {
    const type = sniffImageType(input);
    const problem = checkSvg(input);
    if (type !== 'svg') assert.equal(problem, null);
    else if (problem === null) assert.doesNotMatch(utf8(input), /<script[\s>]/u);
  },
  template: async (input) => {
    const read = readTemplateJson({ templateJson: input, files: new Map() });
    const found = 'problem' in read ? read.problem : await checkTemplate(read.json, new Map());
    assert.ok(JSON.stringify(found).isWellFormed());
  },
  font: (input) => {
    const tables = tryReading(() => readTablesOfBytes(input), Error);
    const inHex = (each: typeof tables) =>
      [...(each ?? [])].map(([tag, data]) => `${tag} ${Buffer.from(data).toString('hex')}`).sort();
    if (tables !== null) assert.deepEqual(inHex(readTablesOfBytes(buildSfnt(tables))), inHex(tables));
    tryReading(() => toDrawable(input), Error);
  },
  pdf: async (input) => {
    await checkPdf(input).catch((error: unknown) => {
      if (!(error instanceof PdfError)) throw error;
      assert.ok(error.message.isWellFormed() && error.message !== '');
    });
  },
  color: (input) => {
    const color = canonicalColor(utf8(input));
    if (color !== null) assert.match(color, /^#[0-9a-f]{8}$/u);
  },
  placeholders: (input) => {
    const text = utf16(input);
    const expressions = expressionsIn(text, new Set());
    for (const { expression, offset } of expressions) {
      assert.equal(expression, expression.trim());
      assert.ok(text.startsWith(expression, offset));
    }
    const declared = new Set(expressions.map(({ expression }) => expression));
    const names = variablesIn(text, declared);
    assert.ok(names.every((name) => declared.has(name)));
    const values = new Map([...declared].map((name) => [name, `<${name}>`]));
    const length = fillPlaceholders(text, values).length;
    assert.ok(length <= text.length);
    if (!text.includes('{{')) assert.equal(hasUnclosedPlaceholder(text, declared), false);
  },
  filenames: (input) => {
    const [pattern = '', ...values] = utf16(input).split('\n');
    const variables = [{ name: 'title', type: 'text' }] as const;
    const refused = checkFilenamePattern(pattern, { variables });
    if (refused !== null) assert.ok(refused.isWellFormed());
    const rows = ['', ...values].map((value) => new Map([['title', value]]));
    for (const writeValue of valueWriters) {
      const names = nameFiles({ pattern, format: 'png', rows, submittedAt: date, writeValue });
      for (const name of names) assertUsableName(name);
      assert.equal(new Set(names.map((name) => name.normalize('NFC').toLowerCase())).size, rows.length);
    }
    assertUsableName(`${safeName(pattern)}.png`);
    validateHeaderValue('Content-Disposition', attachmentDisposition(pattern, 'png'));
  },
  csv: (input) => {
    const table = tryReading(() => readCsv(decodeText(input, null), null), UnreadableRows);
    if (table === null) return;
    const variables = ['a', 'b'].map((name) => ({ name, type: 'text' as const }));
    for (const { values } of tryReading(() => mapContent(table, variables).rows, UnreadableRows) ?? []) {
      assert.ok(Object.keys(values).every((name) => name === 'a' || name === 'b'));
    }
  },
  jsonl: (input) => {
    const rows = tryReading(() => readJsonl(utf8(input)), UnreadableRows) ?? [];
    for (const { values } of rows)
      for (const value of Object.values(values)) assert.equal(typeof value, 'string');
  },
  cell: (input) => {
    if (input.length < 9) return;
    const cell = { t: 'n', v: input.readDoubleLE(0), z: utf8(input.subarray(9)) } as const;
    const reading = { is1904: input[8] === 1, formats };
    const { shown, number = '0' } = tryReading(() => cellTexts(cell, reading), RangeError) ?? { shown: '' };
    assert.equal(typeof shown, 'string');
    assert.ok(Number.isFinite(Number(number)), number);
  },
  workbook: async (input) => {
    await readXlsx(input, null).catch((error: unknown) => {
      if (!(error instanceof UnreadableRows)) throw error;
    });
  },
  address: (input) => assertAddressJudged(input.toString('latin1')),
  url: (input) => assertUrlJudged(utf16(input)),
  signature: (input) => {
    const [service = '', id = '', timestamp = '', standard = '', ...rest] = input
      .toString('latin1')
      .split('\n');
    const secret = 'whsec_c2VjcmV0';
    const headers = {
      'x-service-signature': service,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standard,
    };
    const body = Buffer.from(rest.join('\n'), 'latin1');
    const verdict = verifyCallback({ headers, body }, { secret, now: date });
    const signed = signCallback({ secrets: [secret], deliveryId: id, body }, { signedAt: date });
    assert.equal(
      verdict.service === null,
      service.includes(signed['x-service-signature'].slice(-64)),
      'found by chance',
    );
    assert.deepEqual(verifyCallback({ headers: signed, body }, { secret, now: date }), {
      service: null,
      standardWebhooks: null,
    });
  },
  value: (input) => {
    const text = utf16(input).toWellFormed();
    for (const type of ['number', 'email', 'url', 'phone', 'date', 'image', 'text'] as const) {
      const problem = typeProblem(type, text, new Set());
      if (type === 'number' && problem === null) assert.ok(Number.isFinite(JSON.parse(text)));
      if (type === 'url' && problem === null) assert.match(new URL(text).protocol, /^https?:$/u);
    }
    const bytes = decodeDataUrl(text);
    if (bytes !== null)
      assert.equal(Buffer.from(bytes).toString('base64').length, text.length - text.indexOf(',') - 1);
  },
};
