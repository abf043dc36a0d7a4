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
import type { ConvertedPage, Importer } from './importer.ts';
import { importers } from './importers.ts';
import { keepValid } from './keep-valid.ts';

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
export async function readDesign(source: DesignSource, options: ConversionOptions): Promise<ReadDesign> {
  if (source.bytes.byteLength > maxBytes)
    throw new UnreadableDesign(`The file is larger than ${maxBytes / 1024 / 1024} MiB.`);
  const json = readJson(source);
  const importer = findImporter(source, json, options.format);
  const builder = new TemplateBuilder(source, options);
  const { page, elements, picture = null } = await convertWith(importer, source, json, builder);
  const variables = builder.proposals.apply(elements);
  const document: OnePageTemplate = {
    schemaVersion: 1,
    ...page,
    ...(builder.fonts.own.length > 0 && { fonts: builder.fonts.own }),
    ...(variables.length > 0 && { variables }),
    elements: [...elements],
  };
  return {
    format: importer.format,
    document,
    files: builder.files.all,
    losses: builder.losses,
    variables: builder.proposals.list(),
    names: builder.names.all,
    fonts: builder.fonts.given,
    missingFonts: builder.fonts.missing,
    picture,
  };
}

/** Whatever an importer meets in a crafted file, the file is at fault. */
async function convertWith(
  importer: Importer,
  source: DesignSource,
  json: unknown,
  builder: TemplateBuilder,
): Promise<ConvertedPage> {
  try {
    return await importer.convert(source, json, builder);
  } catch (error) {
    if (error instanceof UnreadableDesign) throw error;
    throw new UnreadableDesign(`${source.name} is damaged, or has something that cannot be read.`, {
      cause: error,
    });
  }
}

function readJson({ name, bytes }: DesignSource): unknown {
  const text = new TextDecoder().decode(bytes);
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

function findImporter(source: DesignSource, json: unknown, format: DesignFormat | undefined): Importer {
  const found =
    format === undefined
      ? importers.find((importer) => importer.recognizes(source, json))
      : importers.find((importer) => importer.format === format);
  if (found !== undefined) return found;
  throw new UnreadableDesign(
    `${source.name} is not recognised as a design. Name its format if it is one of ` +
      `${importers.map((importer) => importer.format).join(', ')}.`,
  );
}
