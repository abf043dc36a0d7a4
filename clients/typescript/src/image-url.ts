import type { components } from './openapi.ts';
import type { OfflineProblem } from './value-rules.js';

/** What a template accepts: `await platen.getTemplate(templateId)`, fetched once for many URLs. */
export type TemplateRules = Pick<components['schemas']['Template'], 'id' | 'variables'>;

/** A picture at a signed URL. */
export interface ImageUrlRequest {
  /** The origin of the service, such as `https://platen.example.org`. */
  readonly baseUrl: string;
  readonly urlKeyId: string;
  /** Begins with `puk_`. It signs URLs, so never send it to a browser. */
  readonly secret: string;
  readonly templateId: string;
  /** The number of a version, or the current one. Default: `live`. */
  readonly version?: number | 'live';
  /**
   * Any name; its extension decides the format, in any letter case, and `.jpeg` is `.jpg`. Default:
   * `image.png`.
   */
  readonly file?: string;
  readonly variables?: Readonly<Record<string, string>>;
  readonly scale?: number;
  readonly quality?: number;
  readonly dpi?: 96 | 150 | 300;
  /** As `#0f172a`. */
  readonly background?: string;
  /** How expressions write numbers, dates and lists, such as `de-AT`. Default: the template's. */
  readonly locale?: string;
  /** Which page a picture shows, from 1. Default: the first. */
  readonly page?: number;
  /** The id of a size of the template. Default: its base design. */
  readonly size?: string;
  /** The URL is refused from then on. Default: never. */
  readonly expires?: Date;
  /**
   * With the rules of the template, a value that it would refuse is found before the URL is signed. Default:
   * the values are not checked, and such a URL answers 400.
   */
  readonly rules?: TemplateRules;
  /** Whether the URL key was created with `--fit`: the service shortens long texts, so they are accepted. */
  readonly fit?: boolean;
}

/** Values that the template would refuse. */
export class ImageUrlValueError extends Error {
  override readonly name = 'ImageUrlValueError';
  /** Each refused value: its variable, the rule in words, and for a text that is too long one that fits. */
  readonly problems: readonly OfflineProblem[];

  constructor(problems: readonly OfflineProblem[]) {
    super(problems.map(describe).join(' '));
    this.problems = problems;
  }
}

function describe({ detail, shortened }: OfflineProblem): string {
  return shortened === null ? detail : `${detail} Cut at a word: ${JSON.stringify(shortened)}.`;
}

const encoder = new TextEncoder();

/**
 * Makes the URL of a picture and signs it. Nothing is sent: the picture is rendered at its first request. The
 * URL is in the canonical form, so that equal pictures have equal URLs, and caches in front keep one.
 *
 * @throws TypeError for a secret or a file name of another form; ImageUrlValueError for values that break the
 *   `rules`
 */
export async function signImageUrl({
  baseUrl,
  urlKeyId,
  secret,
  templateId,
  version = 'live',
  file = 'image.png',
  variables = {},
  expires,
  rules,
  fit = false,
  ...options
}: ImageUrlRequest): Promise<string> {
  if (!secret.startsWith('puk_')) throw new TypeError('The secret of a URL key must start with puk_.');
  if (rules !== undefined) await requireValid(rules, templateId, variables, fit);
  const { scale, quality, dpi, background, locale, page, size } = options;
  const parameters = [
    ...Object.entries(variables).map(([name, value]) => [`v.${name}`, value] as const),
    ...Object.entries({ scale, quality, dpi, background, locale, page, size }),
    ['exp', expires === undefined ? undefined : Math.floor(expires.getTime() / 1000)] as const,
    ['k', urlKeyId] as const,
  ];
  const query = parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${encode(name)}=${encode(String(value))}`]))
    .join('&');
  const target = `/i/${templateId}/${version}/${encode(canonicalFile(file))}?${query}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(target));
  return `${baseUrl.replace(/\/+$/, '')}${target}&s=${toBase64Url(new Uint8Array(signature))}`;
}

const endings = ['png', 'jpg', 'jpeg', 'webp', 'avif', 'svg', 'pdf', 'zpl'];

/** The file name with its ending in lower case, and `.jpg` for `.jpeg`. */
function canonicalFile(file: string): string {
  const at = file.lastIndexOf('.') + 1;
  const ending = file.slice(at).toLowerCase();
  if (at > 0 && endings.includes(ending)) return file.slice(0, at) + (ending === 'jpeg' ? 'jpg' : ending);
  const accepted = endings.map((each) => `.${each}`).join(', ');
  throw new TypeError(`The file name must end in one of ${accepted}, but received ${JSON.stringify(file)}.`);
}

/** Checks the values. The rules are loaded here, since they are larger than the rest of the package. */
async function requireValid(
  { id, variables }: TemplateRules,
  templateId: string,
  values: Readonly<Record<string, string>>,
  fit: boolean,
): Promise<void> {
  if (id.toLowerCase() !== templateId.toLowerCase())
    throw new TypeError(`The rules are those of template ${id}, but the URL is of ${templateId}.`);
  const { checkOffline } = await import('./value-rules.js');
  const given = Object.entries(values).filter(([, value]) => (value as string | undefined) !== undefined);
  const problems = checkOffline(variables, Object.fromEntries(given), fit);
  if (problems.length > 0) throw new ImageUrlValueError(problems);
}

/** Encodes `'` as well, which browsers do if it is left, and the signature would not fit; and `!()*`. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function toBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
