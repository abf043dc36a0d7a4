import { once } from 'node:events';
import { abortable } from '../async/abortable.ts';
import { TimeoutError, withTimeout } from '../async/timeout.ts';
import type { Logger } from '../telemetry/log.ts';
import { listenForStopSignals, type StopSignals } from './stop-signals.ts';

interface Service {
  /** Waits until those who send work know that this process stops. It still accepts work. */
  leave?(hurry: AbortSignal): Promise<void>;
  /** Accepts no new work and resolves once the work in progress has finished. */
  drain(): Promise<void>;
  /** Ends the work that is still in progress. */
  close(): Promise<void>;
}

const drainTimeoutMs = 30_000;
const closeTimeoutMs = 10_000;

/**
 * Starts a service and runs it until SIGTERM or SIGINT. Then lets it leave and drains it; a second signal or
 * the timeout ends the drain. A start that hangs is ended in the same way.
 *
 * @param onStarted runs after `start`; the start is complete when it resolves.
 * @param work what the service is for, until it resolves or a signal stops it. Default: waits for the signal.
 */
export async function runService<Part extends Service>(
  log: Logger,
  start: () => Promise<Part>,
  onStarted: (service: Part) => Promise<void>,
  work: (service: Part, stop: AbortSignal) => Promise<unknown> = (_service, stop) => once(stop, 'abort'),
): Promise<void> {
  const signals = listenForStopSignals();
  signals.first.addEventListener('abort', () => log.info('stopping once the work in progress has finished'));
  signals.second.addEventListener('abort', () => log.warn('stopping at once'));
  const finishStart = exitIfStartHangs(signals);
  const service = await start().catch((error: unknown) => {
    exitIfStillRunning();
    throw error;
  });
  try {
    await onStarted(service);
    finishStart();
    if (!signals.first.aborted) await work(service, signals.first);
    await service.leave?.(signals.second);
    await drain(service, signals.second, log);
  } finally {
    exitIfStillRunning();
    await service.close();
    signals.stopListening();
  }
}

/**
 * Exits at the second signal, or `drainTimeoutMs` after the first, unless the returned function was called.
 */
function exitIfStartHangs({ first, second }: StopSignals): () => void {
  let isStarted = false;
  const exit = (): void => {
    if (!isStarted) process.exit(1);
  };
  first.addEventListener('abort', () => setTimeout(exit, drainTimeoutMs).unref());
  second.addEventListener('abort', exit);
  return () => {
    isStarted = true;
  };
}

/** A part that hangs while it closes, or was started before another one failed, does not keep the process. */
function exitIfStillRunning(): void {
  setTimeout(() => process.exit(1), closeTimeoutMs).unref();
}

async function drain(service: Service, hurry: AbortSignal, log: Logger): Promise<void> {
  try {
    await withTimeout(abortable(service.drain(), hurry), drainTimeoutMs);
  } catch (error) {
    if (error instanceof TimeoutError) log.warn('work is still in progress; ending it');
    else if (!hurry.aborted) throw error;
  }
}
