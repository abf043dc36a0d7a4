import { hash, verify, type Options } from '@node-rs/argon2';
import { TurnQueue } from '../../async/turn-queue.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/** OWASP's first choice for argon2id, which is the package's default algorithm: 19 MiB, two passes. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of no known password, with the same cost: an account without a password takes as long as one with. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$UvYxGqs5hwtL24T1AGxmNQ$zndm8dZQ88MvdkYal97TUGLC2xbAsyTHu1QdJquUgeQ';

/** About a second of work. */
const maxWaiting = 50;

/**
 * Hashes and verifies passwords: one at a time, in a thread of their own, clients in turn. More than fifty
 * that wait are refused.
 */
export interface Passwords {
  /** @throws Problem SERVICE_UNAVAILABLE */
  hash(client: string, password: string): Promise<string>;
  /**
   * Whether a password belongs to a hash; never to null, which takes as long.
   *
   * @throws Problem SERVICE_UNAVAILABLE
   */
  verify(client: string, passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const queue = new TurnQueue();
  let waiting = 0;
  const run = async <Result>(client: string, task: () => Promise<Result>): Promise<Result> => {
    if (waiting >= maxWaiting) throw studioProblems.passwordsBusy();
    waiting += 1;
    try {
      return await queue.run(client, task);
    } finally {
      waiting -= 1;
    }
  };
  return {
    hash: (client, password) => run(client, () => hash(normalize(password), cost)),
    verify: (client, passwordHash, password) =>
      run(client, async () => {
        const fits = await verify(passwordHash ?? dummyHash, normalize(password));
        return fits && passwordHash !== null;
      }),
  };
}

/** Keyboards differ in how they compose letters. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
