/**
 * Parsers for the values of environment variables. Each returns the parsed value, or throws an `Unacceptable`
 * with what is accepted; `config.ts` adds the variable's name and value.
 */
import ipaddr from 'ipaddr.js';
import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { acceptedBucketUrl, parseBucketUrl } from '../storage/bucket-url.ts';

/** A value is refused. The message is what is accepted. */
export class Unacceptable extends Error {
  readonly accepted: string;

  constructor(accepted: string) {
    super(accepted);
    this.accepted = accepted;
  }
}

export type Parser<Value> = (text: string) => Value;

const durationUnitsMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

const sizeUnitsBytes: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1_000,
  mb: 1_000_000,
  gb: 1_000_000_000,
  kib: 1_024,
  mib: 1_048_576,
  gib: 1_073_741_824,
};

/** Max delay of timers (2^31 - 1 ms). With a longer one they fire at once. */
const maxTimerMs = 2_147_483_647;

/** A whole number from `min` to `max`. */
export function integerBetween(min: number, max: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new Unacceptable(`a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

/** A duration such as `500ms`, `2s`, `5m`, `1h` or `30d`, in milliseconds. */
export function durationMs({ minMs = 0, maxMs = 3650 * durationUnitsMs.d } = {}): Parser<number> {
  return (text) => {
    const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
    const value = Math.round(Number(digits) * durationUnitsMs[unit as keyof typeof durationUnitsMs]);
    if (!(value >= minMs && value <= maxMs)) {
      const from = minMs > 0 ? `, at least ${minMs}ms` : '';
      throw new Unacceptable(`a duration like 500ms, 2s, 5m, 1h or 30d${from} and at most ${maxMs}ms`);
    }
    return value;
  };
}

/** A duration that a timer can wait for. */
export function timeoutMs(): Parser<number> {
  return durationMs({ minMs: 1, maxMs: maxTimerMs });
}

/** A size in bytes: a number, or one with a unit, such as `10MiB`, `10 MiB` or `500 kB`. */
export function sizeBytes(minBytes: number, maxBytes: number): Parser<number> {
  return (text) => {
    const [, digits, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*([a-z]+)?$/i.exec(text) ?? [];
    const value = Math.round(Number(digits) * (sizeUnitsBytes[unit.toLowerCase()] ?? NaN));
    if (!(value >= minBytes && value <= maxBytes)) {
      throw new Unacceptable(
        `bytes as a number or with a unit (65536, 500kB, 10MiB), from ${minBytes} to ${maxBytes}`,
      );
    }
    return value;
  };
}

/** One of these words, in any case. */
export function parseOneOf<Word extends string>(...words: readonly Word[]): Parser<Word> {
  return (text) => {
    const word = words.find((candidate) => candidate === text.toLowerCase());
    if (word === undefined) {
      throw new Unacceptable(words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`);
    }
    return word;
  };
}

/** A value, or `off`: null. */
export function orOff<Value>(parse: Parser<Value>): Parser<Value | null> {
  return (text) => {
    if (text.toLowerCase() === 'off') return null;
    try {
      return parse(text);
    } catch (error) {
      throw error instanceof Unacceptable ? new Unacceptable(`${error.accepted}, or off`) : error;
    }
  };
}

/** A comma-separated list. */
export function parseList<Item>(item: Parser<Item>): Parser<Item[]> {
  return (text) => text.split(',').map((part) => item(part.trim()));
}

/** A network as `address/bits`, or a single address. Returns the canonical form. */
export function parseNetwork(text: string): string {
  try {
    const [address, bits] = text.includes('/')
      ? ipaddr.parseCIDR(text)
      : [ipaddr.parse(text), ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128];
    // ipaddr.js also accepts octal, hexadecimal and short forms, which are probably mistakes.
    if (address.kind() === 'ipv4' && !/^\d+\.\d+\.\d+\.\d+(\/|$)/.test(text)) throw new Error(text);
    return `${address.toString()}/${bits}`;
  } catch {
    throw new Unacceptable('a comma-separated list of networks like 127.0.0.0/8,::1/128');
  }
}

/** A network of proxies. Not everybody: clients would choose their own addresses. */
export function parseProxies(text: string): string {
  const network = parseNetwork(text);
  if (network.endsWith('/0')) throw new Unacceptable('a comma-separated list of networks, not all addresses');
  return network;
}

/** A comma-separated list of durations in ascending order, in milliseconds. */
export function ascendingDurationsMs(maxCount: number): Parser<number[]> {
  return (text) => {
    const accepted = `1 to ${maxCount} durations that do not go back, like 0s,1m,3m,7m,15m`;
    let offsetsMs: number[];
    try {
      offsetsMs = parseList(durationMs())(text);
    } catch {
      throw new Unacceptable(accepted);
    }
    if (
      offsetsMs.length > maxCount ||
      offsetsMs.some((offset, index) => offset < (offsetsMs[index - 1] ?? 0))
    ) {
      throw new Unacceptable(accepted);
    }
    return offsetsMs;
  };
}

/** An http or https origin. Returned without a slash at the end, so that paths can be appended. */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare =
    url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isBare || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Unacceptable('an origin like https://images.example.com, without path or query');
  }
  return url.origin;
}

/** An id, in lower case. */
export function parseUuid(text: string): string {
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) {
    throw new Unacceptable('an id like 3d7a2b94-51c8-4c0a-8f6e-9e2f0a7b4c31');
  }
  return text.toLowerCase();
}

/** A PostgreSQL connection URL. */
export function parseDatabaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')) {
    throw new Unacceptable('a connection URL like postgres://user:password@host:5432/database');
  }
  return text;
}

/** An http or https URL to which paths are appended. Credentials are refused: settings are not secret. */
export function parseWebAddress(text: string): string {
  return plainUrl(text, 'an address like http://127.0.0.1:4318, without query or credentials');
}

/** The address of an OpenID provider. */
export function parseIssuer(text: string): string {
  return plainUrl(text, 'an address like https://accounts.example.com, without query or credentials');
}

function plainUrl(text: string, accepted: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && !url.search && !url.hash && !url.username && !url.password;
  if (!isPlain || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Unacceptable(accepted);
  }
  return url.href;
}

/** A number from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw new Unacceptable('a number from 0 to 1');
  return value;
}

/** An address or a host name to listen on. */
export function parseHost(text: string): string {
  if (!/^[\w.:-]+$/.test(text)) {
    throw new Unacceptable('an address or a host name to listen on, like 127.0.0.1, 0.0.0.0 or ::');
  }
  return text;
}

/** `s3:` with a bucket, or `file:` with a path, which may be relative to the working directory. */
export function parseStorageUrl(text: string): string {
  if (/^s3:/i.test(text)) {
    if (parseBucketUrl(text) === null) throw new Unacceptable(acceptedBucketUrl);
    return text;
  }
  const accepted = `file: and a folder, like file:///var/lib/platen or file:./files, or ${acceptedBucketUrl}`;
  const [, folder] = /^file:(.+)$/.exec(text) ?? [];
  if (folder === undefined) throw new Unacceptable(accepted);
  if (!folder.startsWith('/')) return pathToFileURL(path.resolve(folder)).href;
  if (!URL.canParse(text) || new URL(text).host !== '') throw new Unacceptable(accepted);
  return new URL(text).href;
}

/** A folder that is there. */
export function parseFolder(text: string): string {
  const folder = path.resolve(text);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw new Unacceptable('the path of a folder that is there');
  return folder;
}
