/** How long caches may keep a picture. */
export interface Caching {
  /** Whether the URL names a numbered version, whose picture never changes. */
  readonly isNumbered: boolean;
  /** Whether the picture depends on the day. */
  readonly isOfToday?: boolean;
  /** When the URL expires, in Unix seconds; undefined: never. */
  readonly expiresAt: number | undefined;
}

const year = 31_536_000;
const live = { maxAge: 300, staleWhileRevalidate: 86_400, staleIfError: 604_800 };

const dayMs = 86_400_000;

/** A picture that depends on the day is kept until the day ends, in UTC. */
function ofToday(expiresAt: number | undefined, now: Date): string {
  const end = Math.min((Math.floor(now.getTime() / dayMs) + 1) * dayMs, (expiresAt ?? Infinity) * 1_000);
  return `public, max-age=${Math.max(0, Math.floor((end - now.getTime()) / 1_000))}`;
}

/** The value of Cache-Control. Nothing is kept beyond the expiry of the URL. */
export function cacheControl({ isNumbered, isOfToday = false, expiresAt }: Caching, now: Date): string {
  if (isOfToday) return ofToday(expiresAt, now);
  const left = expiresAt === undefined ? Infinity : Math.max(0, expiresAt - Math.ceil(now.getTime() / 1_000));
  if (isNumbered) {
    return `public, max-age=${Math.min(year, left)}${expiresAt === undefined ? ', immutable' : ''}`;
  }
  const maxAge = Math.min(live.maxAge, left);
  const within = (seconds: number): number => Math.min(seconds, left - maxAge);
  return [
    `public, max-age=${maxAge}`,
    `stale-while-revalidate=${within(live.staleWhileRevalidate)}`,
    `stale-if-error=${within(live.staleIfError)}`,
  ].join(', ');
}
