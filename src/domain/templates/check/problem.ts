/** Something in a template that its author has to change, or should look at. */
export interface TemplateProblem {
  /** JSON pointer into template.json. */
  readonly pointer: string;
  /** What was found, and what is accepted. */
  readonly detail: string;
  /** Where in the string at the pointer. */
  readonly offset?: number;
}

/** The result of a check. Problems refuse a template; warnings do not. */
export interface CheckResult {
  readonly problems: readonly TemplateProblem[];
  readonly warnings: readonly TemplateProblem[];
}

/** A reference from a template to a file in its folder; or a chart, which is checked as files are. */
export interface FileUse {
  readonly kind: 'image' | 'font' | 'pdf' | 'profile' | 'chart';
  /** The path of an existing file, or a whole data: URL. */
  readonly path: string;
  readonly pointer: string;
  /** The decoded content of a data: URL. */
  readonly data?: Uint8Array;
  /** A pattern with variables may name it: it is left out if it is no image. */
  readonly isOptional?: boolean;
}

/** A text or run that sets an axis of a variable font. */
export interface AxisUse {
  readonly pointer: string;
  readonly tag: string;
  readonly family: string;
  /** The files of the family in the template's folder; none for a family of the catalogue. */
  readonly paths: readonly string[];
}

/** A colour that is exchanged in an SVG of the template's folder. */
export interface ColorUse {
  readonly pointer: string;
  readonly path: string;
  /** As `#rrggbbaa`, and as the template has it. */
  readonly color: string;
  readonly key: string;
}

/** The result of a check that also finds files that have to be decoded. */
export interface Findings extends CheckResult {
  readonly fileUses: readonly FileUse[];
  readonly axisUses: readonly AxisUse[];
  readonly colorUses: readonly ColorUse[];
}

/** Findings with only the given parts. */
export function toFindings(parts: Partial<Findings>): Findings {
  return { problems: [], warnings: [], fileUses: [], axisUses: [], colorUses: [], ...parts };
}

export function problemAt(pointer: string, detail: string): Findings {
  return toFindings({ problems: [{ pointer, detail }] });
}

export function merge(findings: readonly Findings[]): Findings {
  return {
    problems: findings.flatMap(({ problems }) => problems),
    warnings: findings.flatMap(({ warnings }) => warnings),
    fileUses: findings.flatMap(({ fileUses }) => fileUses),
    axisUses: findings.flatMap(({ axisUses }) => axisUses),
    colorUses: findings.flatMap(({ colorUses }) => colorUses),
  };
}
