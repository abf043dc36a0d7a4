/**
 * Known vulnerabilities of the packages that package-lock.json names, as the registry's `npm audit` tells them: each has to be gone, or
 * answered in security-answers.json with the reason why it does not matter here. Fails on any other, and on answers that nothing
 * needs any more. A registry that answers no audits is named, and nothing is claimed then.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { judgeAudit, type Answer } from './audit/judge.ts';

const root = path.join(import.meta.dirname, '..');
const answers = JSON.parse(readFileSync(path.join(root, 'security-answers.json'), 'utf8')) as Answer[];

const { stdout, error } = spawnSync('npm', ['audit', '--json'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  shell: process.platform === 'win32',
});
if (error !== undefined) throw error;
const { kind, lines } = judgeAudit(stdout, answers, new Date());
for (const line of lines) console.log(line);
process.exitCode = kind === 'bad' ? 1 : 0;
