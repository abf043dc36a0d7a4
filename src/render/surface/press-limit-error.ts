/** Something that a file for an older press cannot have. The message continues "The element …". */
export class PressLimitError extends Error {
  override readonly name = 'PressLimitError';

  /**
   * @param what is in the way: "has an opacity"
   * @param why it cannot be kept
   */
  constructor(what: string, why = 'PDF/X-1a has no transparency') {
    super(`${what}, but ${why}: change it, or make PDF/X-4, which keeps it.`);
  }
}
