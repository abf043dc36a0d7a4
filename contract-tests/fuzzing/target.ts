/** What one round of fuzzing is about: a contract, and a running service with data of its own. */
export interface FuzzTarget {
  readonly origin: string;
  /** The contract, with what is true only of this service's data. */
  readonly document: unknown;
  /** Headers that identify each user: first the one who sends the requests. */
  readonly users: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Existing ids (also of other accounts) and valid header values, for a part of the generated requests. */
  readonly dictionaries: Readonly<Record<string, Dictionary>>;
  /** The path of more settings for schemathesis. */
  readonly settings: string;
  /** The path of the hooks, in Python, and their environment variables. */
  readonly hooks: string;
  readonly environment: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export interface Dictionary {
  /** The parameter, such as `path.templateId`. */
  readonly at: string;
  readonly values: readonly (string | number)[];
  /** Of a value of the dictionary, in a generated request. */
  readonly probability: number;
}

/** A contract that is fuzzed. */
export interface FuzzedContract {
  /** Its file in `generated`. */
  readonly file: string;
  /**
   * Statuses that fuzzing cannot cause, such as `413` or `startOidc 404`, with the reason. Each has a test of
   * its own.
   */
  readonly unreachable: Readonly<Record<string, string>>;
  start(): Promise<FuzzTarget>;
}
