/**
 * At a release: makes openapi.yaml and studio/openapi.yaml the documents that later changes are compared
 * with, and empties the lists of accepted changes.
 */
import { projectFiles } from './files.ts';
import { recordRelease } from './report.ts';

for (const files of projectFiles) {
  const { isGood, lines } = await recordRelease(files);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!isGood) process.exitCode = 1;
}
