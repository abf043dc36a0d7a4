import { EastAsianWidth, LineBreakClasses, MAY_BREAK, NO_BREAK, PASS, Rules, sot } from '@cto.af/linebreak';
import type { BreakRule, BreakerState } from '@cto.af/linebreak';

/**
 * The rules of UAX #14, except for scripts that need a dictionary. The package implements Unicode 15.1; this
 * adds the changes of Unicode 16 (without its new characters) and rules of Chinese and Japanese typesetting.
 */
export const lineBreakRules = new Rules();
lineBreakRules.addRuleBefore('LB02', prepare);
lineBreakRules.replaceRule('LB19', besideQuotes);
lineBreakRules.replaceRule('LB25', insideNumber);
lineBreakRules.addRuleBefore('LB13', beforeDecimalMark);
lineBreakRules.addRuleBefore('LB21a', afterLeadingHyphen, beforeJoiningMark);
lineBreakRules.replaceRule('LB21a', afterHebrewHyphen);

const { AL, AS, BA, BK, CB, CL, CP, CR, GL, HL, HY, IS, LF, NL, NS, NU, OP, PO, PR, QU, SP, SY, ZW } =
  LineBreakClasses;
const finalQuote = /^\p{Pf}$/u;
const initialQuote = /^\p{Pi}$/u;
/** Marks between two words, numbers or names. They stay with the first; no line starts with them. */
const joiningMark = /^[·‧～／]$/u;

/** Characters whose class is another one since Unicode 16. */
const newClasses: readonly (readonly [characters: RegExp, lineBreakClass: number | undefined])[] = [
  [/^[\u1b50-\u1b59\ua9d0-\ua9d9\uaa50-\uaa59\u{11950}-\u{11959}]$/u, AS],
  [/^\ufe10$/u, CL],
  [/^[\u2e56\u2e58\u2e5a\u2e5c]$/u, CP],
  [/^[\ufe13\ufe14]$/u, NS],
  [/^\u19da$/u, NU],
];

/** How much of `NU (SY | IS)* (CL | CP)?` ends with the current character. */
type NumberPart = 'digits' | 'closed' | null;

/** Applies to each position before all rules: the classes of Unicode 16, and what LB25 has to know. */
function prepare({ cur, next, extra }: BreakerState): ReturnType<BreakRule> {
  if (next.cp >= 0x19da)
    next.cls = newClasses.find(([characters]) => characters.test(next.char))?.[1] ?? next.cls;
  // A mark belongs to its letter, which stays the current character.
  if (extra['last'] === cur) return PASS;
  extra['last'] = cur;
  const before = extra['number'] as NumberPart | undefined;
  let number: NumberPart = null;
  if (cur.cls === NU || (before === 'digits' && (cur.cls === SY || cur.cls === IS))) number = 'digits';
  else if (before === 'digits' && (cur.cls === CL || cur.cls === CP)) number = 'closed';
  extra['number'] = number;
  return PASS;
}

/** LB25 of Unicode 16: no break inside a number, nor between it and its prefix or unit. */
function insideNumber(state: BreakerState): ReturnType<BreakRule> {
  const { cur, next, extra } = state;
  const isAffix = next.cls === PO || next.cls === PR;
  if (extra['number'] === 'digits' && (isAffix || next.cls === NU)) return NO_BREAK;
  if (extra['number'] === 'closed' && isAffix) return NO_BREAK;
  if (next.cls === NU && [PO, PR, HY, IS].includes(cur.cls)) return NO_BREAK;
  if (next.cls !== OP || (cur.cls !== PO && cur.cls !== PR)) return PASS;
  const [first, second] = state.codePoints(next.len);
  const startsNumber = first?.cls === NU || (first?.cls === IS && second?.cls === NU);
  return startsNumber ? NO_BREAK : PASS;
}

/**
 * LB19 and LB19a of Unicode 16: no break beside a quotation mark, except between ideographs, where it is
 * clear whether the mark opens or closes, as in 。“ and ”他.
 */
function besideQuotes({ prev, cur, next, str }: BreakerState): ReturnType<BreakRule> {
  if (next.cls === QU) {
    if (!initialQuote.test(next.char)) return NO_BREAK;
    if (!isEastAsian(cur)) return NO_BREAK;
    const after = str.codePointAt(next.len);
    if (after === undefined || !isEastAsian({ cp: after })) return NO_BREAK;
  }
  if (cur.cls === QU) {
    if (!finalQuote.test(cur.char)) return NO_BREAK;
    if (!isEastAsian(next)) return NO_BREAK;
    if (prev.cls === sot || !isEastAsian(prev)) return NO_BREAK;
  }
  return PASS;
}

/** LB15c of Unicode 16: a number that starts with its decimal mark may start a line. */
function beforeDecimalMark(state: BreakerState): ReturnType<BreakRule> {
  const { cur, next } = state;
  return cur.cls === SP && next.cls === IS && state.afterNext()?.cls === NU ? MAY_BREAK : PASS;
}

/** LB20a of Unicode 16: a leading hyphen (-ism, -x) stays with its word. */
function afterLeadingHyphen({ prev, cur, next }: BreakerState): ReturnType<BreakRule> {
  const isHyphen = cur.cls === HY || cur.char === '\u2010';
  const isLeading = [sot, BK, CR, LF, NL, SP, ZW, CB, GL].includes(prev.cls);
  return isHyphen && isLeading && next.cls === AL ? NO_BREAK : PASS;
}

/** LB21a of Unicode 16: no break between Hebrew with a hyphen and what follows, unless that is Hebrew. */
function afterHebrewHyphen({ prev, cur, next }: BreakerState): ReturnType<BreakRule> {
  const isHyphen = cur.cls === HY || (cur.cls === BA && !isEastAsian(cur));
  return prev.cls === HL && isHyphen && next.cls !== HL ? NO_BREAK : PASS;
}

/** GB/T 15834 and CLREQ: 约翰·史密斯, 北京～上海. */
function beforeJoiningMark({ cur, next }: BreakerState): ReturnType<BreakRule> {
  return joiningMark.test(next.char) && isEastAsian(cur) ? NO_BREAK : PASS;
}

/** Whether a character is as wide as an ideograph. */
function isEastAsian({ cp }: { readonly cp: number }): boolean {
  return cp >= 0 && Number.isFinite(cp) && EastAsianWidth.get(cp) === 1;
}
