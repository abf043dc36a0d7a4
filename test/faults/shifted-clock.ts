/**
 * Loaded into a process before the program: its clock is ahead by what a file says, and by a little of its own. Only what tells the
 * date is: timers and what measures time go as before. The service takes the month of a charge from this clock, and nothing else
 * that lasts: ages and due times are the database's.
 */
import { readFileSync } from 'node:fs';

const file = process.env['FAULTS_CLOCK_FILE'] ?? '';
const skewMs = Number(process.env['FAULTS_CLOCK_SKEW_MS'] ?? '0');
const TrueDate = Date;
let aheadMs = 0;

function look(): void {
  try {
    aheadMs = Number(readFileSync(file, 'utf8'));
  } catch {
    // Not set yet.
  }
}

class ShiftedDate extends TrueDate {
  constructor(...given: []) {
    super(...((given.length === 0 ? [ShiftedDate.now()] : given) as unknown as []));
  }

  static override now(): number {
    return TrueDate.now() + aheadMs + skewMs;
  }
}

look();
setInterval(look, 200).unref();
globalThis.Date = ShiftedDate as DateConstructor;
