/**
 * Whether a code point is invisible by default (joiners, variation selectors, direction marks, soft hyphens).
 * It never counts as a missing glyph.
 */
export function isIgnorable(codePoint: number): boolean {
  if (codePoint < 0xad) return codePoint < 0x20 || codePoint === 0x7f;
  return (
    codePoint === 0xad ||
    (codePoint >= 0x200b && codePoint <= 0x200f) ||
    (codePoint >= 0x2028 && codePoint <= 0x202e) ||
    (codePoint >= 0x2060 && codePoint <= 0x206f) ||
    (codePoint >= 0xfe00 && codePoint <= 0xfe0f) ||
    codePoint === 0x34f ||
    codePoint === 0x61c ||
    codePoint === 0xfeff ||
    (codePoint >= 0x80 && codePoint < 0xa0) ||
    (codePoint >= 0x180b && codePoint <= 0x180f) ||
    (codePoint >= 0xe0000 && codePoint <= 0xe0fff)
  );
}

/** Spaces that hang at the end of a line and grow in a justified line. No-break spaces do not hang. */
export function isHangingSpace(codeUnit: number): boolean {
  return (
    codeUnit === 0x20 ||
    codeUnit === 0x09 ||
    codeUnit === 0x1680 ||
    (codeUnit >= 0x2000 && codeUnit <= 0x200b && codeUnit !== 0x2007) ||
    codeUnit === 0x205f ||
    codeUnit === 0x3000
  );
}

const emojiSequence = /^\p{RGI_Emoji}$/v;
const emojiLike =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\u200d|\p{Regional_Indicator}|.*\ufe0f)/v;

/**
 * Whether a grapheme cluster is drawn as a colour emoji: an RGI emoji sequence, a cluster with an emoji
 * variation selector, or joined pictographs without it. A text variation selector prevents it.
 */
export function isEmojiCluster(cluster: string): boolean {
  if (cluster.charCodeAt(0) < 0x80 && cluster.length === 1) return false;
  if (cluster.includes('\ufe0e')) return false;
  return emojiSequence.test(cluster) || emojiLike.test(cluster);
}

/** Scripts whose letters join: no letter spacing, and a cut word keeps its joined forms. */
const CURSIVE_SCRIPTS: ReadonlySet<string> = new Set(
  'Arab Syrc Nkoo Mand Mong Phag Adlm Rohg Mani Sogd'.split(' '),
);

export function isCursive(script: string): boolean {
  return CURSIVE_SCRIPTS.has(script);
}

/** Arabic and Syriac letters that join only to the preceding letter (Joining_Type=Right_Joining). */
const rightJoining = /[آأؤإاةدذرزوٱ-ٳٵ-ٷڈ-ڙۀۃ-ۋۍۏےۓەۮۯݙ-ݛݫݬݱݳݴݸݹࡰ-ࢂࢎࢪ-ࢬࢮࢱࢲࢹܐܕ-ܙܞܨܪܬܯݍ]/u;
const nonJoining = /[ءٴۥۦ۝࢈ࢭ\u200c]/u;
const cursiveLetter = new RegExp(
  `[[${[...CURSIVE_SCRIPTS].map((script) => `\\p{sc=${script}}`).join('')}]&&\\p{L}]|[\\u0640\\u200d]`,
  'v',
);
const transparent = /[[\p{Mn}\p{Me}\p{Cf}]--[\u200c\u200d]]/v;

/** Whether the letters before and after an index are joined; marks between them are ignored. */
export function joinsAcross(text: string, index: number): boolean {
  const before = letterAt(text, index, -1);
  if (before === null || !cursiveLetter.test(before)) return false;
  if (rightJoining.test(before) || nonJoining.test(before)) return false;
  const after = letterAt(text, index, 1);
  return after !== null && cursiveLetter.test(after) && !nonJoining.test(after);
}

function letterAt(text: string, index: number, step: 1 | -1): string | null {
  let at = index;
  while (step === 1 ? at < text.length : at > 0) {
    let start = step === 1 ? at : at - 1;
    if (step === -1 && isLowSurrogate(text.charCodeAt(start))) start -= 1;
    const character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    if (!transparent.test(character)) return character;
    at = step === 1 ? start + character.length : start;
  }
  return null;
}

function isLowSurrogate(codeUnit: number): boolean {
  return codeUnit >= 0xdc00 && codeUnit <= 0xdfff;
}
