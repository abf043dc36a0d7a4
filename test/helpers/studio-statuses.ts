import assert from 'node:assert/strict';
import { test } from 'node:test';
import { studioContract, type DescribedOperation } from './contract-document.ts';
import { assertSent, testCases, type StatusCase } from './operation-statuses.ts';

/**
 * Tests the statuses and codes that the app's contract documents for an operation, except those of
 * `generalCodes`. Fails for each one without a case.
 */
export function testOperation(
  operationId: string,
  cases: Readonly<Record<number, readonly StatusCase[]>>,
): void {
  const operation = studioContract.findOperation(operationId);
  const documented = studioContract.documentedResponses(operationId);
  test(`${operationId}: every documented status and code of its own has a test`, () => {
    for (const [status, { codes, sharedAs }] of documented) {
      const general = generalCodes(operation, status);
      const tested = cases[status]?.map(({ code = '' }) => code) ?? [];
      assert.ok(general.length > 0 || tested.length > 0, `no case for ${status}`);
      // A shared response lists the codes of many operations.
      if (sharedAs !== null && manyCodes.includes(sharedAs)) continue;
      const missing = codes.filter((code) => !general.includes(code) && !tested.includes(code));
      assert.deepEqual(missing, [], `no case for these codes of ${status}`);
    }
    for (const status of Object.keys(cases)) {
      assert.ok(documented.has(Number(status)), `${status} is not documented`);
    }
  });
  const answers = testCases(operationId, cases);
  test(`${operationId}: every documented media type and header of success was sent`, () => {
    for (const [status, response] of documented) {
      if (status < 400) assertSent(status, response, answers);
    }
  });
}

const manyCodes = [
  'BadRequest',
  'NotFound',
  'PayloadTooLarge',
  'ServiceUnavailable',
  'RendererUnavailable',
  'PreviewRefused',
];

/** Operations for which an account needs no second factor, though its workspace requires one. */
export const setUpOperations: readonly string[] = [
  'getSession',
  'signOut',
  'startSecondFactor',
  'confirmSecondFactor',
  'listPasskeys',
  'startPasskey',
  'addPasskey',
];

/**
 * The codes with which `contract-tests/studio/every-operation.test.ts` produces a status of an operation;
 * none if the status needs a test of its own.
 */
export function generalCodes(
  { id, method, parameters, bodyTypes, isOpen }: DescribedOperation,
  status: number,
): readonly string[] {
  const hasId = parameters.some((parameter) => parameter['in'] === 'path');
  switch (status) {
    case 400:
      return ['VALIDATION_ERROR'];
    case 401:
      return isOpen ? [] : ['UNAUTHENTICATED'];
    case 403:
      return [
        ...(method === 'GET' ? [] : ['FOREIGN_ORIGIN']),
        ...(isOpen || setUpOperations.includes(id) ? [] : ['SECOND_FACTOR_REQUIRED']),
      ];
    case 404:
      return hasId ? [notFoundCode(id)] : [];
    case 413:
      return ['PAYLOAD_TOO_LARGE'];
    case 415:
      return bodyTypes.length > 0 ? ['UNSUPPORTED_MEDIA_TYPE'] : [];
    case 429:
      return isOpen ? [] : ['RATE_LIMIT_EXCEEDED'];
    case 500:
      return isOpen ? [] : ['INTERNAL_ERROR'];
    case 503:
      return isOpen ? [] : ['SERVICE_UNAVAILABLE'];
    default:
      return [];
  }
}

/** The code for an id that does not exist, or that the account may not see. */
function notFoundCode(operationId: string): string {
  const { path } = studioContract.findOperation(operationId);
  const [name = ''] = /\{\w+\}/.exec(path) ?? [];
  const codes: Readonly<Record<string, string>> = {
    '{projectId}': 'PROJECT_NOT_FOUND',
    '{templateId}': 'TEMPLATE_NOT_FOUND',
    '{jobId}': 'BATCH_NOT_FOUND',
    '{shareId}': 'SHARE_NOT_FOUND',
  };
  return codes[name] ?? 'NOT_FOUND';
}
