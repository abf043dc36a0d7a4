/** Documents of drafts, which may have problems: what can be said about them all the same. */
import type { TemplateVariable } from '../../../generated/template.ts';
import type { JsonDocument } from '../../store/authoring/working-copies.ts';
import { LENGTH_UNITS, type LengthUnit } from '../../common/lengths/units.ts';
import { writeOnce } from '../../common/text/written-json.ts';
import { problems } from '../problems/catalogue.ts';
import { renderDefaults } from '../renders/output-options.ts';
import { findSchemaErrors } from '../templates/check/schema.ts';
import { takeValidPart } from '../templates/check/valid-part.ts';
import { maxJsonBytes } from '../templates/import-zip.ts';
import { maxDepth } from '../templates/template-folder.ts';

/** The page of a template. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
  readonly unit: LengthUnit;
  readonly dpi: number;
}

/** The page of a document; null where it has no valid one. */
export function readPageSize(document: JsonDocument): PageSize | null {
  const { viewport, viewportUnit, viewportExportDpi } = document;
  const { width, height: given } = (viewport ?? {}) as { width?: unknown; height?: unknown };
  // A page as tall as its content has a minimum.
  const height = isRange(given) ? given.min : given;
  const unit = LENGTH_UNITS.find((each) => each === (viewportUnit ?? 'px'));
  const dpi = viewportExportDpi ?? renderDefaults.dpi;
  if (!isLength(width) || !isLength(height) || unit === undefined || !isLength(dpi) || !Number.isInteger(dpi))
    return null;
  return { width, height, unit, dpi };
}

function isRange(height: unknown): height is { readonly min?: unknown } {
  return typeof height === 'object' && height !== null;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

/** The valid variables of a document. */
export function readVariables({ variables }: JsonDocument): readonly TemplateVariable[] {
  if (!Array.isArray(variables)) return [];
  const document = {
    schemaVersion: 1,
    name: '-',
    viewport: { width: 1, height: 1 },
    elements: [],
    variables,
  };
  const valid = takeValidPart(document, findSchemaErrors(document));
  if (valid === null) return [];
  return (valid.document.variables ?? []).filter((_variable, index) => {
    const pointer = `/variables/${index}`;
    return !valid.isRefused(pointer) && !valid.hasRefused(pointer);
  });
}

/** The name and the description in a document; empty where they are missing. */
export function namesIn({ name, description }: JsonDocument): { name: string; description: string } {
  return {
    name: typeof name === 'string' ? name : '',
    description: typeof description === 'string' ? description : '',
  };
}

/**
 * Refuses a document that could not be published for its size or depth, however it is changed.
 *
 * @throws Problem VALIDATION_ERROR, PAYLOAD_TOO_LARGE
 */
export function requireStorable(document: JsonDocument): void {
  const json = writeOnce(document);
  if (Buffer.byteLength(json.text) > maxJsonBytes) throw problems.payloadTooLarge(maxJsonBytes);
  if (json.depth > maxDepth) throw problems.unreadable(`The document is nested more than ${maxDepth} deep.`);
}
