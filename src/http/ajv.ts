import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ValidationContext, type AjvCustomizer } from 'openapi-backend';

/** RFC 9562's text form and nothing else: the usual pattern takes `urn:uuid:…`, too. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The validators for requests, in the contract's dialect (JSON Schema 2020-12) in place of the draft-07 that
 * openapi-backend makes. Only parameters are turned from text into numbers; bodies must have the declared types already.
 */
export const customizeAjv: AjvCustomizer = (_draft07, _options, context) => {
  const isParameters = context === ValidationContext.Params;
  return createContractAjv({
    coerceTypes: isParameters,
    allErrors: isParameters,
    validateSchema: false,
  });
};

/**
 * An Ajv for schemas of the contract with every format that it uses.
 *
 * @param options `validateSchema: false` takes a schema's form on trust. The gate has looked at the contract's; to compile the
 *   schema of schemas for each Ajv anew would take most of a service's start.
 */
export function createContractAjv(
  options: { coerceTypes?: boolean; allErrors?: boolean; validateSchema?: boolean } = {},
): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, useDefaults: true, verbose: true, ...options });
  addFormats.default(ajv);
  const inRange = (bits: number) => (value: number) => value >= -(2 ** (bits - 1)) && value < 2 ** (bits - 1);
  ajv.addFormat('uuid', uuid);
  ajv.addFormat('int32', { type: 'number', validate: inRange(32) });
  ajv.addFormat('int64', { type: 'number', validate: inRange(64) });
  ajv.addFormat('float', { type: 'number', validate: () => true });
  ajv.addFormat('double', { type: 'number', validate: () => true });
  ajv.addFormat('binary', true);
  ajv.addFormat('password', true);
  return ajv;
}
