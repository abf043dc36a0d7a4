import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTemplateJson } from './template-folder.ts';

const read = (text: string) => readTemplateJson({ templateJson: Buffer.from(text), files: new Map() });

test('refuses a document that is nested more than 200 deep', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  for (const depth of [201, 1_000_000]) {
    const result = read(nested(depth));
    assert.ok('problem' in result);
    assert.equal(result.problem.detail, 'template.json is nested more than 200 deep.');
  }
  assert.ok('json' in read(nested(200)));
  const text = read(`"${'['.repeat(300)}\\"${'{'.repeat(300)}"`);
  assert.equal('json' in text ? text.json : null, `${'['.repeat(300)}"${'{'.repeat(300)}`);
});
