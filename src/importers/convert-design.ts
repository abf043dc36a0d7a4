import { pictureSize } from '../render/images/picture-size.ts';
import { surveyJson } from '../common/text/json-text.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { describeSyntaxError } from '../domain/templates/json-syntax.ts';
import { TemplateBuilder } from './builder.ts';
import {
  UnreadableDesign,
  type ConversionOptions,
  type ConvertedDesign,
  type DesignFormat,
  type DesignSource,
  type OnePageTemplate,
  type ReadDesign,
} from './design.ts';
import { adviceFor } from './advice.ts';
import type { ConvertedPage, Importer } from './importer.ts';
import { importers } from './importers.ts';
import { keepValid } from './keep-valid.ts';
import { requirePage } from './pages.ts';

/** The largest file of a design. */
const maxBytes = 200 * 1024 * 1024;

/** Errors of longer texts are found without their place. */
const maxLocatedLength = 20_000_000;

/** A design of thousands of nested groups would overflow the stack. */
const maxDepth = 200;

/**
 * Converts a foreign design into a template folder that can be imported as it is.
 *
 * @param limits limits for decoding pictures and fonts. Default: those of the configuration's defaults
 * @throws UnreadableDesign if it is no design of a known format
 */
export async function convertDesign(
  source: DesignSource,
  options: ConversionOptions,
  limits?: CheckLimits,
): Promise<ConvertedDesign> {
  return await keepValid(await readDesign(source, options), limits);
}

/**
 * Reads a foreign design as a template. Its pictures and fonts are not decoded.
 *
 * @throws UnreadableDesign if it is no design of a known format
 */
export async function readDesign(given: DesignSource, options: ConversionOptions): Promise<ReadDesign> {
  const designs = options.format === undefined ? recognised([given, ...(given.others ?? [])]) : [];
  const place = options.page ?? 0;
  const { source, json } = designs.length > 1 ? requirePage(designs, place) : (designs[0] ?? open(given));
  const importer = findImporter(source, json, options.format);
  const builder = new TemplateBuilder(source, options);
  const converted = await convertWith(importer, source, json, builder, designs.length > 1 ? 0 : place);
  const { page, elements, picture = null } = converted;
  const inside = converted.pages ?? [page.name];
  if (designs.length > 1 && inside.length > 1)
    builder.lose(
      '',
      importer.pagesKey,
      `Only the first of ${inside.length} pages is converted: give the file alone.`,
    );
  const variables = builder.proposals.apply(elements);
  const document: OnePageTemplate = {
    schemaVersion: 1,
    ...page,
    ...(builder.fonts.own.length > 0 && { fonts: builder.fonts.own }),
    ...(variables.length > 0 && { variables }),
    elements: [...elements],
  };
  const pages = designs.length > 1 ? designs.map((design) => design.source.name) : inside;
  if (pages.length > 1)
    builder.lose(
      '',
      designs.length > 1 ? 'designs' : importer.pagesKey,
      `Only "${pages[place] ?? ''}" of ${pages.length} is converted: the others can be chosen, too.`,
    );
  return {
    format: importer.format,
    document,
    files: builder.files.all,
    losses: builder.losses,
    variables: builder.proposals.list(),
    names: builder.names.all,
    fonts: builder.fonts.given,
    missingFonts: builder.fonts.missing,
    pages,
    page: place,
    picture: picture ?? (pages.length > 1 ? null : await findPreview(source, page.viewport)),
  };
}

/** The longest side of a picture differs from that of the page by less, if it is of the whole page. */
const shapeTolerance = 0.01;

/** A picture of the design that lies beside it, as programs that export both write it; else null. */
async function findPreview(
  { name, readBeside }: DesignSource,
  { width, height }: OnePageTemplate['viewport'],
): Promise<Uint8Array | null> {
  if (typeof height !== 'number') return null;
  const base = name.replace(/\.[a-z]+$/iu, '');
  for (const stem of [base, 'preview', 'thumbnail'])
    for (const kind of ['png', 'jpg', 'jpeg', 'webp']) {
      const bytes = await readBeside(`${stem}.${kind}`);
      const size = bytes === null ? null : await pictureSize(bytes);
      if (size !== null && Math.abs(size.width / size.height / (width / height) - 1) < shapeTolerance)
        return bytes;
    }
  return null;
}

/** A design whose text has been parsed, if it is JSON. */
interface OpenedDesign {
  readonly source: DesignSource;
  readonly json: unknown;
}

/** @throws UnreadableDesign if it is too large, or broken JSON */
function open(source: DesignSource): OpenedDesign {
  if (source.bytes.byteLength > maxBytes)
    throw new UnreadableDesign(`The file is larger than ${maxBytes / 1024 / 1024} MiB.`);
  return { source, json: readJson(source) };
}

/** Of several files, those that are designs: others may be settings, or pictures that a design uses. */
function recognised(sources: readonly DesignSource[]): OpenedDesign[] {
  if (sources.length === 1) return [];
  return sources.flatMap((source) => {
    try {
      const opened = open(source);
      return importers.some((importer) => importer.recognizes(source, opened.json)) ? opened : [];
    } catch {
      return [];
    }
  });
}

/** Whatever an importer meets in a crafted file, the file is at fault. */
async function convertWith(
  importer: Importer,
  source: DesignSource,
  json: unknown,
  builder: TemplateBuilder,
  page: number,
): Promise<ConvertedPage> {
  try {
    return await importer.convert(source, json, builder, page);
  } catch (error) {
    if (error instanceof UnreadableDesign) throw error;
    throw new UnreadableDesign(`${source.name} is damaged, or has something that cannot be read.`, {
      cause: error,
    });
  }
}

function readJson({ name, bytes }: DesignSource): unknown {
  const text = new TextDecoder(jsonEncoding(bytes)).decode(bytes);
  if (!/^\s*[[{]/u.test(text.slice(0, 1_000))) return undefined;
  if (surveyJson(text).depth > maxDepth)
    throw new UnreadableDesign(`${name} is nested more than ${maxDepth} deep.`);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (text.length > maxLocatedLength) throw new UnreadableDesign(`${name} is not JSON.`);
    throw new UnreadableDesign(describeSyntaxError(text, error as Error, name).detail);
  }
}

/** UTF-16 has a mark, or its first character is a bracket and a 0 (RFC 4627, section 3). */
function jsonEncoding([first, second]: Uint8Array): string {
  if ((first === 0xff && second === 0xfe) || (second === 0 && first !== 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0)) return 'utf-16be';
  return 'utf-8';
}

function findImporter(source: DesignSource, json: unknown, format: DesignFormat | undefined): Importer {
  const found =
    format === undefined
      ? importers.find((importer) => importer.recognizes(source, json))
      : importers.find((importer) => importer.format === format);
  if (found !== undefined) return found;
  throw new UnreadableDesign(
    adviceFor(source.bytes, json) ??
      `${source.name} is not recognised as a design. Name its format if it is one of ` +
        `${importers.map((importer) => importer.format).join(', ')}.`,
  );
}
