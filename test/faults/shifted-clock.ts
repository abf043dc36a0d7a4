/**
 * Loaded into a process before the program (`--import`): shifts `Date` by the milliseconds in a file plus the
 * process's own error. Timers and `performance.now()` are unchanged. The service takes only the month of a
 * charge from this clock; ages and due times come from the database.
 */
import { readFileSync } from 'node:fs';

const file = process.env['FAULTS_CLOCK_FILE'] ?? '';
const skewMs = Number(process.env['FAULTS_CLOCK_SKEW_MS'] ?? '0');
const TrueDate = Date;
let aheadMs = 0;

function readShift(): void {
  try {
    aheadMs = Number(readFileSync(file, 'utf8'));
  } catch {
    // The file does not exist yet.
  }
}

class ShiftedDate extends TrueDate {
  constructor(...args: []) {
    super(...((args.length === 0 ? [ShiftedDate.now()] : args) as unknown as []));
  }

  static override now(): number {
    return TrueDate.now() + aheadMs + skewMs;
  }
}

readShift();
setInterval(readShift, 200).unref();
globalThis.Date = ShiftedDate as DateConstructor;
