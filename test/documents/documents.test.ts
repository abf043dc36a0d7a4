/**
 * Documents that people print, in the folders beside this file: a template, values, and `expected.py`, which
 * works out every line of them with Python's decimals and the locales of Babel. The lines are read from PDFs.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';
import { readSettings } from '../../src/cli/command-context.ts';
import { readTemplate } from '../../src/cli/template/read-template.ts';
import { createFolderRenderer, type FolderRenderer } from '../../src/cli/template/render-folder.ts';
import { findDifference, type Expected } from './compare.ts';
import { readLines } from './read-lines.ts';

/** What `expected.py` of a document says. */
interface Answer {
  readonly values: Readonly<Record<string, unknown>>;
  readonly expected: Expected & { readonly warnings: readonly string[] };
}

const folder = import.meta.dirname;
const entries = await readdir(folder, { withFileTypes: true });
const names = entries
  .filter((entry) => entry.isDirectory() && /^[a-z]/u.test(entry.name))
  .map(({ name }) => name);

describe('documents', { timeout: 600_000 }, () => {
  let answers: Readonly<Record<string, Answer>>;
  let renderer: FolderRenderer;
  before(async () => {
    const { python, variables } = await preparePythonEnvironment();
    const { stdout } = await promisify(execFile)(python, [path.join(folder, 'answers.py')], {
      env: { ...process.env, ...variables, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
      maxBuffer: 100_000_000,
    });
    answers = JSON.parse(stdout) as typeof answers;
    const { config, log } = readSettings();
    renderer = createFolderRenderer({ config: { ...config, renderTimeoutMs: 120_000 }, log });
  });
  after(() => renderer.close());

  for (const name of names) {
    test(`${name} has the lines that Python works out`, async () => {
      const answer = answers[name];
      assert.ok(answer !== undefined, 'expected.py');
      const { values, expected } = answer;
      const place = path.join(folder, name);
      const { data, warnings, templateWarnings } = await renderer.render(await readTemplate(place), {
        place,
        values: { values, source: null },
        format: 'pdf',
        scale: 1,
        quality: 85,
        chroma: undefined,
        svgText: undefined,
        dpi: undefined,
        background: undefined,
        locale: undefined,
        page: undefined,
        inspect: { report: false, boxes: false },
      });
      assert.deepEqual(templateWarnings, []);
      assert.deepEqual(
        warnings.map(({ code }) => code),
        expected.warnings,
      );
      assert.equal(findDifference(await readLines(data, expected), expected), null);
    });
  }
});
