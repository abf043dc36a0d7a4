/**
 * How far a batch job is, on standard error: a bar where that is a terminal, and else a line now and then.
 */

export interface ProgressState {
  readonly status: string;
  readonly totalItems: number;
  readonly completedItems: number;
  readonly failedItems: number;
}

export interface Progress {
  show(state: ProgressState): void;
  /** A line of its own beside the progress. */
  note(line: string): void;
  /** Leaves what was shown last on a line of its own. */
  end(): void;
}

/** Where progress is shown: standard error, as far as it matters. */
interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const lineIntervalMs = 10_000;
const widestBar = 40;
const clearLine = '\r\u001b[K';

/** Shows progress on a screen. */
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
    note(line) {
      screen.write(`${shown === '' ? '' : clearLine}${line}\n${shown}`);
    },
    end() {
      if (shown !== '') screen.write('\n');
      shown = '';
    },
  };
}

/** A log gets a line for each state, and every few seconds where something has been done since the last one. */
function createLines(screen: Screen, now: () => number): Progress {
  let last = { status: '', line: '', at: -Infinity };
  return {
    show(state) {
      const line = describe(state);
      if (line === last.line || (state.status === last.status && now() - last.at < lineIntervalMs)) return;
      last = { status: state.status, line, at: now() };
      screen.write(`${line}\n`);
    },
    note: (line) => void screen.write(`${line}\n`),
    end: () => undefined,
  };
}

/** One line that fits the screen: the bar is left out where there is no room for it. */
function drawBar(state: ProgressState, columns: number): string {
  const text = describe(state);
  const width = Math.min(widestBar, columns - text.length - 4);
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
