/** Draws pdfme's templates with its own generator, whose fonts are those of the converted template. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { pictureOfPage } from '../../../src/render/images/picture-of-page.ts';
import type { DrawnFile, DrawOriginal } from '../original.ts';
import { facesFor } from './font-faces.ts';
import { installPackages } from './install.ts';

/** pdfme makes PDFs. */
export const output = 'pdf';

/** Tables are tables only with their lists. */
export const variables = 'marked';

const release = '6.1.13';

interface Field {
  readonly name?: string;
  readonly type?: string;
  readonly content?: string;
  readonly fontName?: string;
}

interface Template {
  readonly schemas: readonly (readonly Field[] | Readonly<Record<string, Field>>)[];
  readonly sampledata?: readonly Record<string, string>[];
}

/** What is used of the packages. */
interface Packages {
  readonly generate: (job: object) => Promise<Uint8Array>;
  readonly plugins: object;
  readonly defaultFont: Record<string, { data: unknown; fallback?: boolean }>;
}

let loaded: Promise<Packages> | undefined;

/** Draws the first page with the values that the template has. */
export const drawOriginal: DrawOriginal = async (file) => {
  const { generate, plugins, defaultFont } = await (loaded ??= load());
  const template = JSON.parse(new TextDecoder().decode(file.source.bytes)) as Template;
  const names = new Set(
    [...JSON.stringify(template).matchAll(/"fontName":"([^"]+)"/gu)].map(([, name = '']) => name),
  );
  const font: Record<string, { data: unknown; fallback?: boolean }> = { ...defaultFont };
  for (const name of names) {
    const data = await getFont(name, file);
    if (data !== null) font[name] ??= { data };
  }
  const values = Object.fromEntries(
    template.schemas.flatMap((page) =>
      (Array.isArray(page)
        ? (page as Field[])
        : Object.entries(page).map(([name, field]) => ({ ...field, name }))
      )
        .filter(({ content }) => content !== undefined)
        .map(({ name = '', content }) => [name, content]),
    ),
  );
  const inputs = [{ ...template.sampledata?.[0], ...values }];
  const pdf = await generate({ template, inputs, plugins, options: { font } });
  const picture = await pictureOfPage(pdf, 200 / 72);
  return picture === null ? null : picture.png;
};

async function load(): Promise<Packages> {
  const names = ['generator', 'schemas', 'common'].map((name) => `@pdfme/${name}`);
  const folder = await installPackages(
    `pdfme-${release}`,
    names.map((name) => `${name}@${release}`),
  );
  const [generator, schemas, common] = await Promise.all(
    names.map(async (name) => {
      const root = path.join(folder, 'node_modules', name);
      const { main } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
        main: string;
      };
      return (await import(pathToFileURL(path.join(root, main)).href)) as Record<string, unknown>;
    }),
  );
  const { barcodes, ...others } = schemas ?? {};
  const plugins = Object.entries(others).filter(
    ([, plugin]) => typeof plugin === 'object' && plugin !== null && 'pdf' in plugin,
  );
  const readFont = common?.['getDefaultFont'] as (() => Packages['defaultFont']) | undefined;
  if (readFont === undefined) throw new Error('pdfme has no getDefaultFont.');
  return {
    generate: generator?.['generate'] as Packages['generate'],
    plugins: { ...Object.fromEntries(plugins), ...(barcodes as object) },
    defaultFont: readFont(),
  };
}

/** The bytes of the font that the template has for a name. */
async function getFont(name: string, { folder }: DrawnFile): Promise<Uint8Array | null> {
  const [, base = name, word = ''] = /^(.+?)-?(Bold|Regular|Medium|Light)?$/u.exec(name) ?? [];
  const weight = { Bold: 700, Medium: 500, Light: 300 }[word] ?? 400;
  const faces = facesFor(new Set([base]), folder).filter(
    ({ range, style }) => range === null && style === 'normal',
  );
  const face = faces.find((each) => each.weight === weight) ?? faces[0];
  if (face === undefined) return null;
  return face.isOwn ? (folder.files.get(face.src) ?? null) : await readFile(face.src);
}
