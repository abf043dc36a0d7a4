import { hash, verify, type Options } from '@node-rs/argon2';
import { Places } from '../../async/places.ts';
import { TurnQueue } from '../../async/turn-queue.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { toClient } from '../quota/client-address.ts';

/** OWASP's first choice for argon2id, which is the package's default algorithm: 19 MiB, two passes. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of no known password, with the same cost: an account without a password takes as long as one with. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$UvYxGqs5hwtL24T1AGxmNQ$zndm8dZQ88MvdkYal97TUGLC2xbAsyTHu1QdJquUgeQ';

/** About a second of work. */
const maxWaiting = 50;

/** Whose password it is, as far as is known: browsers in which the account has signed in have own places. */
export type PasswordLane = 'known' | 'others';

/**
 * Hashes and verifies passwords: one at a time, in a thread of their own, clients in turn. Fifty wait in each
 * lane; if all places are taken, a newcomer gets the newest one of the client with most.
 */
export interface Passwords {
  /** @throws Problem SERVICE_UNAVAILABLE */
  hash(client: string, password: string): Promise<string>;
  /**
   * Whether a password belongs to a hash; never to null, which takes as long.
   *
   * @param client the network address
   * @throws Problem SERVICE_UNAVAILABLE
   */
  verify(
    client: string,
    passwordHash: string | null,
    password: string,
    lane?: PasswordLane,
  ): Promise<boolean>;
}

export function createPasswords(): Passwords {
  const queue = new TurnQueue();
  const limits = { ofOwner: maxWaiting, inAll: maxWaiting };
  const lanes = { known: new Places(limits), others: new Places(limits) };
  const run = <Result>(address: string, lane: PasswordLane, task: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const client = toClient(address);
      let isDropped = false;
      const place = lanes[lane].take({ owner: client, group: client }, () => {
        isDropped = true;
        reject(studioProblems.passwordsBusy());
      });
      if (typeof place === 'string') {
        reject(studioProblems.passwordsBusy());
        return;
      }
      const runUnlessDropped = async () => {
        if (isDropped) return;
        place.keep();
        await task().then(resolve, reject);
      };
      void queue.run(`${lane} ${client}`, runUnlessDropped).finally(() => place.release());
    });
  return {
    hash: (client, password) => run(client, 'others', () => hash(normalize(password), cost)),
    verify: (client, passwordHash, password, lane = 'others') =>
      run(client, lane, async () => {
        const fits = await verify(passwordHash ?? dummyHash, normalize(password));
        return fits && passwordHash !== null;
      }),
  };
}

/** Keyboards differ in how they compose letters. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
