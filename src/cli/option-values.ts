import { fullFormats } from 'ajv-formats/dist/formats.js';
import { InvalidArgumentError, Option } from 'commander';
import { PLAN_NAMES } from '../config/plans.ts';
import { durationMs, Unacceptable } from '../config/values.ts';
import { normalizeEmail } from '../domain/sessions/email.ts';
import { PDF_STANDARDS } from '../render/attachments/standards.ts';
import type { Role } from '../store/members.ts';

const emailForm = fullFormats.email as RegExp;

/** Parses an id. Each parser here returns the value or throws what is accepted. */
export function parseId(text: string): string {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) {
    throw new InvalidArgumentError('It must be a UUID.');
  }
  return text.toLowerCase();
}

/** Parses a name: 1 to 200 characters, not only blanks, without control characters. */
export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > 200 || !isPlainText(name)) {
    throw new InvalidArgumentError('It must be 1 to 200 characters without control characters.');
  }
  return name;
}

/** Parses the address of a person, as the app's contract accepts it, into the form that is stored. */
export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (email === null || email.length > 254 || !emailForm.test(email))
    throw new InvalidArgumentError('It must be an address like ada@example.org.');
  return email;
}

/** Parses a text of at most 2,000 characters, which may be empty. */
export function parseDescription(text: string): string {
  if (text.length > 2_000 || !isPlainText(text.replaceAll('\n', ''))) {
    throw new InvalidArgumentError('It must be at most 2000 characters without control characters.');
  }
  return text;
}

/** Creates a parser of whole numbers from `min` to `max`. */
export function parseIntegerBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return value;
  };
}

/** Creates a parser of durations such as `90d`, in milliseconds. */
export function parseDuration(limits: { readonly minMs?: number }): (text: string) => number {
  const parse = durationMs(limits);
  return (text) => {
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof Unacceptable)) throw error;
      throw new InvalidArgumentError(`It must be ${error.accepted}.`);
    }
  };
}

/** Parses a role, in any case. */
export function parseRole(text: string): Role {
  const role = text.toUpperCase();
  if (role !== 'OWNER' && role !== 'MEMBER') throw new InvalidArgumentError('It must be OWNER or MEMBER.');
  return role;
}

/** `--dpi`: the densities of `outputDpi` in the contract. */
export function dpiOption(): Option {
  return new Option(
    '--dpi <number>',
    'pixels per inch: 96, 150 or 300 (default: those of the template)',
  ).argParser((text) => {
    if (['96', '150', '300'].includes(text)) return Number(text);
    throw new InvalidArgumentError(
      'It must be 96, 150 or 300, as in the API. For other densities set viewportExportDpi in the template.',
    );
  });
}

/** `--chroma`. */
export function chromaOption(): Option {
  return new Option(
    '--chroma <ratio>',
    'colour of jpeg (default: 4:4:4 from quality 90 on, else 4:2:0)',
  ).choices(['4:2:0', '4:4:4']);
}

/** `--svg-text`. */
export function svgTextOption(): Option {
  return new Option('--svg-text <kind>', 'text of svg: as shapes, or as text with its fonts embedded')
    .choices(['outlines', 'text'])
    .default(undefined, 'outlines');
}

/** `--pdf-standard`. */
export function pdfStandardOption(): Option {
  return new Option(
    '--pdf-standard <standard>',
    'the standard that the pdf has to keep to, or it is refused',
  ).choices(PDF_STANDARDS);
}

/** `--page`. */
export function pageOption(): Option {
  return new Option(
    '--page <number>',
    'the page that a picture shows, from 1; a pdf has all (default: 1)',
  ).argParser(parseIntegerBetween(1, 1000));
}

/** `--size`. */
export function sizeOption(): Option {
  return new Option('--size <id>', 'one of the sizes of the template (default: base, its own page)');
}

/** `--sizes`: ids with commas between them, or `all`. */
export function sizesOption(): Option {
  return new Option(
    '--sizes <ids>',
    'a file for each row and size, such as base,story; all has every size of the template',
  ).argParser((text) => (text === 'all' ? text : text.split(',').map((id) => id.trim())));
}

/** `--locale`. */
export function localeOption(): Option {
  return new Option(
    '--locale <tag>',
    "how expressions write numbers and dates, such as de-AT (default: the template's)",
  );
}

/** `--plan`. */
export function planOption(): Option {
  return new Option('--plan <plan>', 'what the workspace may do').choices(PLAN_NAMES).makeOptionMandatory();
}

/** `--visibility`. */
export function visibilityOption(description: string): Option {
  return new Option('--visibility <visibility>', description).choices(['PRIVATE', 'SHARED']);
}

function isPlainText(text: string): boolean {
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
