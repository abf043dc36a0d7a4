/** What all attacks share. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { TestUrlKey } from '../helpers/image-urls.ts';

/** The attacker's workspace on the service. */
export interface Target {
  readonly url: string;
  /** One key for each of its accounts. */
  readonly keys: readonly string[];
  /** Its templates: with a variable `text`, with a variable `photo`, and the same on a large page. */
  readonly templates: {
    readonly text: string;
    readonly photo: string;
    readonly poster: string;
    /** With a list `rows`, for each pair of whose entries there is an element. */
    readonly nested: string;
    /** With a list `rows`, which many repeats go through, and nothing of which is shown. */
    readonly hidden: string;
    /** With a variable `text` in codes that their options make large. */
    readonly codes: string;
    /** With a variable `text`, which is taken as a pattern. */
    readonly pattern: string;
    /** With a list `rows`, which a table shows. */
    readonly table: string;
    /** With a list `lists` whose entries have a list `inner`, all of which an expression adds up. */
    readonly lists: string;
    /** With a variable `text` in many elements, whose rows are quick to check. */
    readonly quick: string;
    /** Neither it nor its default picture can be rendered. */
    readonly broken: string;
  };
  /** Tokens of sessions, ten of each account. */
  readonly sessions: readonly string[];
  readonly urlKey: TestUrlKey;
}

export interface Attack {
  readonly name: string;
  /** Draws the picture that `run` gets. */
  drawPicture?(): Promise<Uint8Array>;
  /** Attacks until its process is ended. */
  run(target: Target, picture: Uint8Array): Promise<void>;
}

/** Runs `act` again and again, in several sequences at once. Refusals are expected. */
export async function repeat(
  sequences: number,
  act: (sequence: number, round: number) => Promise<unknown>,
): Promise<void> {
  const run = async (sequence: number): Promise<void> => {
    for (let round = 0; ; round += 1) {
      await act(sequence, round).catch(() => undefined);
      // A refusal at once must not become a busy loop of this client.
      await sleep(5);
    }
  };
  await Promise.all(Array.from({ length: sequences }, (_, sequence) => run(sequence)));
}

export const agent = new Agent({
  connections: null,
  connect: { timeout: 120_000 },
  headersTimeout: 120_000,
  bodyTimeout: 120_000,
});

/** Sends a JSON request with the key of one of the accounts and reads the answer. */
export async function send(
  { url, keys }: Target,
  account: number,
  path: string,
  body?: string,
  moreHeaders: Readonly<Record<string, string>> = {},
): Promise<void> {
  const key = keys[account % keys.length] ?? '';
  const answer = await request(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...moreHeaders,
    },
    body: body ?? null,
    dispatcher: agent,
  });
  await answer.body.arrayBuffer();
}

export function generatePath(templateId: string): string {
  return `/api/v1/templates/${templateId}/generate`;
}
