import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { countTokens } from './tokens.ts';

test('docs/agents.md states the tokens of all definitions as the tokenizer counts them', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../../docs/agents.md'), 'utf8');
  const [, stated = ''] = /All definitions together take about ([\d,]+) tokens/.exec(page) ?? [];
  const { definitions } = countTokens({ mayAuthor: true });
  const rounded = (Math.round(definitions / 100) * 100).toLocaleString('en');
  assert.equal(stated, rounded, `npm run agents:tokens counts ${definitions}.`);
});
