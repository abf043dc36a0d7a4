/**
 * At a release: from now on the document as it stands is what changes are compared with, and none of them has been accepted.
 */
import { projectFiles } from './files.ts';
import { takeRelease } from './report.ts';

const { isGood, lines } = await takeRelease(projectFiles);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = isGood ? 0 : 1;
