import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeAudit, type Answer } from '../../scripts/audit/judge.ts';

/** As npm 11 reports it: one package is vulnerable, the other depends on it. */
const report = JSON.stringify({
  auditReportVersion: 2,
  vulnerabilities: {
    parser: {
      name: 'parser',
      via: [
        {
          source: 1,
          name: 'parser',
          dependency: 'parser',
          title: 'It hangs',
          severity: 'high',
          range: '<2',
          url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
        },
      ],
    },
    server: { name: 'server', via: ['parser'] },
  },
});
const clean = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {} });
const answer: Answer = {
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'parser',
  reason: 'Reads only our files.',
  until: '2027-01-31',
};
const before = new Date('2027-01-31T12:00:00Z');
const afterwards = new Date('2027-02-01T00:00:00Z');

test('fails on a vulnerability without an answer', () => {
  const verdict = judgeAudit(report, [], before);
  assert.deepEqual(verdict, { kind: 'bad', lines: ['GHSA-aaaa-bbbb-cccc: parser <2, high: It hangs'] });
  assert.equal(judgeAudit(report, [{ ...answer, package: 'server' }], before).kind, 'bad');
});

test('accepts an answer until its date', () => {
  assert.equal(judgeAudit(report, [answer], before).kind, 'good');
  assert.deepEqual(judgeAudit(report, [answer], afterwards).lines, [
    'GHSA-aaaa-bbbb-cccc: the answer for parser expired after 2027-01-31',
  ]);
});

test('fails on an answer that is no longer needed', () => {
  assert.equal(judgeAudit(clean, [], before).kind, 'good');
  assert.equal(judgeAudit(clean, [answer], before).kind, 'bad');
});

test('reports `unknown` if the registry has no audits', () => {
  const refusal = JSON.stringify({ message: '405 Method Not Allowed', statusCode: 405 });
  for (const output of [refusal, '', 'no JSON']) assert.equal(judgeAudit(output, [], before).kind, 'unknown');
});
