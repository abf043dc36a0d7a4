/**
 * Parsers for the values of environment variables. Each returns the parsed value or throws an `Unacceptable` that says
 * in words what would have been accepted; `config.ts` adds the variable's name and the value.
 */
import ipaddr from 'ipaddr.js';

/** What a value should have been. */
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

/** Longest delay that timers take (2^31 - 1 ms); longer timeouts would fire at once. */
const longestTimerMs = 2_147_483_647;

/** A whole number between two bounds, both included. */
export function integerBetween(least: number, most: number): Parser<number> {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new Unacceptable(`a whole number from ${least} to ${most}`);
    }
    return value;
  };
}

/** A duration such as `500ms`, `2s`, `5m`, `1h` or `30d`, in milliseconds. */
export function durationMs({ leastMs = 0, mostMs = 3650 * durationUnitsMs.d } = {}): Parser<number> {
  return (text) => {
    const [, digits, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
    const value = Math.round(Number(digits) * durationUnitsMs[unit as keyof typeof durationUnitsMs]);
    if (!(value >= leastMs && value <= mostMs)) {
      const from = leastMs > 0 ? `, at least ${leastMs}ms` : '';
      throw new Unacceptable(`a duration like 500ms, 2s, 5m, 1h or 30d${from} and at most ${mostMs}ms`);
    }
    return value;
  };
}

/** A duration that becomes the delay of one timer. */
export function timeoutMs(): Parser<number> {
  return durationMs({ leastMs: 1, mostMs: longestTimerMs });
}

/** Bytes: a plain number or one with a unit, such as `10MiB`, `10 MiB` or `500 kB`. */
export function sizeBytes(leastBytes: number, mostBytes: number): Parser<number> {
  return (text) => {
    const [, digits, unit = 'b'] = /^(\d+(?:\.\d+)?)\s*([a-z]+)?$/i.exec(text) ?? [];
    const value = Math.round(Number(digits) * (sizeUnitsBytes[unit.toLowerCase()] ?? NaN));
    if (!(value >= leastBytes && value <= mostBytes)) {
      throw new Unacceptable(
        `bytes as a number or with a unit (65536, 500kB, 10MiB), from ${leastBytes} to ${mostBytes}`,
      );
    }
    return value;
  };
}

/** One of a few words. */
export function oneOf<Word extends string>(...words: readonly Word[]): Parser<Word> {
  return (text) => {
    const word = words.find((candidate) => candidate === text.toLowerCase());
    if (word === undefined) {
      throw new Unacceptable(words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`);
    }
    return word;
  };
}

/** A comma-separated list of what another parser takes. */
export function listOf<Item>(item: Parser<Item>): Parser<Item[]> {
  return (text) => text.split(',').map((part) => item(part.trim()));
}

/** A network as `address/bits`; a bare address stands for itself alone. Returned in canonical form. */
export function parseNetwork(text: string): string {
  try {
    const [address, bits] = text.includes('/')
      ? ipaddr.parseCIDR(text)
      : [ipaddr.parse(text), ipaddr.parse(text).kind() === 'ipv4' ? 32 : 128];
    // ipaddr.js also reads octal, hexadecimal and short forms, which no one means in a list of networks.
    if (address.kind() === 'ipv4' && !/^\d+\.\d+\.\d+\.\d+(\/|$)/.test(text)) throw new Error(text);
    return `${address.toString()}/${bits}`;
  } catch {
    throw new Unacceptable('a comma-separated list of networks like 127.0.0.0/8,::1/128');
  }
}

/** Offsets after an event, in milliseconds, none before its predecessor. */
export function ascendingDurationsMs(most: number): Parser<number[]> {
  return (text) => {
    const accepted = `1 to ${most} durations that do not go back, like 0s,1m,3m,7m,15m`;
    let offsetsMs: number[];
    try {
      offsetsMs = listOf(durationMs())(text);
    } catch {
      throw new Unacceptable(accepted);
    }
    if (offsetsMs.length > most || offsetsMs.some((offset, index) => offset < (offsetsMs[index - 1] ?? 0))) {
      throw new Unacceptable(accepted);
    }
    return offsetsMs;
  };
}

/** An http or https origin, without path, query or credentials, in the form that addresses are appended to. */
export function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isBare =
    url !== null && url.pathname === '/' && !url.search && !url.hash && !url.username && !url.password;
  if (!isBare || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Unacceptable('an origin like https://images.example.com, without path or query');
  }
  return url.origin;
}

/** A PostgreSQL connection URL. */
export function parseDatabaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:')) {
    throw new Unacceptable('a connection URL like postgres://user:password@host:5432/database');
  }
  return text;
}

/** An http or https address to which paths are appended. Credentials in it would be told to whoever reads the settings. */
export function parseWebAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url !== null && !url.search && !url.hash && !url.username && !url.password;
  if (!isPlain || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new Unacceptable('an address like http://127.0.0.1:4318, without query or credentials');
  }
  return url.href;
}

/** A part of a whole: a number from 0 to 1. */
export function share(text: string): number {
  const value = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || value > 1) throw new Unacceptable('a number from 0 to 1');
  return value;
}
