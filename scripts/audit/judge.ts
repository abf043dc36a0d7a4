/** Why a known vulnerability does not matter here, until when. */
export interface Answer {
  /** The advisory, like GHSA-xxxx-xxxx-xxxx. */
  readonly advisory: string;
  readonly package: string;
  readonly reason: string;
  /** The day, as YYYY-MM-DD, on which it has to be looked at again. */
  readonly until: string;
}

export interface AuditVerdict {
  /** `unknown`: nobody told. */
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
    return { kind: 'unknown', lines: ['The registry answers no audits: nothing is known, good or bad.'] };
  }
  const today = now.toISOString().slice(0, 10);
  const advisories = new Map<string, Advisory>();
  for (const { via } of Object.values(report.vulnerabilities)) {
    // A text names another package of the report, through which this one is vulnerable.
    for (const cause of via) if (typeof cause !== 'string') advisories.set(idOf(cause), cause);
  }
  const answered = new Set<Answer>();
  const open: string[] = [];
  for (const [id, { name, severity, title, range }] of advisories) {
    const answer = answers.find((each) => each.advisory === id && each.package === name);
    if (answer !== undefined) answered.add(answer);
    if (answer === undefined) open.push(`${id}: ${name} ${range}, ${severity}: ${title}`);
    else if (answer.until < today) open.push(`${id}: the answer for ${name} was good until ${answer.until}`);
  }
  for (const answer of answers) {
    if (!answered.has(answer))
      open.push(`${answer.advisory}: nothing needs the answer for ${answer.package} any more`);
  }
  if (open.length > 0) return { kind: 'bad', lines: open };
  return {
    kind: 'good',
    lines: [
      `No vulnerability is known that is not answered; ${answered.size} ${answered.size === 1 ? 'is' : 'are'}.`,
    ],
  };
}

/** The report, or null where npm could not make one. */
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

function idOf({ url }: Advisory): string {
  return url.split('/').at(-1) ?? url;
}
