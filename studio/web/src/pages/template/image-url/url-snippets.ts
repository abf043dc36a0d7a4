/** Code that shows an image URL, and programs that sign it, ready to paste. */
import type { Schema } from '../../../api/client.ts';
import { shellWord } from '../../../parts/shell-word.ts';

/** What the code is made of. */
export interface UrlSnippetInput {
  readonly url: string;
  readonly urlKeyId: string;
  readonly templateName: string;
  /** Of the picture, in CSS pixels. Null: it has no size that a page can use. */
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly request: Required<Pick<Schema<'NewImageUrl'>, 'templateId' | 'version' | 'file' | 'options'>> & {
    readonly values: Readonly<Record<string, string>>;
  };
}

/** The code by language. */
export const urlSnippets = {
  img({ url, templateName, size }: UrlSnippetInput): string {
    const sides = size === null ? '' : ` width="${size.width}" height="${size.height}"`;
    return `<img src="${attribute(url)}" alt="${attribute(templateName)}"${sides}>\n`;
  },

  og({ url, size }: UrlSnippetInput): string {
    const property = (name: string, content: string | number) =>
      `<meta property="og:image${name}" content="${attribute(String(content))}">\n`;
    const sides = size === null ? '' : property(':width', size.width) + property(':height', size.height);
    return property('', url) + sides;
  },

  shell(input: UrlSnippetInput): string {
    const { origin, target } = split(input.url);
    return `target=${shellWord(target)}
signature=$(printf %s "$target" | openssl dgst -sha256 -hmac "$PLATEN_URL_SECRET" -binary |
  base64 | tr '+/' '-_' | tr -d '=')
echo ${shellWord(origin)}"$target&s=$signature"
`;
  },

  typescript({ url, urlKeyId, request }: UrlSnippetInput): string {
    const { templateId, version, file, values, options } = request;
    const { exp, ...others } = options;
    const fields = [
      `baseUrl: ${text(split(url).origin)}`,
      `urlKeyId: ${text(urlKeyId)}`,
      "secret: process.env.PLATEN_URL_SECRET ?? ''",
      `templateId: ${text(templateId)}`,
      ...(version === 'live' ? [] : [`version: ${version}`]),
      `file: ${text(file)}`,
      `variables: ${JSON.stringify(values, null, 2).replaceAll('\n', '\n  ')}`,
      ...Object.entries(others).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
      ...(exp === undefined ? [] : [`expires: new Date(${exp} * 1000)`]),
    ];
    return `import { signImageUrl } from '@platen/client';

const url = await signImageUrl({
${fields.map((field) => `  ${field},`).join('\n')}
});
console.log(url);
`;
  },

  python(input: UrlSnippetInput): string {
    const { origin, path } = split(input.url);
    return `import base64
import hashlib
import hmac
import os
from urllib.parse import quote, urlencode

parameters = {
${getParameters(input)
  .map(([name, value]) => `    ${text(name)}: ${text(value)},`)
  .join('\n')}
}
target = ${text(`${path}?`)} + urlencode(parameters, quote_via=quote)
mac = hmac.new(os.environ["PLATEN_URL_SECRET"].encode(), target.encode(), hashlib.sha256).digest()
signature = base64.urlsafe_b64encode(mac).rstrip(b"=").decode()
print(${text(origin)} + target + "&s=" + signature)
`;
  },

  go(input: UrlSnippetInput): string {
    const { origin, path } = split(input.url);
    return `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
)

func main() {
	parameters := url.Values{}
${getParameters(input)
  .map(([name, value]) => `	parameters.Set(${text(name)}, ${text(value)})`)
  .join('\n')}
	target := ${text(`${path}?`)} + parameters.Encode()
	mac := hmac.New(sha256.New, []byte(os.Getenv("PLATEN_URL_SECRET")))
	mac.Write([]byte(target))
	fmt.Println(${text(origin)} + target + "&s=" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)))
}
`;
  },

  php(input: UrlSnippetInput): string {
    const { origin, path } = split(input.url);
    return `<?php
$parameters = [
${getParameters(input)
  .map(([name, value]) => `    ${phpText(name)} => ${phpText(value)},`)
  .join('\n')}
];
$target = ${phpText(`${path}?`)} . http_build_query($parameters);
$mac = hash_hmac('sha256', $target, getenv('PLATEN_URL_SECRET'), true);
$signature = rtrim(strtr(base64_encode($mac), '+/', '-_'), '=');
echo ${phpText(origin)} . $target . '&s=' . $signature . "\\n";
`;
  },
} as const;

/** A language that there is code in. */
export type UrlLanguage = keyof typeof urlSnippets;

/** The parameters of the URL before its signature, in order. */
function getParameters({ request, urlKeyId }: UrlSnippetInput): readonly (readonly [string, string])[] {
  return [
    ...Object.entries(request.values).map(([name, value]) => [`v.${name}`, value] as const),
    ...Object.entries(request.options).map(([name, value]) => [name, String(value)] as const),
    ['k', urlKeyId],
  ];
}

/** Parts of a signed URL, before the signature. */
function split(url: string): { readonly origin: string; readonly path: string; readonly target: string } {
  const [, origin = '', path = '', query = ''] = /^(.*?)(\/i\/[^?]*)\?(.*)&s=[^&]*$/s.exec(url) ?? [];
  return { origin, path, target: `${path}?${query}` };
}

/** A literal of a text, which is the same in JSON, TypeScript, Python and Go. */
function text(value: string): string {
  return JSON.stringify(value);
}

function phpText(value: string): string {
  return `'${value.replaceAll(/['\\]/g, '\\$&')}'`;
}

function attribute(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
