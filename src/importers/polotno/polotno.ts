/** Designs of Polotno: the JSON of its store. https://polotno.com/docs/json-scheme */
import type { TemplateElement } from '../../../generated/template.ts';
import type { PolotnoDesign, PolotnoElement, PolotnoPage } from '../../../generated/designs/polotno.ts';
import type { TemplateBuilder } from '../builder.ts';
import { readCssPaint } from '../css-paint.ts';
import type { DesignSource } from '../design.ts';
import { namesApart } from '../element-names.ts';
import type { ConvertedPage, Importer } from '../importer.ts';
import { designSchema } from '../read-by-schema.ts';
import { requirePage } from '../pages.ts';
import { convertElements, getName } from './elements.ts';
import schema from './schema.json' with { type: 'json' };

const design = designSchema<PolotnoDesign>(schema, ['id', 'name']);

/** The importer of Polotno's JSON. */
export const polotno: Importer = {
  format: 'polotno',
  pagesKey: 'pages',
  recognizes: (_source, json) => {
    const pages = (json as { pages?: unknown } | undefined)?.pages;
    return (
      Array.isArray(pages) && pages.some((page) => Array.isArray((page as PolotnoPage | null)?.children))
    );
  },
  convert: async (source, json, builder, place) => {
    const read = design.read(json, builder);
    const page = requirePage(read.pages, place);
    for (const [element, name] of namesApart(withInner(page.children ?? []), getName)) element.name = name;
    return await convertPage(source, read, page, builder);
  },
};

function withInner(elements: readonly PolotnoElement[]): PolotnoElement[] {
  return elements.flatMap((element) => [
    element,
    ...(element.type === 'group' ? withInner(element.children) : []),
  ]);
}

async function convertPage(
  source: DesignSource,
  read: PolotnoDesign,
  page: PolotnoPage,
  builder: TemplateBuilder,
): Promise<ConvertedPage> {
  if ((read.audios ?? []).length > 0) builder.lose('', 'audios', 'A picture has no sound.');
  const width = pageSize(page.width, read.width);
  const height = pageSize(page.height, read.height);
  await addFonts(read, builder);
  const background = await convertBackground(page, { width, height }, builder);
  return {
    page: {
      name: source.name.replace(/\.[a-z]+$/iu, '') || 'Design',
      viewport: { width, height },
      ...(background.paint !== null && { background: background.paint }),
      ...((page.bleed ?? 0) > 0 && { bleed: page.bleed ?? 0 }),
    },
    elements: [...background.elements, ...(await convertElements(page.children ?? [], builder))],
    pages: read.pages.map((_page, index) => `Page ${index + 1}`),
  };
}

function pageSize(own: number | string | undefined, ofDesign: number | undefined): number {
  const size = typeof own === 'number' ? own : (ofDesign ?? 1080);
  return Math.min(20_000, Math.max(1, Math.round(size)));
}

/** The background is a paint, or the address of a picture that covers the page. */
async function convertBackground(
  { background = 'white' }: PolotnoPage,
  { width, height }: { readonly width: number; readonly height: number },
  builder: TemplateBuilder,
): Promise<{
  readonly paint: NonNullable<ReturnType<typeof readCssPaint>> | null;
  readonly elements: TemplateElement[];
}> {
  if (background === '') return { paint: null, elements: [] };
  const paint = readCssPaint(background);
  if (paint !== null) return { paint, elements: [] };
  const src = await builder.picture(background, 'background', 'background');
  if (src === null) return { paint: null, elements: [] };
  const id = builder.names.idFor('background', 'image');
  return { paint: null, elements: [{ type: 'image', id, x: 0, y: 0, width, height, src }] };
}

/** Fonts that the design brings along are font files behind addresses. */
async function addFonts({ fonts = [] }: PolotnoDesign, builder: TemplateBuilder): Promise<void> {
  for (const { fontFamily, url, styles = [] } of fonts) {
    const faces = [...(url === undefined || url === '' ? [] : [{ src: url }]), ...styles];
    for (const { src = '', ...face } of faces) {
      const address = /url\(\s*["']?(?<address>[^"')]+)/u.exec(src)?.groups?.['address'] ?? src;
      const bytes = await builder.readPicture(address);
      const { fontWeight = '', fontStyle }: { fontWeight?: string | number; fontStyle?: string } = face;
      const weight = { normal: 400, bold: 700 }[fontWeight] ?? Number(fontWeight);
      const reason =
        'reason' in bytes
          ? bytes.reason
          : builder.fonts.add(bytes, fontFamily, {
              ...(weight >= 100 && weight <= 900 && { weight }),
              ...(fontStyle !== undefined && { style: fontStyle === 'italic' ? 'italic' : 'normal' }),
            });
      if (reason !== null) builder.loseFont(fontFamily, `fonts: ${fontFamily}`, reason);
    }
  }
}
