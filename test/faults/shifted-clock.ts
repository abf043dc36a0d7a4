/**
 * Loaded into a process before the program: its clock is ahead by FAULTS_CLOCK_AHEAD_MS. Only what tells the date is: timers and
 * what measures time go as before. The service takes the month of a charge from this clock, and nothing else that lasts: ages and
 * due times are the database's.
 */
const aheadMs = Number(process.env['FAULTS_CLOCK_AHEAD_MS'] ?? '0');
const TrueDate = Date;

class ShiftedDate extends TrueDate {
  constructor(...given: []) {
    super(...((given.length === 0 ? [ShiftedDate.now()] : given) as unknown as []));
  }

  static override now(): number {
    return TrueDate.now() + aheadMs;
  }
}

globalThis.Date = ShiftedDate as DateConstructor;
