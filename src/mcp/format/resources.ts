/** The template format as resources: a guide, and each part of `template.schema.json`. */
import { readFileSync } from 'node:fs';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const { $defs, ...page } = JSON.parse(
  readFileSync(new URL('../../../template.schema.json', import.meta.url), 'utf8'),
) as Schema & { readonly $defs: Readonly<Record<string, Schema>> };
const guide = readFileSync(new URL('guide.md', import.meta.url), 'utf8');

/** The guide. */
export const formatUri = 'platen://template-format';

/** The top level of a document is a part of its own. */
const parts: Readonly<Record<string, Schema>> = { TemplateDocument: page, ...$defs };

const markdown = 'text/markdown';
const schema = 'application/schema+json';

/** All resources, as the protocol lists them. */
export const formatResources = [
  {
    uri: formatUri,
    name: 'template-format',
    description: 'How to write a template document: an example, the elements, and a list of all parts.',
    mimeType: markdown,
  },
  ...Object.entries(parts).map(([name, { description = '' }]) => ({
    uri: getUri(name),
    name,
    description,
    mimeType: schema,
  })),
];

/** Where a part is, by its name. */
export const partTemplate = {
  uriTemplate: `${formatUri}/{part}`,
  name: 'template-format-part',
  description: 'The JSON Schema of one part of a template document, such as TextElement.',
  mimeType: schema,
};

/** The content of a resource; null where there is none. */
export function readFormatResource(
  uri: string,
): { readonly uri: string; readonly mimeType: string; readonly text: string } | null {
  if (uri === formatUri) return { uri, mimeType: markdown, text: `${guide}\n${listOfParts()}` };
  const [name, part] = Object.entries(parts).find(([each]) => uri === getUri(each)) ?? [];
  if (name === undefined || part === undefined) return null;
  return { uri, mimeType: schema, text: JSON.stringify(part) };
}

function listOfParts(): string {
  const lines = Object.entries(parts).map(([name, { description = '' }]) => {
    const [sentence = ''] = /^.*?[.:](?=\s|$)/.exec(description) ?? [description];
    return `- \`${name}\`: ${sentence.replace(/:$/, '.')}`;
  });
  return [
    '## Parts',
    '',
    `JSON Schemas, each at \`${formatUri}/NAME\`. "$ref": "#/$defs/NAME" in one means another.`,
    '',
    ...lines,
    '',
  ].join('\n');
}

function getUri(name: string): string {
  return `${formatUri}/${name}`;
}
