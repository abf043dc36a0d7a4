/** Whether two values of a document are the same; a key that is undefined is not there. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
