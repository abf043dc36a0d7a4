/** `template render --watch`. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { startFileChecker, type FileChecker } from '../../renderer/check-files.ts';
import type { FileFinding, FileToCheck } from '../../renderer/messages.ts';
import { printResult, type readSettings } from '../command-context.ts';
import { describeError, errorLines } from '../describe-error.ts';
import { listenForStopSignals } from '../stop-signals.ts';
import { splitAttached } from './read-attached.ts';
import { isInlineJson } from './read-values.ts';
import { createFolderRenderer } from './render-folder.ts';
import { renderToFile, type RenderOptions } from './render-to-file.ts';
import { watchFiles } from './watch-files.ts';

/**
 * Renders a template now and whenever its files or the file of `--vars` change, until SIGINT or SIGTERM.
 * Prints what each render wrote, or why it failed: a template is often broken while it is edited.
 */
export async function renderOnChange(
  place: string,
  options: RenderOptions,
  settings: ReturnType<typeof readSettings>,
  globals: { readonly json?: boolean },
): Promise<void> {
  const signals = listenForStopSignals();
  const checker = startFileChecker(settings.config.renderTimeoutMs);
  const renderer = createFolderRenderer(settings, rememberGoodFiles(checker.check));
  const render = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      const { summary, lines } = await renderToFile(renderer, place, options);
      const [first, ...others] = lines;
      const tookMs = Math.round(performance.now() - startedAt);
      printResult(globals, summary, [`${timeOfDay()} ${first}, ${tookMs} ms`, ...others]);
    } catch (error) {
      if (globals.json === true) printResult(globals, describeError(error), []);
      else process.stderr.write(`${timeOfDay()} ${errorLines(error).join('\n')}\n`);
    }
  };

  const { vars, out, report, attach = [] } = options;
  const attached = attach.map((given) => splitAttached(given).file);
  const runner = repeatable(render);
  const watcher = await watchFiles(
    {
      places: vars === undefined || isInlineJson(vars) ? [place, ...attached] : [place, vars, ...attached],
      except: typeof report === 'string' ? [out, report] : [out],
    },
    () => runner.run(),
  );
  try {
    runner.run();
    if (!signals.first.aborted) await once(signals.first, 'abort');
  } finally {
    watcher.close();
    await runner.idle();
    checker.close();
    await renderer.close();
    signals.stopListening();
  }
}

/** Runs a task; a call during a run starts one more run after it. */
function repeatable(task: () => Promise<void>): { run(): void; idle(): Promise<void> } {
  let running: Promise<void> | null = null;
  let isDue = false;
  const repeat = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      await task();
    }
    running = null;
  };
  return {
    run() {
      isDue = true;
      running ??= repeat();
    },
    async idle() {
      isDue = false;
      await running;
    },
  };
}

/** Decodes only files that were not found good before: decoding takes longer than a render. */
function rememberGoodFiles(check: FileChecker): FileChecker {
  const good = new Map<string, FileFinding>();
  const getId = ({ kind, bytes }: FileToCheck) => kind + createHash('sha256').update(bytes).digest('hex');
  return async (files) => {
    const unknown = files.filter((file) => !good.has(getId(file)));
    const findings = await check(unknown);
    const found = new Map(unknown.map((file, index) => [file, findings[index] ?? null]));
    for (const [file, finding] of found) if (typeof finding !== 'string') good.set(getId(file), finding);
    return files.map((file) => found.get(file) ?? good.get(getId(file)) ?? null);
  };
}

function timeOfDay(): string {
  return new Date().toTimeString().slice(0, 8);
}
