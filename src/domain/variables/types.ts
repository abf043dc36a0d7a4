import { createRequire } from 'node:module';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { Decimal, MAX_DIGITS } from '../../common/expressions/decimal.ts';
import { readDate } from '../../common/expressions/time-zones.ts';
import type { TemplateVariable } from '../../../generated/template.ts';
import isEmail from 'validator/lib/isEmail.js';
import isURL from 'validator/lib/isURL.js';
import { dataUrlShape, isDataUrl, isImageDataUrl } from '../../render/bind/data-url.ts';
import { describePictures, namesPicture, type TemplatePictures } from './template-pictures.ts';

const require = createRequire(import.meta.url);

type VariableType = TemplateVariable['type'];

/**
 * Checks the type of a value that is not empty. Returns the end of a sentence ("must be …"), or null.
 *
 * @param pictures those of the template, which the value of an image variable may name
 */
export function typeProblem(type: VariableType, value: string, pictures: TemplatePictures): string | null {
  if (type === 'image' && namesPicture(pictures, value)) return null;
  const check = checks[type];
  if (check?.maxCharacters !== undefined && value.length > check.maxCharacters) {
    return `must have at most ${check.maxCharacters} characters (it has ${value.length})`;
  }
  if (check === null || check.accepts(value)) {
    // Expressions and formats would round it.
    if (type !== 'number' || Decimal.canHold(value)) return null;
    return `must have at most ${MAX_DIGITS} digits, and be 0 or at least 5e-324`;
  }
  return `must be ${check.expected}${type === 'image' ? `, or ${describePictures(pictures)}` : ''}`;
}

/** Quotes a value for an error message: on one line, and shortened. */
export function quoteValue(value: string): string {
  const characters = Array.from(value.slice(0, 2 * maxQuoted + 2));
  const shortened = characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join('')}…` : value;
  return JSON.stringify(shortened);
}

const maxQuoted = 40;

/** Far more than a number, an address or a date needs. Checking millions of characters takes seconds. */
const maxPlainCharacters = 1_000;
const maxUrlCharacters = 65_536;

interface TypeCheck {
  readonly expected: string;
  readonly maxCharacters?: number;
  readonly accepts: (value: string) => boolean;
}

/**
 * Lists are checked by their entries. Codes are checked per element, whose symbology decides. An image may be
 * a picture of the template, too.
 */
const checks: Readonly<Record<VariableType, TypeCheck | null>> = {
  text: null,
  qrcode: null,
  barcode: null,
  list: null,
  number: {
    expected: 'a number as JSON writes it, such as 12 or -0.5',
    maxCharacters: maxPlainCharacters,
    accepts: isJsonNumber,
  },
  email: {
    expected: 'an e-mail address such as name@example.com',
    maxCharacters: maxPlainCharacters,
    accepts: (value) => isEmail.default(value),
  },
  url: {
    expected: 'an http or https URL such as https://example.com/page',
    maxCharacters: maxUrlCharacters,
    accepts: isWebUrl,
  },
  phone: {
    expected: 'a phone number in international form, such as +44 20 7946 0018',
    maxCharacters: maxPlainCharacters,
    accepts: isInternationalPhone,
  },
  date: {
    expected:
      'a date such as 2026-01-31, or a date and time such as 2026-01-31T09:30:00, with its offset ' +
      '(2026-01-31T09:30:00Z) if it has one',
    maxCharacters: maxPlainCharacters,
    accepts: isRfc3339,
  },
  image: { expected: `the https or http URL of a picture, a ${dataUrlShape}`, accepts: isImageSource },
};

/** RFC 8259, section 6; finite as a double. */
export function isJsonNumber(value: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/u.test(value) && Number.isFinite(Number(value));
}

function isWebUrl(value: string): boolean {
  // Host names without a dot are common in internal networks. `maxCharacters` limits the length.
  const rules = {
    protocols: ['http', 'https'],
    require_protocol: true,
    require_tld: false,
    validate_length: false,
  };
  // The validator also accepts `https:name`, and browsers read a backslash as a slash.
  return /^https?:\/\/[^\\]+$/iu.test(value) && isURL.default(value, rules) && URL.canParse(value);
}

/** E.164 without blanks, dots, hyphens and brackets, of an existing country and length. */
function isInternationalPhone(value: string): boolean {
  const stripped = value.replace(/[\s.()[\]‐-―-]/gu, '');
  if (!/^\+[1-9]\d{1,14}$/u.test(stripped)) return false;
  // Loaded at the first phone number: its hundred files take a tenth of the time in which the service starts.
  const { parsePhoneNumberFromString } = require('libphonenumber-js') as typeof import('libphonenumber-js');
  return parsePhoneNumberFromString(stripped)?.isPossible() === true;
}

/**
 * RFC 3339 full-date or date-time, which has no offset where it is a local time. The format library requires
 * no `T`.
 */
function isRfc3339(value: string): boolean {
  if (/^\d{4}-\d\d-\d\d$/u.test(value)) return matchesFormat('date', value);
  const whole = /^\d{4}-\d\d-\d\d[Tt][\d:.]+$/u.test(value) ? `${value}Z` : value;
  const isDateTime = /^\d{4}-\d\d-\d\d[Tt]\S+$/u.test(whole) && matchesFormat('date-time', whole);
  // A date that expressions cannot read would be empty on the page.
  return isDateTime && readDate(value) !== null;
}

function matchesFormat(name: 'date' | 'date-time', value: string): boolean {
  const { validate } = fullFormats[name] as { readonly validate: (text: string) => boolean };
  return validate(value);
}

function isImageSource(value: string): boolean {
  if (isDataUrl(value)) return isImageDataUrl(value);
  return value.length <= maxUrlCharacters && /^https?:\/\//iu.test(value) && URL.canParse(value);
}
