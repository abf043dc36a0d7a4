/**
 * What the clients have seen, for the auditor: only what came to them counts.
 */
export interface SeenRender {
  readonly workspaceId: string;
  /** By which the ledger knows it. Null where no answer came, so that nobody can tell. */
  readonly requestId: string | null;
  /** Null where no answer, or half of one, came. */
  readonly status: number | null;
}

export interface SeenShare {
  readonly id: string;
  /** Of its public address. */
  readonly path: string;
  readonly color: Color;
  /** `maybe`: the wish was never answered. */
  revoked: 'no' | 'yes' | 'maybe';
}

export interface SeenJob {
  readonly idempotencyKey: string;
  readonly jobId: string;
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly rows: readonly { readonly name: string; readonly color: Color; readonly showsPicture: boolean }[];
  readonly hasCallback: boolean;
  wasCancelled: boolean;
  deleted: 'no' | 'yes';
}

export type Color = readonly [red: number, green: number, blue: number];

export interface Witness {
  readonly renders: SeenRender[];
  readonly shares: SeenShare[];
  readonly jobs: SeenJob[];
  /** How often each answer came, by what was asked for. */
  readonly answers: Map<string, number>;
  /** What must never be, whatever goes wrong. */
  readonly breaches: string[];
}

export function createWitness(): Witness {
  return { renders: [], shares: [], jobs: [], answers: new Map(), breaches: [] };
}

/** Counts an answer. */
export function noteAnswer(witness: Witness, what: string, status: number | null): void {
  const name = `${what} ${status ?? 'lost'}`;
  witness.answers.set(name, (witness.answers.get(name) ?? 0) + 1);
}
