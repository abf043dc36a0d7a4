import type { Command } from 'commander';
import type { App } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLog, type Logger } from '../log.ts';

/** How long requests under way get to end. */
const drainMs = 30_000;

/** How long the parts get to close once that is over. */
const closeMs = 10_000;

/** A terminal's Ctrl-C reaches the process itself and through npm; two signals so close together are one. */
const oneSignalMs = 500;

/** `serve`. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('take requests until told to stop')
    .option('--no-worker', 'leave batch jobs to other processes')
    .option('--demo', 'make a workspace with sample templates on the first start, and show how to use it')
    .action(async (options: { demo?: boolean }) => {
      const config = readConfig(process.env);
      const log = createLog(config);
      const signals = listenToSignals(log);
      // Loaded here, because no other command needs the renderers' libraries.
      const { createApp } = await import('../app.ts');
      const { describeDemo, prepareDemo } = await import('./demo.ts');
      const finishStart = boundStart(signals);
      const app = await createApp(config, log);
      try {
        // First, so that a port that is taken is told before the work of making the demo.
        const url = await app.listen();
        const demo = options.demo === true ? await prepareDemo(app, config, log) : null;
        finishStart();
        process.stdout.write(`platen is listening on ${url}\n`);
        if (demo !== null) process.stdout.write(await describeDemo(app, demo, config.publicUrl ?? url));
        await signals.stop;
        await drain(app, signals.hurry, log);
      } finally {
        // Nothing that hangs in closing may keep the process.
        setTimeout(() => process.exit(1), closeMs).unref();
        await app.close();
        signals.ignore();
      }
    });
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
      log.info({ signal }, 'stopping once the requests under way are answered');
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

async function drain(app: App, hurry: Promise<void>, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn('Requests are still under way; cutting them off.');
      resolve();
    }, drainMs);
  });
  await Promise.race([app.drain(), hurry, late]);
  clearTimeout(timer);
}
