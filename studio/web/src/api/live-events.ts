import { useEffect } from 'react';
import { invalidate, queryClient } from './queries.ts';
import { checkReachable } from './reachability.ts';

/** Queries that a live event may change: of a path, or of one thing. */
interface Affected {
  readonly path: string;
  readonly id?: Readonly<Record<string, string>>;
}

interface LiveEvent {
  readonly jobId?: string;
  readonly deliveryId?: string;
  readonly templateId?: string;
}

/** What each event of `/studio/events` changes. */
const affectedBy: Readonly<Record<string, (event: LiveEvent) => readonly Affected[]>> = {
  job: ({ jobId = '' }) => [
    { path: '/batch-jobs' },
    { path: '/batch-jobs/{jobId}', id: { jobId } },
    { path: '/batch-jobs/{jobId}/items', id: { jobId } },
    { path: '/usage' },
  ],
  delivery: ({ jobId = '' }) => [{ path: '/deliveries' }, { path: '/batch-jobs/{jobId}', id: { jobId } }],
  draft: ({ templateId = '' }) => [
    { path: '/templates' },
    { path: '/templates/{templateId}', id: { templateId } },
    { path: '/templates/{templateId}/draft', id: { templateId } },
    { path: '/templates/{templateId}/design-settings', id: { templateId } },
    { path: '/templates/{templateId}/versions', id: { templateId } },
    { path: '/templates/{templateId}/files', id: { templateId } },
  ],
};

/** Everything that events change, for the time without a connection. */
const live = new Set(Object.values(affectedBy).flatMap((affected) => affected({}).map(({ path }) => path)));

const pauseMs = 250;
const reconnectMs = 3_000;

/**
 * Keeps what pages show current while the tab is visible: each event makes the queries concerned read again.
 * After a (re)connection all of them do, because events in between are lost.
 */
export function useLiveEvents(): void {
  useEffect(() => {
    const refresh = createRefresh();
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = null;
    };
    const open = () => {
      close();
      const opened = new EventSource('/studio/events');
      source = opened;
      const refreshAll = () => refresh([...live].map((path) => ({ path })));
      opened.onopen = refreshAll;
      opened.onerror = async () => {
        void checkReachable();
        // The browser reconnects by itself unless the service has refused the stream.
        if (opened.readyState !== EventSource.CLOSED) return;
        // Without a session this opens the dialog "Sign in again", and waits for it.
        await invalidate('/session');
        if (source === opened) timer = setTimeout(open, reconnectMs);
      };
      // The service may have missed something.
      opened.addEventListener('reset', () => refreshAll());
      for (const [name, affected] of Object.entries(affectedBy)) {
        opened.addEventListener(name, ({ data }: MessageEvent<string>) =>
          refresh(affected(JSON.parse(data) as LiveEvent)),
        );
      }
    };
    // A browser opens only a few connections to a server; hidden tabs need none.
    const follow = () => {
      if (document.hidden) close();
      else if (source === null) open();
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      close();
    };
  }, []);
}

/**
 * Collects what has changed and reads it again, one round after the other: an event during a round causes
 * another one, so the last state is always read, and many events cause few requests.
 */
function createRefresh(): (affected: readonly Affected[]) => void {
  let pending = new Map<string, Affected>();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (pending.size > 0) {
      const round = [...pending.values()];
      pending = new Map();
      await Promise.all(round.map(readAgain));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    isRunning = false;
  };
  return (affected) => {
    for (const each of affected) pending.set(JSON.stringify(each), each);
    if (!isRunning) void run();
  };
}

function readAgain({ path, id }: Affected): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: id === undefined ? [path] : [path, { path: id }] });
}
