import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { DocumentPatch } from '../../../domain/previews/apply-patches.ts';
import { problems } from '../../../domain/problems/catalogue.ts';
import type { OutputFormat } from '../../../render/job.ts';
import type { ElementSelection } from '../../../render/scene/scene.ts';
import type { JsonDocument } from '../../../store/authoring/working-copies.ts';
import type { RenderOptions } from '../../../domain/renders/output-options.ts';
import { createContractAjv } from '../../ajv.ts';
import { parseJsonObject } from '../../body/json-body.ts';
import { documentLimits } from '../studio-api.ts';
import { toFieldErrors } from '../../validation-errors.ts';

/** The whole document, as its revision of this number. */
export interface DocumentMessage {
  readonly type: 'document';
  readonly revision: number;
  readonly document: JsonDocument;
}

/** Changes of the revision `base`, which make another one. */
export interface PatchesMessage {
  readonly type: 'patches';
  readonly base: number;
  readonly revision: number;
  readonly patches: readonly DocumentPatch[];
}

/** Asks for a picture of a revision. */
export interface RenderMessage {
  readonly type: 'render';
  readonly id: number;
  /** The newest render of a lane replaces older ones. */
  readonly lane: string;
  readonly revision: number;
  readonly values: Readonly<Record<string, string>>;
  readonly format: OutputFormat;
  readonly options: RenderOptions;
  readonly elements?: ElementSelection;
  readonly pageOf?: string;
}

/** What a page sends. */
export type UpMessage = DocumentMessage | PatchesMessage | RenderMessage;

const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const shared = (name: string) => ({ $ref: `studio#/components/schemas/${name}` });
const path = { type: 'array', maxItems: 100, items: { type: ['string', 'integer'] } };
const patch = message(['op', 'path'], {
  op: { enum: ['add', 'remove', 'replace'] },
  path,
  value: {},
});

/** What each message has. The parts of a render are those of the contract's previews. */
const schemas: Readonly<Record<string, object>> = {
  document: message(['revision', 'document'], { type: {}, revision: count, document: { type: 'object' } }),
  patches: message(['base', 'revision', 'patches'], {
    type: {},
    base: count,
    revision: count,
    patches: { type: 'array', maxItems: 10_000, items: patch },
  }),
  render: message(['id', 'lane', 'revision'], {
    type: {},
    id: count,
    revision: count,
    lane: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,32}$' },
    values: { ...shared('VariableValues'), default: {} },
    format: { ...shared('OutputFormat'), default: 'png' },
    options: { ...shared('RenderOptions'), default: {} },
    elements: shared('ElementSelection'),
    pageOf: { ...shared('PageOf') },
  }),
};

function message(required: readonly string[], properties: Readonly<Record<string, object>>): object {
  return { type: 'object', additionalProperties: false, required, properties };
}

const validators = new Map<string, ValidateFunction>();

/** Compiled with the first message of its type: all of them together would hold the event loop for 60 ms. */
function findValidator(type: unknown): ValidateFunction | undefined {
  if (typeof type !== 'string' || !Object.hasOwn(schemas, type)) return undefined;
  const known = validators.get(type);
  if (known !== undefined) return known;
  const ajv = createContractAjv({ allErrors: true, validateSchema: false });
  if (type === 'render') ajv.addSchema(readContract(), 'studio');
  const compiled = ajv.compile(schemas[type] ?? {});
  validators.set(type, compiled);
  return compiled;
}

function readContract(): object {
  const file = new URL('../../../../generated/studio.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

/**
 * Reads a message of a page.
 *
 * @throws Problem VALIDATION_ERROR that names the wrong fields
 */
export function readMessage(text: string): UpMessage {
  return checkMessage(parseJsonObject(text, documentLimits));
}

/** As `readMessage`, for a message that was parsed. */
export function checkMessage(parsed: Readonly<Record<string, unknown>>): UpMessage {
  const validate = findValidator(parsed['type']);
  if (validate === undefined) throw problems.invalidRequest(unknownType(parsed));
  if (!validate(parsed)) throw problems.invalidRequest(toFieldErrors(validate.errors ?? []));
  return parsed as unknown as UpMessage;
}

/** The `id` of a message that may be wrong in other places; null: it has none. */
export function readId(text: string): number | null {
  try {
    const { id } = JSON.parse(text) as { id?: unknown };
    return Number.isSafeInteger(id) ? (id as number) : null;
  } catch {
    return null;
  }
}

function unknownType({ type }: Readonly<Record<string, unknown>>) {
  const error: Partial<ErrorObject> = {
    instancePath: '/type',
    keyword: 'enum',
    data: type,
    params: { allowedValues: Object.keys(schemas) },
  };
  return toFieldErrors([
    type === undefined ? { keyword: 'required', params: { missingProperty: 'type' } } : error,
  ]);
}
