/** Browsers by a word in their `User-Agent`. Most name others, too: the first one that fits counts. */
const browsers: readonly (readonly [name: string, form: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const systems: readonly (readonly [name: string, form: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Reads browser and system from a `User-Agent`. Null: it names none that is known. */
export function readUserAgent(text: string | null): { browser: string | null; system: string | null } {
  const find = (list: typeof browsers) => list.find(([, form]) => form.test(text ?? ''))?.[0] ?? null;
  return { browser: find(browsers), system: find(systems) };
}
