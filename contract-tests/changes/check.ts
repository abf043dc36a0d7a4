/**
 * Reports the changes of openapi.yaml and studio/openapi.yaml that break clients of the last release's
 * documents, released.yaml. An intended change is listed in accepted.json with its reason. The check also
 * fails if accepted.json lists a change that does not exist.
 */
import { projectFiles } from './files.ts';
import { checkChanges } from './report.ts';

for (const files of projectFiles) {
  const { isGood, lines } = await checkChanges(files);
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!isGood) process.exitCode = 1;
}
