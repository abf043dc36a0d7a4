import { createStore } from './store.ts';

/** Whether the service answers. The shell shows a banner while it does not. */
export const reachability = createStore<'reachable' | 'gone'>('reachable');

const firstPauseMs = 1_000;
const maxPauseMs = 10_000;

/** Notes that a request had no answer, and asks the service until it answers again. */
export function reportGone(): void {
  if (reachability.get() === 'gone') return;
  reachability.set('gone');
  void askUntilBack(firstPauseMs);
}

/** Asks the service after something that may have another reason, such as the end of live events. */
export async function checkReachable(): Promise<void> {
  if (!(await isReady())) reportGone();
}

async function askUntilBack(pauseMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
  if (await isReady()) reachability.set('reachable');
  else await askUntilBack(Math.min(pauseMs * 2, maxPauseMs));
}

async function isReady(): Promise<boolean> {
  return await fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
