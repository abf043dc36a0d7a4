/** The workspace's renders of this month. */
export interface Quota {
  /** The renders of the workspace in each month. */
  readonly limit: number;
  /** The renders that are left. */
  readonly remaining: number;
  /** When the next month starts, ISO 8601 in UTC. */
  readonly resetsAt: string;
}

/** The quota in the response headers; null if there is none (or if a browser hides it). */
export function readQuota(headers: Headers): Quota | null {
  const limit = readCount(headers.get('X-Quota-Limit'));
  const remaining = readCount(headers.get('X-Quota-Remaining'));
  const resetsAt = headers.get('X-Quota-Reset');
  return limit === null || remaining === null || resetsAt === null ? null : { limit, remaining, resetsAt };
}

/** The seconds of `Retry-After`, which proxies also write as a date; null if it is absent. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | null {
  const text = headers.get('Retry-After');
  if (text === null) return null;
  const seconds = readCount(text);
  if (seconds !== null) return seconds;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

/** A warning for the template's author. The layout report has details. */
export interface RenderWarning {
  /** `TEXT_OVERFLOW` and others. */
  readonly code: string;
  /** The id of the element in the template. */
  readonly elementId: string;
  /** Of `DEFAULT_USED`: the variable that was left out. */
  readonly variable?: string;
}

/** The warnings of a render. */
export interface RenderWarnings {
  /** The number of warnings; null if a browser hides it. */
  readonly count: number | null;
  /** The first of them, in drawing order: as many as fit into the header. */
  readonly named: readonly RenderWarning[];
}

/** The warnings in the response headers. */
export function readWarnings(headers: Headers): RenderWarnings {
  const details = headers.get('X-Render-Warning-Details') ?? '';
  const text = String.raw`(%?"(?:[^"\\]|\\.)*")`;
  const member = new RegExp(`([A-Z][A-Z0-9_]*);element=${text}(?:;variable=${text})?`, 'g');
  const named = Array.from(details.matchAll(member), ([, code = '', element = '', variable]) => ({
    code,
    elementId: unquote(element),
    ...(variable === undefined ? {} : { variable: unquote(variable) }),
  }));
  return { count: readCount(headers.get('X-Render-Warnings')), named };
}

/** Seconds until the next request is allowed; 0 if one is left (`RateLimit: "batch-reads";r=0;t=1`). */
export function readRateLimitWait(headers: Headers): number {
  const [, remaining, seconds] = /;\s*r=(\d+)\s*;\s*t=(\d+)/.exec(headers.get('RateLimit') ?? '') ?? [];
  return remaining === '0' && seconds !== undefined ? Number(seconds) : 0;
}

/** The length of the body; null if it is unknown or the body is compressed. */
export function readLength(headers: Headers): number | null {
  return headers.has('Content-Encoding') ? null : readCount(headers.get('Content-Length'));
}

/** The file name in `Content-Disposition` (RFC 6266), or null. Of a path only the last part is used. */
export function readFileName(headers: Headers): string | null {
  const text = headers.get('Content-Disposition') ?? '';
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(text)?.[1];
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(text)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const plain = /;\s*filename\s*=\s*([^";\s]+)/i.exec(text)?.[1];
  const name = (decode(extended) ?? quoted ?? plain ?? '').split(/[/\\]/).at(-1) ?? '';
  return /^\.*$/.test(name) ? null : name;
}

/** The content of a String, or of a Display String, which begins with `%`. */
function unquote(text: string): string {
  if (text.startsWith('%')) return decode(text.slice(2, -1)) ?? '';
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1');
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
