import type { ErrorObject, ValidateFunction } from 'ajv';
import { createContractAjv } from '../ajv.ts';

/** Returns the errors of a body and fills in defaults: its first error, or all of them. */
export type BodyCheck = (body: unknown, finds: 'first' | 'all') => readonly ErrorObject[];

/** @param schema of the contract, without references. It is compiled when the first body arrives. */
export function createBodyCheck(schema: object): BodyCheck {
  const validators: { first?: ValidateFunction; all?: ValidateFunction } = {};
  return (body, finds) => {
    const ajv = () => createContractAjv({ allErrors: finds === 'all', validateSchema: false });
    const validate = (validators[finds] ??= ajv().compile(schema));
    return validate(body) ? [] : (validate.errors ?? []);
  };
}
