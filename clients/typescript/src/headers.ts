/** The month's renders of the workspace. */
export interface Quota {
  /** Renders that the workspace has each month. */
  readonly limit: number;
  /** Renders that are left. */
  readonly remaining: number;
  /** When the next month's renders come, ISO 8601 in UTC. */
  readonly resetsAt: string;
}

/** The quota that an answer tells, or null where it tells none (or a browser may not see it). */
export function readQuota(headers: Headers): Quota | null {
  const limit = readCount(headers.get('X-Quota-Limit'));
  const remaining = readCount(headers.get('X-Quota-Remaining'));
  const resetsAt = headers.get('X-Quota-Reset');
  return limit === null || remaining === null || resetsAt === null ? null : { limit, remaining, resetsAt };
}

/** Seconds of `Retry-After`, which proxies also write as a date; null where there is none. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const seconds = readCount(text);
  if (seconds !== null) return seconds;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** Seconds until requests are allowed again where none is left; 0 where one is (`RateLimit: "batch-reads";r=0;t=1`). */
export function readRateLimitPause(headers: Headers): number {
  const [, remaining, seconds] = /;\s*r=(\d+)\s*;\s*t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  return remaining === '0' && seconds !== undefined ? Number(seconds) : 0;
}

/** The length of the body as it will be read; null where it is unknown, or is that of a compressed one. */
export function readLength(headers: Headers): number | null {
  return headers.has('Content-Encoding') ? null : readCount(headers.get('Content-Length'));
}

/** The name in `Content-Disposition` (RFC 6266), or null. A name that is a path is cut to its last part. */
export function readFileName(headers: Headers): string | null {
  const text = headers.get('Content-Disposition') ?? '';
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(text)?.[1];
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const plain = /;\s*filename\s*=\s*([^";\s]+)/i.exec(text)?.[1];
  const name = (decode(extended) ?? quoted ?? plain ?? '').split(/[/\\]/).at(-1) ?? '';
  return /^\.*$/.test(name) ? null : name;
}

function decode(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function readCount(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
