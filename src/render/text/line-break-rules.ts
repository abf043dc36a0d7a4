import { EastAsianWidth, LineBreakClasses, MAY_BREAK, NO_BREAK, PASS, Rules, sot } from '@cto.af/linebreak';
import type { BreakRule, BreakerState } from '@cto.af/linebreak';

/**
 * The rules of UAX #14, except for scripts that need a dictionary. The package implements Unicode 15.1; this
 * adds the visible changes of Unicode 16 and rules of Chinese and Japanese typesetting.
 */
export const lineBreakRules = new Rules();
lineBreakRules.replaceRule('LB19', besideQuotes);
lineBreakRules.addRuleBefore('LB13', beforeDecimalMark);
lineBreakRules.addRuleBefore('LB21a', afterLeadingHyphen, beforeJoiningMark);

const { AL, BK, CB, CR, GL, HY, IS, LF, NL, NU, QU, SP, ZW } = LineBreakClasses;
const finalQuote = /^\p{Pf}$/u;
const initialQuote = /^\p{Pi}$/u;
/** Marks between two words, numbers or names. They stay with the first; no line starts with them. */
const joiningMark = /^[·‧～／]$/u;

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

/** GB/T 15834 and CLREQ: 约翰·史密斯, 北京～上海. */
function beforeJoiningMark({ cur, next }: BreakerState): ReturnType<BreakRule> {
  return joiningMark.test(next.char) && isEastAsian(cur) ? NO_BREAK : PASS;
}

/** Whether a character is as wide as an ideograph. */
function isEastAsian({ cp }: { readonly cp: number }): boolean {
  return cp >= 0 && Number.isFinite(cp) && EastAsianWidth.get(cp) === 1;
}
