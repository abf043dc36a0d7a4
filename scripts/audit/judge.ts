/** Why a known vulnerability does not matter here, with an expiry date. */
export interface Answer {
  /** The advisory, like GHSA-xxxx-xxxx-xxxx. */
  readonly advisory: string;
  readonly package: string;
  readonly reason: string;
  /** The last valid day, as YYYY-MM-DD. */
  readonly until: string;
}

export interface AuditVerdict {
  /** `unknown`: the registry answered no audit. */
  readonly kind: 'good' | 'bad' | 'unknown';
  readonly lines: readonly string[];
}

interface Advisory {
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: string;
  readonly range: string;
}

/** Judges the output of `npm audit --json`. */
export function judgeAudit(output: string, answers: readonly Answer[], now: Date): AuditVerdict {
  const report = parse(output);
  if (report === null) {
    return { kind: 'unknown', lines: ['The registry has no audits: vulnerabilities are unknown.'] };
  }
  const today = now.toISOString().slice(0, 10);
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(report.vulnerabilities)) {
    // A string names another package of the report that makes this one vulnerable.
    for (const cause of via) if (typeof cause !== 'string') advisories.set(getId(cause), cause);
  }
  const answered = new Set<Answer>();
  const open: string[] = [];
  for (const [id, { name, severity, title, range }] of advisories) {
    const answer = answers.find((each) => each.advisory === id && each.package === name);
    if (answer !== undefined) answered.add(answer);
    if (answer === undefined) open.push(`${id}: ${name} ${range}, ${severity}: ${title}`);
    else if (answer.until < today) open.push(`${id}: the answer for ${name} expired after ${answer.until}`);
  }
  for (const answer of answers) {
    if (!answered.has(answer))
      open.push(`${answer.advisory}: the answer for ${answer.package} is no longer needed`);
  }
  if (open.length > 0) return { kind: 'bad', lines: open };
  return {
    kind: 'good',
    lines: [`No unanswered vulnerability; answered: ${answered.size}.`],
  };
}

/** Parses the report; null if npm created none. */
function parse(output: string): {
  readonly vulnerabilities: Readonly<Record<string, { readonly via: readonly (string | Advisory)[] }>>;
} | null {
  try {
    const report = JSON.parse(output) as { vulnerabilities?: Record<string, { via: (string | Advisory)[] }> };
    return report.vulnerabilities === undefined ? null : { vulnerabilities: report.vulnerabilities };
  } catch {
    return null;
  }
}

function getId({ url }: Advisory): string {
  return url.split('/').at(-1) ?? url;
}
