import { toCardinal as arSa } from 'n2words/ar-SA';
import { toCardinal as csCz } from 'n2words/cs-CZ';
import { toCardinal as deDe } from 'n2words/de-DE';
import { toCardinal as enGb } from 'n2words/en-GB';
import { toCardinal as enUs } from 'n2words/en-US';
import { toCardinal as esEs } from 'n2words/es-ES';
import { toCardinal as esMx } from 'n2words/es-MX';
import { toCardinal as faIr } from 'n2words/fa-IR';
import { toCardinal as frBe } from 'n2words/fr-BE';
import { toCardinal as frFr } from 'n2words/fr-FR';
import { toCardinal as heIl } from 'n2words/he-IL';
import { toCardinal as hiIn } from 'n2words/hi-IN';
import { toCardinal as hrHr } from 'n2words/hr-HR';
import { toCardinal as huHu } from 'n2words/hu-HU';
import { toCardinal as idId } from 'n2words/id-ID';
import { toCardinal as itIt } from 'n2words/it-IT';
import { toCardinal as jaJp } from 'n2words/ja-JP';
import { toCardinal as koKr } from 'n2words/ko-KR';
import { toCardinal as ltLt } from 'n2words/lt-LT';
import { toCardinal as lvLv } from 'n2words/lv-LV';
import { toCardinal as msMy } from 'n2words/ms-MY';
import { toCardinal as nbNo } from 'n2words/nb-NO';
import { toCardinal as nlNl } from 'n2words/nl-NL';
import { toCardinal as plPl } from 'n2words/pl-PL';
import { toCardinal as ptPt } from 'n2words/pt-PT';
import { toCardinal as roRo } from 'n2words/ro-RO';
import { toCardinal as ruRu } from 'n2words/ru-RU';
import { toCardinal as srCyrlRs } from 'n2words/sr-Cyrl-RS';
import { toCardinal as srLatnRs } from 'n2words/sr-Latn-RS';
import { toCardinal as thTh } from 'n2words/th-TH';
import { toCardinal as trTr } from 'n2words/tr-TR';
import { toCardinal as ukUa } from 'n2words/uk-UA';
import { toCardinal as viVn } from 'n2words/vi-VN';
import { toCardinal as zhHansCn } from 'n2words/zh-Hans-CN';
import { toCardinal as zhHantTw } from 'n2words/zh-Hant-TW';
import type { Decimal } from './decimal.ts';
import { ExpressionError } from './expression-error.ts';

/**
 * Languages of numbers in words; of several regions, the first one stands for others. Those whose numbers the
 * library spells wrong (Danish, Finnish, Greek, Swedish) are left out, and its small mistakes are mended.
 */
const languages: Readonly<Record<string, (value: string) => string>> = {
  'ar-SA': arSa,
  'cs-CZ': csCz,
  'de-DE': withDigits(deDe, 'Komma'),
  'en-US': withDigits(enUs, 'point'),
  'en-GB': withDigits(enGb, 'point'),
  'es-ES': withAccent(esEs),
  'es-MX': withAccent(esMx),
  'fa-IR': withPersianLetters,
  'fr-FR': frFr,
  'fr-BE': frBe,
  'he-IL': heIl,
  'hi-IN': hiIn,
  'hr-HR': hrHr,
  'hu-HU': huHu,
  'id-ID': idId,
  'it-IT': itIt,
  'ja-JP': jaJp,
  'ko-KR': koKr,
  'lt-LT': ltLt,
  'lv-LV': lvLv,
  'ms-MY': msMy,
  'nb-NO': withoutHyphens,
  'nl-NL': nlNl,
  'pl-PL': plPl,
  'pt-PT': ptPt,
  'pt-BR': ofBrazil,
  'ro-RO': withMasculineTwelve,
  'ru-RU': ruRu,
  'sr-Cyrl-RS': srCyrlRs,
  'sr-Latn-RS': srLatnRs,
  'th-TH': thTh,
  'tr-TR': trTr,
  'uk-UA': withUkrainianLetters,
  'vi-VN': viVn,
  'zh-Hans-CN': zhHansCn,
  'zh-Hant-TW': zhHantTw,
  'fr-CH': frBe,
  'de-CH': withoutSharpS,
  'de-LI': withoutSharpS,
};

/** Whole digits whose names are right in a language. */
const maxDigits = 15;
const maxDecimals = 6;
const fewerDigits: Readonly<Record<string, number>> = {
  'cs-CZ': 9,
  'es-ES': 9,
  'es-MX': 9,
  'fa-IR': 9,
  'he-IL': 3,
  'hr-HR': 9,
  'nb-NO': 6,
  'pt-BR': 9,
  'pt-PT': 9,
  'sr-Cyrl-RS': 9,
  'sr-Latn-RS': 9,
};

/** A number in words, in the language of a locale: "twenty-one". */
export function writeWords(locale: string, value: Decimal): string {
  const name = findLanguage(locale);
  const write = name === undefined ? undefined : languages[name];
  if (name === undefined || write === undefined)
    throw new ExpressionError(`calls words(), which does not have the language of the locale "${locale}"`);
  const digits = value.toString();
  if (digits.replace(/^[^.]*\.?/u, '').length > maxDecimals)
    throw new ExpressionError(
      `calls words() with more than ${maxDecimals} decimals: round the number to those that are written`,
    );
  const most = fewerDigits[name] ?? maxDigits;
  if (digits.replace(/^-|\..*$/gu, '').length > most)
    throw new ExpressionError(
      `calls words() with a number of more than ${most} digits, the most in the language of "${locale}"`,
    );
  return write(digits);
}

/** The language of a tag: that of its region, of its script, or of the language alone. */
function findLanguage(tag: string): string | undefined {
  const { language, script, region } = new Intl.Locale(tag).maximize();
  const names = Object.keys(languages);
  return (
    names.find((each) => each === `${language}-${region}`) ??
    names.find((each) => each.startsWith(`${language}-${script}-`)) ??
    names.find((each) => each.split('-')[0] === (language === 'no' || language === 'nn' ? 'nb' : language))
  );
}

/** Decimals are read one by one; the library reads them as a number: "point twelve". */
function withDigits(write: (value: string) => string, point: string): (value: string) => string {
  return (value) => {
    const [, decimals = ''] = value.split('.');
    if (decimals === '') return write(value);
    const [whole = ''] = write(value).split(` ${point.toLowerCase()} `);
    return [whole, point, ...Array.from(decimals, (digit) => write(digit))].join(' ');
  };
}

function withoutSharpS(value: string): string {
  return withDigits(deDe, 'Komma')(value).replaceAll('ß', 'ss');
}

function withAccent(write: (value: string) => string): (value: string) => string {
  return (value) => write(value).replaceAll('dieciseis', 'dieciséis');
}

function withoutHyphens(value: string): string {
  return nbNo(value).replaceAll('-', '');
}

/** The library has the names of Portugal. */
function ofBrazil(value: string): string {
  return ptPt(value)
    .replaceAll('dezasseis', 'dezesseis')
    .replaceAll('dezassete', 'dezessete')
    .replaceAll('dezanove', 'dezenove');
}

/** The library has a Latin i among the letters. */
function withUkrainianLetters(value: string): string {
  return ukUa(value).replaceAll('i', 'і');
}

/** The library has Arabic letters, and no "and" after thousands. */
function withPersianLetters(value: string): string {
  return faIr(value)
    .replaceAll(/[يى]/gu, 'ی')
    .replaceAll(/هزار (?!و )/gu, 'هزار و ');
}

/** Twelve as it is counted; twelve thousand are feminine. */
function withMasculineTwelve(value: string): string {
  return roRo(value).replace(/douăsprezece$/u, 'doisprezece');
}
