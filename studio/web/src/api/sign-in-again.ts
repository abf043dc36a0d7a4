import { createStore } from './store.ts';

/** Requests that wait for the dialog "Sign in again". */
export interface SignInWait {
  /** The requests are sent again. */
  done(): void;
  /** The person goes to the sign-in page instead; the requests never end, as the page is left. */
  readonly promise: Promise<void>;
}

/** What the dialog shows; null: it is closed. */
export const signInWait = createStore<SignInWait | null>(null);

let isSignedIn = false;
let signInCount = 0;

/** How often this tab has signed in again. */
export function countSignIns(): number {
  return signInCount;
}

/** Notes that this tab has shown pages of a session: an answer 401 from now on means that it has ended. */
export function noteSignedIn(value: boolean): void {
  isSignedIn = value;
}

/** Whether this tab had a session. */
export function isSignedInBefore(): boolean {
  return isSignedIn;
}

/** Opens the dialog, if it is not open yet, and resolves once there is a session again. */
export function waitForSignIn(): Promise<void> {
  const open = signInWait.get();
  if (open !== null) return open.promise;
  const { promise, resolve } = Promise.withResolvers<void>();
  signInWait.set({
    promise,
    done() {
      signInCount += 1;
      signInWait.set(null);
      resolve();
    },
  });
  return promise;
}
