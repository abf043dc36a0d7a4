/** Runs test files in this process, in sequence. */
import path from 'node:path';
import { after, describe } from 'node:test';
import { keepSharedParts } from './shared-parts.ts';

const root = path.resolve(import.meta.dirname, '..', '..');

/** Each file is a suite, so its hooks are for its own tests only. The files share services and a browser. */
export function runGroup({
  folder,
  files,
}: {
  readonly folder: string;
  readonly files: readonly string[];
}): void {
  describe(folder, async () => {
    after(keepSharedParts());
    // One after the other: a module that is evaluated while another one waits would be part of its suite.
    for (const file of files) await importAsSuite(file);
  });
}

function importAsSuite(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  describe(file, () => import(path.join(root, file)).finally(resolve));
  return promise;
}
