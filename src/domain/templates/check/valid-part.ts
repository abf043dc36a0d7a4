import type { ErrorObject } from 'ajv';
import type { TemplateDocument } from '../../../../generated/template.ts';
import { escapePointer, readPointer } from '../../../common/text/json-text.ts';
import { findSchemaErrors } from './schema.ts';

/** Taking out a value may leave its object without a required key, and so on outwards. */
const maxRounds = 6;

/** A document that the schema accepts. */
export interface ValidPart {
  readonly document: TemplateDocument;
  /** Whether the schema refuses a place, or one that contains it. Its value is made up here. */
  readonly isRefused: (pointer: string) => boolean;
  /** Whether the schema refuses anything inside a place. */
  readonly hasRefused: (pointer: string) => boolean;
}

/**
 * The part of a document that the schema accepts, so that one run reports the problems of all checks: refused
 * values are left out, required ones are made up. Places stay the same. Null if little would be left.
 */
export function takeValidPart(json: unknown, schemaErrors: readonly ErrorObject[]): ValidPart | null {
  const document = schemaErrors.length === 0 ? json : structuredClone(json);
  const refused = new Set<string>();
  let errors = schemaErrors;
  for (let round = 0; errors.length > 0; round += 1) {
    if (round === maxRounds || !isRecord(document)) return null;
    for (const error of errors) refused.add(mend(document, error));
    errors = findSchemaErrors(document);
  }
  const containers = new Set([...refused].flatMap(getContainers));
  return {
    document: document as TemplateDocument,
    isRefused: (pointer) => getContainers(pointer).some((place) => refused.has(place)),
    hasRefused: (pointer) => containers.has(pointer),
  };
}

/** A place and all that contain it, but the document itself. */
function getContainers(pointer: string): string[] {
  const keys = pointer.split('/');
  return keys.slice(1).map((_key, index) => keys.slice(0, index + 2).join('/'));
}

type Container = Record<string, unknown>;

/** Removes the value that an error is about, or adds the one that is missing. Returns its place. */
function mend(document: Container, { keyword, instancePath, params }: ErrorObject): string {
  const path = readPointer(instancePath);
  const target = valueAt(document, path);
  const details: Readonly<Record<string, unknown>> = params;
  const place = (key: string) => `${instancePath}/${escapePointer(key)}`;
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(details['additionalProperty']);
      if (isRecord(target)) Reflect.deleteProperty(target, key);
      return place(key);
    }
    case 'required': {
      const key = String(details['missingProperty']);
      if (isRecord(target)) target[key] = madeUp(key, instancePath);
      return place(key);
    }
    case 'propertyNames': {
      const name = String(details['propertyName']);
      if (isRecord(target)) Reflect.deleteProperty(target, name);
      return place(name);
    }
    case 'discriminator':
      remove(document, path);
      return place(String(details['tag']));
    case 'if':
    case 'oneOf':
      // The error inside the branch says more.
      return 'none';
    default:
      remove(document, path);
      return instancePath;
  }
}

/** Removes a value. Entries keep their index: another takes the place of an element, variable or font. */
function remove(document: Container, path: readonly string[]): void {
  const parentPath = path.slice(0, -1);
  const parent = valueAt(document, parentPath);
  const key = path.at(-1) ?? '';
  if (!Array.isArray(parent)) {
    if (isRecord(parent)) Reflect.deleteProperty(parent, key);
    return;
  }
  const given: unknown = parent[Number(key)];
  const entry = emptyEntry(parentPath.at(-1) ?? '', isRecord(given) ? given : {}, `/${path.join('/')}`);
  if (entry === null) remove(document, parentPath);
  else parent[Number(key)] = entry;
}

function emptyEntry(list: string, { id }: Container, pointer: string): object | null {
  switch (list) {
    case 'elements':
      return {
        type: 'rect',
        x: 0,
        y: 0,
        width: 1,
        height: 1,
        id: typeof id === 'string' && id !== '' ? id : madeUp('id', pointer),
      };
    case 'columns':
      return { value: '' };
    case 'pages':
      return { id: typeof id === 'string' && id !== '' ? id : madeUp('id', pointer), elements: [] };
    case 'variables':
      return { name: madeUp('name', pointer), type: 'image' };
    case 'fonts':
      return { family: madeUp('family', pointer), src: madeUp('src', pointer) };
    default:
      return null;
  }
}

/** A value for a required key that leads to no further problem. */
function madeUp(key: string, pointer: string): unknown {
  switch (key) {
    case 'schemaVersion':
    case 'width':
    case 'height':
      return 1;
    case 'x':
    case 'y':
    case 'offset':
      return 0;
    case 'viewport':
      return { width: 1, height: 1 };
    case 'elements':
      return [];
    case 'rows':
      return '{{ }}';
    case 'columns':
      return [{ value: '' }];
    case 'cells':
      return [''];
    case 'stops':
      return [{ offset: 0, color: '#000' }];
    case 'color':
      return '#000';
    case 'symbology':
      return 'code128';
    case 'type':
      // Of a variable: its values are not looked for among the files.
      return 'image';
    case 'd':
    case 'text':
    case 'value':
      return '';
    case 'id':
      // Of a size: it has a pattern.
      if (/^\/sizes\/\d+$/u.test(pointer)) return `refused-${pointer.slice('/sizes/'.length)}`;
      return `(${key} of ${pointer})`;
    default:
      // Names differ: two that are missing are not one name twice.
      return `(${key} of ${pointer})`;
  }
}

function valueAt(document: Container, path: readonly string[]): unknown {
  let value: unknown = document;
  for (const key of path) {
    if (!isRecord(value) && !Array.isArray(value)) return undefined;
    value = (value as Container)[key];
  }
  return value;
}

function isRecord(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
