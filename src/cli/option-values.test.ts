import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicContract } from '../../test/helpers/contract-document.ts';
import { dpiOption } from './option-values.ts';

test('--dpi takes the densities of the contract, and no others', () => {
  const { schemas } = publicContract.contract['components'] as {
    schemas: { RenderOptions: { properties: { outputDpi: { enum: number[] } } } };
  };
  const accepted = schemas.RenderOptions.properties.outputDpi.enum;
  const parse = dpiOption().parseArg;
  assert.ok(parse !== undefined);
  for (const dpi of accepted) assert.equal(parse(String(dpi), undefined), dpi);
  for (const other of ['72', '600', '211', '0', '96.0', '1e2', ' 96', '']) {
    assert.throws(() => parse(other, undefined), /96, 150 or 300.*viewportExportDpi/, other);
  }
});
