import type { FontBook, HanLanguage } from '../../fonts/font-book.ts';
import { plainText } from './plain-items.ts';

/**
 * The language for Han characters: the named language if it uses them; Japanese if there is kana. Otherwise
 * the first of Korean (only with Hangul), Chinese and Japanese whose font has all the Han characters, so that
 * a text has one style.
 */
export function findHanLanguage(text: string, named: string | null, fonts: FontBook): HanLanguage {
  const [primary, ...subtags] = named === null ? [] : named.toLowerCase().split('-');
  if (primary === 'ja' || primary === 'ko') return primary;
  if (primary === 'zh' || primary === 'yue') return chineseForms(primary, subtags);
  if (plainText.test(text)) return 'zh-Hans';
  if (/[\p{sc=Hira}\p{sc=Kana}]/u.test(text)) return 'ja';
  const candidates: HanLanguage[] = /\p{sc=Hang}/u.test(text)
    ? ['ko', 'zh-Hans', 'ja']
    : ['zh-Hans', 'ja', 'ko'];
  const characters = new Set(text.match(/\p{sc=Han}/gu));
  const [first = 'zh-Hans'] = candidates;
  return candidates.find((language) => fonts.hasHan(characters, language)) ?? first;
}

/** The forms of a Chinese tag. A script counts before a region; Cantonese is Hong Kong's without either. */
function chineseForms(primary: 'zh' | 'yue', subtags: readonly string[]): HanLanguage {
  const has = (...names: string[]): boolean => names.some((name) => subtags.includes(name));
  if (has('hans')) return 'zh-Hans';
  if (has('hk', 'mo')) return 'zh-HK';
  if (has('hant', 'tw')) return 'zh-Hant';
  return primary === 'yue' && !has('cn') ? 'zh-HK' : 'zh-Hans';
}
