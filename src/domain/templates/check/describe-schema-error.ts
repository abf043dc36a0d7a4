import type { ErrorObject } from 'ajv';
import schema from '../../../../template.schema.json' with { type: 'json' };
import { CMYK_FORM, INK_FORM, readInkNotation } from '../../../common/colors/ink-colors.ts';
import { escapePointer } from '../../../common/text/json-text.ts';
import { suggest } from '../../../common/names/nearest-name.ts';
import { quoteValue } from '../../variables/types.ts';
import type { TemplateProblem } from './problem.ts';

/** Describes an error of `template.schema.json`. Null for an error that only repeats another. */
export function describeSchemaError(error: ErrorObject): TemplateProblem | null {
  const { instancePath, keyword, propertyName } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  // The error of the object says which name it is.
  if (propertyName !== undefined && keyword !== 'propertyNames') return null;
  switch (keyword) {
    case 'propertyNames':
      return describeName(error, String(params['propertyName']));
    case 'if':
    case 'oneOf':
      // The error inside the branch is reported separately.
      return null;
    case 'additionalProperties':
      return describeUnknownKey(error, String(params['additionalProperty']));
    case 'required':
      // What holds pages is no page: that is said of the key.
      if (isGroupInGroup(error)) return null;
      return { pointer: instancePath, detail: `The key "${String(params['missingProperty'])}" is missing.` };
    case 'discriminator':
      return describeTag(error, String(params['tag']));
    case 'false schema':
      return {
        pointer: instancePath,
        detail: instancePath.endsWith('/value')
          ? '`value` and `cell` cannot be used together: a column has texts, or pictures or codes.'
          : '`text` and `runs` cannot be used together.',
      };
    default:
      return { pointer: instancePath, detail: describeValue(error) };
  }
}

/** The pages of a group of pages. */
const inGroup = /^\/pages\/\d+\/pages\/\d+$/u;

function isGroupInGroup({ instancePath, data }: ErrorObject): boolean {
  return inGroup.test(instancePath) && isRecord(data) && 'pages' in data;
}

/** A name that an object with names of the author's choice may not have. */
function describeName({ instancePath, parentSchema }: ErrorObject, name: string): TemplateProblem {
  const rule: unknown = isRecord(parentSchema) ? parentSchema['propertyNames'] : undefined;
  const description = isRecord(rule) ? String(rule['description']) : 'another name';
  return {
    pointer: `${instancePath}/${escapePointer(name)}`,
    detail: `expected ${lowerFirst(description)}, got ${quoteValue(name)}.`,
  };
}

function describeUnknownKey(error: ErrorObject, key: string): TemplateProblem {
  const accepted = Object.keys(getProperties(error.parentSchema));
  if (key === 'pages' && inGroup.test(error.instancePath)) {
    const detail = 'A group of pages holds pages only, no other groups.';
    return { pointer: `${error.instancePath}/pages`, detail };
  }
  const isAroundPages = error.instancePath === '' || accepted.includes('pages');
  const isOfPages = isAroundPages && Object.hasOwn(schema.$defs.Page.properties, key);
  const meant = isOfPages ? ' It belongs to a page in "pages".' : (suggest(key, accepted) ?? '');
  return {
    pointer: `${error.instancePath}/${escapePointer(key)}`,
    detail: `The key ${quoteValue(key)} is unknown.${meant} Accepted here: ${accepted.join(', ')}.`,
  };
}

/** An unknown or missing `type`, by which the schema selects a branch. */
function describeTag(
  { instancePath, params, parentSchema, data }: ErrorObject,
  tag: string,
): TemplateProblem {
  const branches =
    isRecord(parentSchema) && Array.isArray(parentSchema['oneOf'])
      ? (parentSchema['oneOf'] as unknown[])
      : [];
  const accepted = branches.map(getTag).filter((value) => value !== null);
  if (!isRecord(data) || !(tag in data)) {
    return {
      pointer: instancePath,
      detail: `The key "${tag}" is missing: expected ${alternatives.format(accepted)}.`,
    };
  }
  return { pointer: `${instancePath}/${tag}`, detail: describeChoice(params['tagValue'], accepted) };
}

/** The `type` of a branch. Branches are references into `$defs`. */
function getTag(branch: unknown): string | null {
  const reference = isRecord(branch) ? branch['$ref'] : undefined;
  const name = typeof reference === 'string' ? /^#\/\$defs\/(\w+)$/u.exec(reference)?.[1] : undefined;
  const definitions: Readonly<Record<string, unknown>> = schema.$defs;
  const type = name === undefined ? undefined : getProperties(definitions[name])['type'];
  return isRecord(type) && typeof type['const'] === 'string' ? type['const'] : null;
}

function describeValue(error: ErrorObject): string {
  const { keyword, data } = error;
  const params: Readonly<Record<string, unknown>> = error.params;
  const parentSchema: Readonly<Record<string, unknown>> = error.parentSchema ?? {};
  const limit = String(params['limit']);
  const description = parentSchema['description'];
  if (parentSchema['format'] === 'color') {
    const given = typeof data === 'string' ? quoteValue(data) : describeGiven(data);
    const wrong = typeof data === 'string' ? readInkNotation(data) : null;
    if (typeof wrong === 'string') return `${wrong}, got ${given}.`;
    const others = `Colour names of CSS, rgb(), hsl(), ${CMYK_FORM} and ${INK_FORM} are accepted, too.`;
    return `expected a colour such as #rrggbb, got ${given}. ${others}`;
  }
  switch (keyword) {
    case 'type':
      return `expected ${typeNames[String(params['type'])] ?? 'another type'}, got ${describeGiven(data)}.`;
    case 'enum':
      return describeChoice(data, (params['allowedValues'] as unknown[]).map(String));
    case 'const':
      return `expected ${JSON.stringify(params['allowedValue'])}, got ${describeGiven(data)}.`;
    case 'pattern': {
      const isSentence = typeof description === 'string';
      const expected = isSentence ? lowerFirst(description.replace(/\.$/u, '')) : 'another form';
      return `expected ${expected}, got ${quoteValue(String(data))}.`;
    }
    case 'minimum':
      return `expected a number of at least ${limit}, got ${String(data)}.`;
    case 'maximum':
      return `expected a number of at most ${limit}, got ${String(data)}.`;
    case 'exclusiveMinimum':
      return `expected a number greater than ${limit}, got ${String(data)}.`;
    case 'multipleOf':
      return (
        `expected a whole number of pixels, got ${String(data)}. ` +
        'With the "viewportUnit" mm, cm, in or pt it may have decimals.'
      );
    case 'minLength':
      return 'expected a string that is not empty, got "".';
    case 'minItems':
    case 'maxItems': {
      const count = Array.isArray(data) ? data.length : 0;
      const isExact = parentSchema['minItems'] === parentSchema['maxItems'];
      const bound = isExact ? '' : keyword === 'minItems' ? 'at least ' : 'at most ';
      return `expected ${bound}${limit} ${limit === '1' ? 'entry' : 'entries'}, got ${count}.`;
    }
    default:
      return `${describeGiven(data)} ${error.message ?? 'does not match the schema'}.`;
  }
}

const typeNames: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  null: 'null',
};

const maxInSentence = 20;
const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function describeChoice(given: unknown, accepted: readonly string[]): string {
  const isText = typeof given === 'string';
  const meant = isText ? (suggest(given, accepted) ?? '') : '';
  const shown = isText ? quoteValue(given) : describeGiven(given);
  if (accepted.length <= maxInSentence) {
    return `expected ${alternatives.format(accepted)}, got ${shown}.${meant}`;
  }
  return `expected one of ${accepted.length} names, got ${shown}.${meant} They are ${accepted.join(', ')}.`;
}

function describeGiven(value: unknown): string {
  if (typeof value === 'string') return `the string ${quoteValue(value)}`;
  if (typeof value === 'number') {
    return Number.isFinite(value) ? `the number ${value}` : 'a number beyond the range of a double';
  }
  if (Array.isArray(value)) return 'an array';
  return isRecord(value) ? 'an object' : String(value);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function getProperties(definition: unknown): Readonly<Record<string, unknown>> {
  const properties = isRecord(definition) ? definition['properties'] : undefined;
  return isRecord(properties) ? properties : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
