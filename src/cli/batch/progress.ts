export interface ProgressState {
  readonly status: string;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
}

export interface Progress {
  show(state: ProgressState): void;
  /** Prints a separate line. */
  log(line: string): void;
  /** Ends the line of the bar. */
  end(): void;
}

/** The part of standard error that is used here. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const lineIntervalMs = 10_000;
const maxBarWidth = 40;
const clearLine = '\r\u001b[K';

/** Shows a job's progress: a bar on a terminal, otherwise a line now and then. */
export function createProgress(screen: Screen, now: () => number = () => performance.now()): Progress {
  return screen.isTTY === true ? createBar(screen) : createLines(screen, now);
}

function createBar(screen: Screen): Progress {
  let shown = '';
  return {
    show(state) {
      const line = drawBar(state, screen.columns || 80);
      if (line !== shown) screen.write(clearLine + line);
      shown = line;
    },
    log(line) {
      screen.write(`${shown === '' ? '' : clearLine}${line}\n${shown}`);
    },
    end() {
      if (shown !== '') screen.write('\n');
      shown = '';
    },
  };
}

/** Prints a line for each new status, and every few seconds if the counts have changed. */
function createLines(screen: Screen, now: () => number): Progress {
  let last = { status: '', line: '', at: -Infinity };
  return {
    show(state) {
      const line = describe(state);
      if (line === last.line || (state.status === last.status && now() - last.at < lineIntervalMs)) return;
      last = { status: state.status, line, at: now() };
      screen.write(`${line}\n`);
    },
    log: (line) => void screen.write(`${line}\n`),
    end: () => undefined,
  };
}

/** Draws one line that fits the screen, without the bar if there is no room for it. */
function drawBar(state: ProgressState, columns: number): string {
  const text = describe(state);
  const width = Math.min(maxBarWidth, columns - text.length - 4);
  if (width < 5) return text.slice(0, Math.max(columns - 1, 10));
  const { totalItems, completedItems, failedItems } = state;
  const filled = Math.floor(((completedItems + failedItems) / totalItems) * width);
  return `[${'█'.repeat(filled)}${'░'.repeat(width - filled)}] ${text}`;
}

function describe({ status, totalItems, completedItems, failedItems }: ProgressState): string {
  const done = completedItems + failedItems;
  const isStoring = status === 'PROCESSING' && done === totalItems;
  return (
    `${done} of ${totalItems}${failedItems > 0 ? ` (${failedItems} failed)` : ''}, ` +
    (isStoring ? 'writing the archive' : status.toLowerCase())
  );
}
