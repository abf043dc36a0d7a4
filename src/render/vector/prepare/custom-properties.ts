const DECLARATION = /(?<![\w-])(--[\w-]+)\s*:\s*([^;{}"<>]*)/gu;
/** In longer style sheets, media queries are not searched: the search is not linear. */
const MAX_MEDIA_LENGTH = 20_000;
const MAX_DEPTH = 10;
const MAX_VALUE_LENGTH = 1000;

/** The custom properties of a document that have the same value everywhere, by name. */
export function readCustomProperties(css: string): ReadonlyMap<string, string> {
  const values = new Map<string, string | null>();
  // A picture is drawn as on a light screen.
  const light =
    css.length > MAX_MEDIA_LENGTH
      ? css
      : css.replaceAll(/@media[^{}]*\b(?:dark|print)\b[^{}]*\{(?:[^{}]|\{[^{}]*\})*\}/gu, '');
  for (const [, name = '', value = ''] of light.matchAll(DECLARATION)) {
    const known = values.get(name);
    values.set(name, known === undefined || known === value.trim() ? value.trim() : null);
  }
  const unambiguous = [...values].flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as const],
  );
  const ambiguous = [...values].filter(([, value]) => value === null).map(([name]) => name);
  return new Map([...unambiguous, ...ambiguous.map((name) => [name, `var(${name})`] as const)]);
}

/**
 * Replaces `var()` by its value, or by its fallback where the property does not exist. Properties with
 * several values are left: which of them counts depends on the element.
 */
export function replaceVariables(css: string, properties: ReadonlyMap<string, string>): string {
  let text = css;
  for (let depth = 0; depth < MAX_DEPTH && text.includes('var('); depth++) {
    const next = text.replaceAll(
      /var\(\s*(--[\w-]+)\s*(?:,((?:[^()]|\([^()]*\))*))?\)/gu,
      (use, name: string, fallback?: string) => {
        const value = properties.get(name) ?? fallback?.trim() ?? use;
        return value.length > MAX_VALUE_LENGTH || value.includes(`var(${name}`) ? use : value;
      },
    );
    if (next === text || next.length > 4 * css.length + 1_000_000) return text;
    text = next;
  }
  return text;
}
