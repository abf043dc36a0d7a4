/** How long caches may keep a picture. */
export interface Caching {
  /** Whether the URL names a numbered version, whose picture never changes. */
  readonly isNumbered: boolean;
  /** When the URL expires, in Unix seconds; undefined: never. */
  readonly expiresAt: number | undefined;
}

const year = 31_536_000;
const live = { maxAge: 300, staleWhileRevalidate: 86_400, staleIfError: 604_800 };

/** The value of Cache-Control. Nothing is kept beyond the expiry of the URL. */
export function cacheControl({ isNumbered, expiresAt }: Caching, now: Date): string {
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
