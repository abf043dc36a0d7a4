/** Something in a template that its author has to change. */
export interface TemplateProblem {
  /** JSON pointer into template.json. */
  readonly pointer: string;
  /** Whole sentences: what is there, and what is accepted. */
  readonly detail: string;
}

/** A place in a template that names, or may come to name, a file of its folder. */
export interface FileUse {
  readonly kind: 'image' | 'font';
  /** A file that is there, or the whole of a data: URL. */
  readonly path: string;
  readonly pointer: string;
  /** What is in a data: URL. */
  readonly data?: Uint8Array;
}
