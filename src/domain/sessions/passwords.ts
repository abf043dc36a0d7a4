import { sleep } from '../../async/abortable.ts';
import { Places } from '../../async/places.ts';
import { TurnQueue } from '../../async/turn-queue.ts';
import { maxIdleMs, WorkerThread } from '../../async/worker-thread.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { toClient } from '../quota/client-address.ts';

/** Hashes a password, or compares it with a hash. */
export interface PasswordTask {
  readonly password: string;
  readonly passwordHash: string | null;
}

/** Of no known password, at the cost of all hashes: accounts without a password take as long as others. */
const dummyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$UvYxGqs5hwtL24T1AGxmNQ$zndm8dZQ88MvdkYal97TUGLC2xbAsyTHu1QdJquUgeQ';

/** About a second of work. */
const maxWaiting = 50;

/** How long a client waits that gets no place. */
const defaultRoomWaitMs = 1_000;

/** Whose password it is, as far as is known: browsers in which the account has signed in have own places. */
export type PasswordLane = 'known' | 'others';

/**
 * Hashes and verifies passwords: one at a time, in a thread of their own with a lower priority, clients in
 * turn. Fifty wait in each lane; if all places are taken, a newcomer gets the newest one of the client with
 * most.
 */
export interface Passwords {
  /**
   * Refuses a client whose browser is not known, if it gets no place: before its attempt costs statements of
   * the database, and a second later, so that it does not try again at once.
   *
   * @throws Problem SERVICE_UNAVAILABLE
   */
  waitForRoom(client: string): Promise<void>;
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

export function createPasswords({ roomWaitMs = defaultRoomWaitMs } = {}): Passwords {
  const queue = new TurnQueue();
  const thread = new WorkerThread<PasswordTask, string | boolean>(
    new URL('./password-thread.ts', import.meta.url),
    { maxIdleMs },
  );
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
    async waitForRoom(address) {
      const client = toClient(address);
      const isFull = () => lanes.others.findRefusal({ owner: client, group: client }) !== null;
      if (!isFull()) return;
      await sleep(roomWaitMs);
      if (isFull()) throw studioProblems.passwordsBusy();
    },
    hash: (client, password) =>
      run(client, 'others', async () => {
        const task = { password: normalize(password), passwordHash: null };
        return (await thread.call(task)) as string;
      }),
    verify: (client, passwordHash, password, lane = 'others') =>
      run(client, lane, async () => {
        const task = { password: normalize(password), passwordHash: passwordHash ?? dummyHash };
        return (await thread.call(task)) === true && passwordHash !== null;
      }),
  };
}

/** Keyboards differ in how they compose letters. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
