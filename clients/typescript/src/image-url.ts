/** A picture at a signed URL. */
export interface ImageUrlRequest {
  /** The origin of the service, such as `https://platen.example.org`. */
  readonly baseUrl: string;
  readonly urlKeyId: string;
  /** Begins with `puk_`. Whoever has it can sign URLs, so it never goes to a browser. */
  readonly secret: string;
  readonly templateId: string;
  /** The number of a version, or the current one. Default: `live`. */
  readonly version?: number | 'live';
  /** Any name; its extension decides the format. Default: `image.png`. */
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
  /** The URL is refused from then on. Default: never. */
  readonly expires?: Date;
}

const encoder = new TextEncoder();

/** Makes the URL of a picture and signs it. Nothing is sent: the picture is rendered at its first request. */
export async function signImageUrl({
  baseUrl,
  urlKeyId,
  secret,
  templateId,
  version = 'live',
  file = 'image.png',
  variables = {},
  expires,
  ...options
}: ImageUrlRequest): Promise<string> {
  if (!secret.startsWith('puk_')) throw new TypeError('The secret of a URL key must start with puk_.');
  const { scale, quality, dpi, background, locale, page } = options;
  const parameters = [
    ...Object.entries(variables).map(([name, value]) => [`v.${name}`, value] as const),
    ...Object.entries({ scale, quality, dpi, background, locale, page }),
    ['exp', expires === undefined ? undefined : Math.floor(expires.getTime() / 1000)] as const,
    ['k', urlKeyId] as const,
  ];
  const query = parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${encode(name)}=${encode(String(value))}`]))
    .join('&');
  const target = `/i/${templateId}/${version}/${encode(file)}?${query}`;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(target));
  return `${baseUrl.replace(/\/+$/, '')}${target}&s=${toBase64Url(new Uint8Array(signature))}`;
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
