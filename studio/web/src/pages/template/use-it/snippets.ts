/** Programs that render a template, ready to paste. */
import { extensions } from '../../../../../../src/common/names/output-formats.ts';
import type { Schema } from '../../../api/client.ts';
import { shellWord } from '../../../parts/shell-word.ts';

/** What the programs send. */
export interface SnippetInput {
  /** The service's address, without a slash at the end. */
  readonly origin: string;
  readonly templateId: string;
  readonly templateName: string;
  readonly values: Readonly<Record<string, string>>;
  readonly format: Schema<'OutputFormat'>;
  readonly options: Readonly<Schema<'RenderOptions'>>;
  /** Null: the programs read it from the environment. */
  readonly apiKey: string | null;
}

/** The programs by language. */
export const snippets = {
  curl(input: SnippetInput): string {
    const key =
      input.apiKey === null ? '"X-Api-Key: $PLATEN_API_KEY"' : shellWord(`X-Api-Key: ${input.apiKey}`);
    return [
      `curl --fail-with-body ${shellWord(getUrl(input))} \\`,
      `  --header ${key} \\`,
      `  --header 'Content-Type: application/json' \\`,
      `  --data ${shellWord(json(input, 2))} \\`,
      `  --output ${shellWord(fileName(input))}`,
      '',
    ].join('\n');
  },

  typescript(input: SnippetInput): string {
    const key = input.apiKey === null ? "process.env.PLATEN_API_KEY ?? ''" : JSON.stringify(input.apiKey);
    return `import { writeFile } from 'node:fs/promises';

const response = await fetch(${JSON.stringify(getUrl(input))}, {
  method: 'POST',
  headers: {
    'X-Api-Key': ${key},
    'Content-Type': 'application/json',
  },
  body: JSON.stringify(${indent(json(input, 2))}),
});
if (!response.ok) throw new Error(await response.text());
await writeFile(${JSON.stringify(fileName(input))}, Buffer.from(await response.arrayBuffer()));
`;
  },

  python(input: SnippetInput): string {
    const key = input.apiKey === null ? 'os.environ["PLATEN_API_KEY"]' : JSON.stringify(input.apiKey);
    // A literal of strings and numbers in JSON is one in Python, too.
    return `import json
import os
import urllib.error
import urllib.request

request = urllib.request.Request(
    ${JSON.stringify(getUrl(input))},
    method="POST",
    headers={
        "X-Api-Key": ${key},
        "Content-Type": "application/json",
    },
    data=json.dumps(${indent(json(input, 4), 4)}).encode(),
)
try:
    with urllib.request.urlopen(request) as response:
        content = response.read()
except urllib.error.HTTPError as error:
    raise SystemExit(error.read().decode())
with open(${JSON.stringify(fileName(input))}, "wb") as file:
    file.write(content)
`;
  },
} as const;

/** A language that there is a program in. */
export type Language = keyof typeof snippets;

/** A file name that every system accepts, made of a template's name. */
export function fileName({ templateName, format }: Pick<SnippetInput, 'templateName' | 'format'>): string {
  const plain = templateName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'render' : plain}.${extensions[format]}`;
}

function getUrl({ origin, templateId }: SnippetInput): string {
  return `${origin}/api/v1/templates/${templateId}/generate`;
}

/** The body, without what is the default anyway. */
function json({ values, format, options }: SnippetInput, spaces: number): string {
  const body = {
    variables: values,
    ...(format === 'png' ? {} : { format }),
    ...(Object.keys(options).length === 0 ? {} : { options }),
  };
  return JSON.stringify(body, null, spaces);
}

function indent(text: string, spaces = 2): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
