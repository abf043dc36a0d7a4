/** What stands in for fonts that neither the design brings nor the service has. */

/** Families whose letters are as wide as those of a family of the service, by the starts of their names. */
const asWide: readonly (readonly [RegExp, string])[] = [
  [/^arial(?:mt)?$|^helvetica$|^liberationsans(?!narrow)|^texgyreheros$/u, 'Arimo'],
  [/^nimbussans(?:l|no9l)?$|^freesans$|^swiss$/u, 'Arimo'],
  [/^times(?:newroman)?(?:ps)?(?:mt)?$|^liberationserif$|^texgyretermes$/u, 'Tinos'],
  [/^nimbusroman|^freeserif$/u, 'Tinos'],
  [/^courier(?:new|std)?(?:ps)?(?:mt)?$|^liberationmono$|^nimbusmono|^freemono$|^texgyrecursor$/u, 'Cousine'],
];

/** Families for Chinese, Japanese and Korean, by parts of their names. */
const han: readonly (readonly [RegExp, string])[] = [
  [/jp$|japan|mincho|meiryo|hiragino/u, 'Noto Sans JP'],
  [/kr$|korea|nanum|malgun|batang|gulim/u, 'Noto Sans KR'],
  [/(?:sans|serif|han|cjk)(?:hk|hc)$|pingfanghk/u, 'Noto Sans HK'],
  [/(?:sans|serif|han|cjk)(?:tc|tw)$|jhenghei|pingfangtc|mingliu/u, 'Noto Sans TC'],
  [/(?:sans|serif|han|cjk)(?:sc|cn)$|yahei|simsun|simhei|pingfang|heiti|kaiti/u, 'Noto Sans SC'],
];

/** Families that look alike, by parts of their names; the first one that fits. */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/emoji/u, 'Noto Color Emoji'],
  [/hand(?!el)|script|comicsans|caveat|pacifico|lobster|greatvibes|cursive/u, 'Caveat'],
  [/condensed|compressed|narrow|oswald|bebas|antonio|^anton$|leaguegothic|impact/u, 'Roboto Condensed'],
  [/mono|courier|consol|menlo|typewriter|code|terminal/u, 'Cousine'],
  [/roboto|^din|heebo/u, 'Roboto'],
  [/helvetica|arial|univers|akzidenz|swiss|franklingothic|newsgothic/u, 'Arimo'],
  [/opensans|notosans|segoe|verdana|tahoma|myriad|frutiger|lucida|dejavu|trebuchet|droidsans/u, 'Open Sans'],
  [/sourcesans|ubuntu|cantarell|firasans|ptsans/u, 'Open Sans'],
  [
    /montserrat|gotham|proximanova|gilroy|metropolis|avenir|futura|centurygothic|poppins|raleway/u,
    'Montserrat',
  ],
  [/^lato|calibri|carlito|gillsans|optima|cabin/u, 'Lato'],

  [/didot|bodoni|playfair|abril|display(?=.*serif)/u, 'Playfair Display'],
  [
    /serif(?<!sansserif)|roman|times|georgia|garamond|baskerville|caslon|palatino|cambria|merriweather/u,
    'Tinos',
  ],
  [/lora|crimson|cormorant|libre(?!franklin)|libertine|slab|minion|charter|bookman|schoolbook/u, 'Tinos'],
];

/** Arimo has no lighter face; light faces of Helvetica look like those of Inter. */
const lightest = 400;
const light = /^helvetica/u;

/** The family whose letters are as wide as those of a missing one, by its key; null if there is none. */
export function asWideAs(key: string): string | null {
  return asWide.find(([names]) => names.test(key))?.[1] ?? null;
}

/** A family that looks like a missing one in a weight, by its key; null if none is known to. */
export function alike(key: string, weight = lightest): string | null {
  if (weight < lightest && light.test(key)) return 'Inter';
  return [...han, ...lookalikes].find(([names]) => names.test(key))?.[1] ?? null;
}

/** Names are compared without case, spaces, and what only tells files apart. */
export function familyKey(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/gu, '');
}
