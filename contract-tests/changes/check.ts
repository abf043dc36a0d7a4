/**
 * Reports the changes of openapi.yaml that break clients of the last release's document, released.yaml. An
 * intended change is listed in accepted.json with its reason. The check also fails if accepted.json lists a
 * change that does not exist.
 */
import { projectFiles } from './files.ts';
import { checkChanges } from './report.ts';

const { isGood, lines } = await checkChanges(projectFiles);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = isGood ? 0 : 1;
