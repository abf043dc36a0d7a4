/** Something in a template that its author has to change. */
export interface TemplateProblem {
  /** JSON pointer into template.json. */
  readonly pointer: string;
  /** Whole sentences: what was found, and what is accepted. */
  readonly detail: string;
}

/** A reference from a template to a file in its folder. */
export interface FileUse {
  readonly kind: 'image' | 'font';
  /** The path of an existing file, or a whole data: URL. */
  readonly path: string;
  readonly pointer: string;
  /** The decoded content of a data: URL. */
  readonly data?: Uint8Array;
}

/** What a check found: problems, and files that have to be decoded. */
export interface Findings {
  readonly problems: readonly TemplateProblem[];
  readonly fileUses: readonly FileUse[];
}

export function problemAt(pointer: string, detail: string): Findings {
  return { problems: [{ pointer, detail }], fileUses: [] };
}

export function merge(findings: readonly Findings[]): Findings {
  return {
    problems: findings.flatMap(({ problems }) => problems),
    fileUses: findings.flatMap(({ fileUses }) => fileUses),
  };
}
