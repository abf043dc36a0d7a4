/**
 * Reports what in openapi.yaml would break programs that were written for the last release's document, released.yaml. A change
 * that is made all the same is listed in accepted.json with its reason; what is listed there and not made any more fails, too.
 */
import { projectFiles } from './files.ts';
import { checkChanges } from './report.ts';

const { isGood, lines } = await checkChanges(projectFiles);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = isGood ? 0 : 1;
