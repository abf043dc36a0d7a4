import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Only the text form of RFC 9562; the pattern of ajv-formats also accepts `urn:uuid:…`. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * An Ajv for schemas of the contract, with its formats.
 *
 * @param options `validateSchema: false` skips the check of the schema itself: the gate has done it, and the
 *   meta-schema would be compiled for each Ajv, which is most of the start of a service
 */
export function createContractAjv(
  options: { coerceTypes?: boolean; allErrors?: boolean; validateSchema?: boolean } = {},
): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    useDefaults: true,
    verbose: true,
    // Optimizing takes half of the time of compiling, and the code is not faster.
    code: { optimize: false },
    ...options,
  });
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
