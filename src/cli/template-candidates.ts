/** A path that holds no template that could be looked at. */
export class UnreadableTemplate extends Error {
  override readonly name = 'UnreadableTemplate';
}

/** A file that may belong to a template, not read yet. */
export interface Candidate {
  /** Its path in the folder, with slashes. */
  readonly path: string;
  readonly bytes: number;
  read(): Promise<Uint8Array>;
}
