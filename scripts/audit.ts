/**
 * Runs `npm audit` on package-lock.json. Fails on each known vulnerability without an answer in
 * security-answers.json (the reason why it does not matter here), and on answers that are no longer needed.
 * If the registry has no audits, it reports that and passes.
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
