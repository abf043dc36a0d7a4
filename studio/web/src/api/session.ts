import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { api, data, read, type Schema } from './client.ts';
import { forgetEverything, queryClient } from './queries.ts';
import { sendSignedOut } from './send.ts';
import { noteSignedIn } from './sign-in-again.ts';

export type Session = Schema<'Session'>;

const key = read('/session').queryKey;

/** The session of the pages inside the shell. */
export const SessionContext = createContext<Session | null>(null);

/** Who is signed in. Only for pages inside the shell, where there always is a session. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession is called outside the shell.');
  return session;
}

const sessionQuery = { ...read('/session'), staleTime: 60_000 };

/** Reads who is signed in. An error with the status 401: nobody. */
export function useSessionQuery(): UseQueryResult<Session> {
  return useQuery(sessionQuery);
}

/** Begins to read who is signed in, while the page's script is loaded. */
export function prefetchSession(): null {
  void queryClient.prefetchQuery(sessionQuery);
  return null;
}

/** The session that this tab knows, also after it has ended. */
export function knownSession(): Session | null {
  return queryClient.getQueryData<Session>(key) ?? null;
}

/** Reads the session without opening the dialog "Sign in again". Null: there is none. */
export async function findSession(): Promise<Session | null> {
  return await data(api.GET('/session', { fetch: sendSignedOut })).catch(() => null);
}

/** What a first step leads to: a session, or the challenge that a code answers. */
export type SignIn = Session | Schema<'CodeChallenge'>;

/** Starts a session with address and password; an account with a second factor is asked for a code. */
export async function signInWithPassword(body: Schema<'PasswordSignIn'>): Promise<SignIn> {
  return await data(api.POST('/session', { body, fetch: sendSignedOut }));
}

/** As `signInWithPassword`, with the token of a link or of an invitation. */
export async function signInWithLink(body: Schema<'LinkSignIn'>): Promise<SignIn> {
  return await data(api.POST('/session/link', { body, fetch: sendSignedOut }));
}

/** Starts the session that waits for a code. */
export async function finishSignIn(body: Schema<'CodeSignIn'>): Promise<Session> {
  return await data(api.POST('/session/code', { body, fetch: sendSignedOut }));
}

/** Lets pages show what belongs to a new session: nothing of an earlier one is kept. */
export function enter(session: Session): void {
  forgetEverything();
  queryClient.setQueryData(key, session);
  noteSignedIn(true);
}

/** Ends the session and opens the sign-in page, with nothing kept in memory or in the browser. */
export async function signOut(): Promise<void> {
  await api.DELETE('/session', { fetch: sendSignedOut }).catch((error: unknown) => {
    // Signed out already.
    if ((error as { status?: number }).status !== 401) throw error;
  });
  forgetKeptValues();
  window.location.assign('/studio/sign-in');
}

/** Whether this browser keeps work that was never saved, which signing out removes. */
export function hasUnsavedWork(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^platen-unsaved\b/.test(key));
  } catch {
    return false;
  }
}

/**
 * Removes documents and values that this browser keeps, of every account. Browsers do so for the answer’s
 * `Clear-Site-Data`, but not without TLS.
 */
function forgetKeptValues(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (/^platen-(unsaved|tried|batch-columns)\b/.test(key)) storage.removeItem(key);
      }
    }
  } catch {
    // A browser without storage has kept nothing.
  }
}
