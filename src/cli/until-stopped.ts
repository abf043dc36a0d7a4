/**
 * The life of a process that works until it is told to stop.
 */
import type { Logger } from '../log.ts';

/** What can be drained and closed. */
interface Service {
  /** Begins nothing new and resolves once what is under way has ended. */
  drain(): Promise<void>;
  /** Ends what is still under way. */
  close(): Promise<void>;
}

/** How long what is under way gets to end. */
const drainMs = 30_000;

/** How long the parts get to close once that is over. */
const closeMs = 10_000;

/** A terminal's Ctrl-C reaches the process itself and through npm; two signals so close together are one. */
const oneSignalMs = 500;

/**
 * Starts a service and runs it until SIGTERM or SIGINT: what is under way is ended in order then, until a second signal or half
 * a minute cuts it off. Those end a start that hangs, too.
 *
 * @param begin what the service does once it is there; the start is over when it resolves
 */
export async function runUntilStopped<Part extends Service>(
  log: Logger,
  start: () => Promise<Part>,
  begin: (service: Part) => Promise<void>,
): Promise<void> {
  const signals = listenToSignals(log);
  const finishStart = boundStart(signals);
  const service = await start();
  try {
    await begin(service);
    finishStart();
    await signals.stop;
    await drain(service, signals.hurry, log);
  } finally {
    // Nothing that hangs in closing may keep the process.
    setTimeout(() => process.exit(1), closeMs).unref();
    await service.close();
    signals.ignore();
  }
}

interface Signals {
  /** Resolves at the first signal. */
  readonly stop: Promise<void>;
  /** Resolves at the second. */
  readonly hurry: Promise<void>;
  ignore(): void;
}

function listenToSignals(log: Logger): Signals {
  const stop = Promise.withResolvers<void>();
  const hurry = Promise.withResolvers<void>();
  let firstAt: number | null = null;
  const receive = (signal: NodeJS.Signals): void => {
    if (firstAt === null) {
      firstAt = performance.now();
      log.info({ signal }, 'stopping once what is under way has ended');
      stop.resolve();
    } else if (performance.now() - firstAt > oneSignalMs) {
      log.warn({ signal }, 'stopping at once');
      hurry.resolve();
    }
  };
  process.on('SIGTERM', receive).on('SIGINT', receive);
  return {
    stop: stop.promise,
    hurry: hurry.promise,
    ignore: () => process.off('SIGTERM', receive).off('SIGINT', receive),
  };
}

/**
 * A start that hangs, at a database that does not answer, may be ended like the service itself: a second signal, or
 * what a drain may take after the first, cuts it off. Returns what says that the start is over.
 */
function boundStart({ stop, hurry }: Signals): () => void {
  let isOver = false;
  const cutOff = (): void => {
    if (!isOver) process.exit(1);
  };
  void stop.then(() => setTimeout(cutOff, drainMs).unref());
  void hurry.then(cutOff);
  return () => {
    isOver = true;
  };
}

async function drain(service: Service, hurry: Promise<void>, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn('Something is still under way; cutting it off.');
      resolve();
    }, drainMs);
  });
  await Promise.race([service.drain(), hurry, late]);
  clearTimeout(timer);
}
