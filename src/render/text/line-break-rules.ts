import { EastAsianWidth, LineBreakClasses, MAY_BREAK, NO_BREAK, PASS, Rules, sot } from '@cto.af/linebreak';
import type { BreakRule, BreakerState } from '@cto.af/linebreak';

/**
 * The rules of UAX #14 for all scripts but those that need a dictionary. The package has those of Unicode 15.1; here are what
 * Unicode 16 has changed and a reader would see, and what Chinese and Japanese typesetting asks beyond them.
 */
export const lineBreakRules = new Rules();
lineBreakRules.replaceRule('LB19', besideQuotes);
lineBreakRules.addRuleBefore('LB13', beforeDecimalMark);
lineBreakRules.addRuleBefore('LB21a', afterLeadingHyphen, beforeJoiningMark);

const { AL, BK, CB, CR, GL, HY, IS, LF, NL, NU, QU, SP, ZW } = LineBreakClasses;
const finalQuote = /^\p{Pf}$/u;
const initialQuote = /^\p{Pi}$/u;
/** What parts or joins two words, numbers or names and stands with the first: no line begins with it. */
const joiningMark = /^[·‧～／]$/u;

/**
 * LB19 and LB19a of Unicode 16: no break beside a quotation mark, but where ideographs on both sides show which way it
 * turns, as in 。“ and ”他.
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

/** LB15c of Unicode 16: a number that begins with its decimal mark may begin a line. */
function beforeDecimalMark(state: BreakerState): ReturnType<BreakRule> {
  const { cur, next } = state;
  return cur.cls === SP && next.cls === IS && state.afterNext()?.cls === NU ? MAY_BREAK : PASS;
}

/** LB20a of Unicode 16: a hyphen before a word (-ism, -x) stays with it. */
function afterLeadingHyphen({ prev, cur, next }: BreakerState): ReturnType<BreakRule> {
  const isHyphen = cur.cls === HY || cur.char === '\u2010';
  const isLeading = [sot, BK, CR, LF, NL, SP, ZW, CB, GL].includes(prev.cls);
  return isHyphen && isLeading && next.cls === AL ? NO_BREAK : PASS;
}

/** GB/T 15834 and CLREQ: 约翰·史密斯, 北京～上海. */
function beforeJoiningMark({ cur, next }: BreakerState): ReturnType<BreakRule> {
  return joiningMark.test(next.char) && isEastAsian(cur) ? NO_BREAK : PASS;
}

/** Whether a character takes the room of an ideograph. */
function isEastAsian({ cp }: { readonly cp: number }): boolean {
  return cp >= 0 && Number.isFinite(cp) && EastAsianWidth.get(cp) === 1;
}
