/**
 * At a release: makes openapi.yaml the document that later changes are compared with, and empties
 * accepted.json.
 */
import { projectFiles } from './files.ts';
import { recordRelease } from './report.ts';

const { isGood, lines } = await recordRelease(projectFiles);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = isGood ? 0 : 1;
