/** What the clients observed, for the auditor. */
export interface ObservedRender {
  readonly workspaceId: string;
  /** Links it to the ledger. Null without an answer. */
  readonly requestId: string | null;
  /** Null without a complete answer. */
  readonly status: number | null;
}

export interface ObservedShare {
  readonly id: string;
  /** The path of its public URL. */
  readonly path: string;
  readonly color: Color;
  /** `maybe`: the request to revoke it was never answered. */
  revoked: 'no' | 'yes' | 'maybe';
}

export interface ObservedJob {
  readonly idempotencyKey: string;
  readonly jobId: string;
  readonly workspaceId: string;
  readonly apiKey: string;
  readonly rows: readonly { readonly name: string; readonly color: Color; readonly showsImage: boolean }[];
  readonly hasCallback: boolean;
  wasCancelled: boolean;
  deleted: 'no' | 'yes';
}

export type Color = readonly [red: number, green: number, blue: number];

export interface Observations {
  readonly renders: ObservedRender[];
  readonly shares: ObservedShare[];
  readonly jobs: ObservedJob[];
  /** Number of answers by request and status. */
  readonly answers: Map<string, number>;
  /** Findings of the clients that no fault may cause. */
  readonly breaches: string[];
}

export function createObservations(): Observations {
  return { renders: [], shares: [], jobs: [], answers: new Map(), breaches: [] };
}

/** Counts an answer. */
export function recordAnswer(observed: Observations, what: string, status: number | null): void {
  const name = `${what} ${status ?? 'lost'}`;
  observed.answers.set(name, (observed.answers.get(name) ?? 0) + 1);
}
