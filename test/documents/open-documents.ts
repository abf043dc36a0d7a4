/** Renders the documents in the folders beside this file, as `platen template render` does. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { preparePythonEnvironment } from '../../contract-tests/python-environment.ts';
import { readSettings } from '../../src/cli/command-context.ts';
import { readTemplate } from '../../src/cli/template/read-template.ts';
import { createFolderRenderer, type FolderRenderResult } from '../../src/cli/template/render-folder.ts';
import type { Expected } from './compare.ts';

/** What `expected.py` of a document says. */
export interface Answer {
  readonly values: Readonly<Record<string, unknown>>;
  readonly expected: Expected & { readonly warnings: readonly string[] };
}

export interface Documents {
  /** By the names of their folders. */
  readonly answers: Readonly<Record<string, Answer>>;
  /** Renders a document as a PDF. */
  render(name: string): Promise<FolderRenderResult>;
  close(): Promise<void>;
}

/** Some documents take seconds, and tests run beside each other. */
const renderTimeoutMs = 120_000;

/** Works out the expected lines of all documents, with the Python of the tests, and opens a renderer. */
export async function openDocuments(): Promise<Documents> {
  const { python, variables } = await preparePythonEnvironment();
  const { stdout } = await promisify(execFile)(python, [path.join(import.meta.dirname, 'answers.py')], {
    env: { ...process.env, ...variables, PYTHONDONTWRITEBYTECODE: '1', PYTHONUTF8: '1' },
    maxBuffer: 100_000_000,
  });
  const answers = JSON.parse(stdout) as Documents['answers'];
  const { config, log } = readSettings();
  const renderer = createFolderRenderer({ config: { ...config, renderTimeoutMs }, log });
  return {
    answers,
    render: async (name) => {
      const place = path.join(import.meta.dirname, name);
      return await renderer.render(await readTemplate(place), {
        place,
        values: { values: answers[name]?.values ?? {}, source: null },
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
    },
    close: () => renderer.close(),
  };
}
