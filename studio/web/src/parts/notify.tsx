import { notifications } from '@mantine/notifications';
import { describeError } from '../api/problem.ts';

/**
 * Says shortly that something was done. For what a person must not miss, the page itself says it.
 *
 * @param id is shown once at a time
 */
export function notifyDone(message: string, id?: string): void {
  notifications.show({ message, autoClose: 4_000, ...(id === undefined ? {} : { id }) });
}

/** Says what was done otherwise than a person may expect; it stays long enough to be read. */
export function notifyNote(message: string): void {
  notifications.show({ message, color: 'yellow', autoClose: 15_000 });
}

/** Says that something is going on until the work has ended, if it lasts long enough to be noticed. */
export async function notifyWhile<Result>(message: string, work: Promise<Result>): Promise<Result> {
  let id: string | null = null;
  const timer = setTimeout(() => {
    id = notifications.show({ message, loading: true, autoClose: false, withCloseButton: false });
  }, noticedAfterMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (id !== null) notifications.hide(id);
  }
}

const noticedAfterMs = 300;

/** Says in these words that something did not work. */
export function notifyFailed(message: string): void {
  notifications.show({ message, color: 'red', autoClose: 10_000 });
}

/** Says that something failed where there is no better place for it, such as in a menu. */
export function notifyError(error: unknown): void {
  const { title, detail } = describeError(error);
  notifications.show({ title, message: detail, color: 'red', autoClose: 10_000 });
}
