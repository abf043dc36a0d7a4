/** Months as the contract has them, `2026-03`, in UTC. */

/** The current month. */
export function currentMonth(now: Date = new Date()): string {
  return now.toISOString().slice(0, 7);
}

/** The month some months after another one, or before it. */
export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 7);
}

/** Whether the contract takes it, and it is not in the future. */
export function isMonth(text: string | null): text is string {
  return text !== null && /^20\d{2}-(0[1-9]|1[0-2])$/.test(text) && text <= currentMonth();
}
