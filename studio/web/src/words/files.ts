/** Words about files that are uploaded. */
export const fileWords = {
  tooLarge: (size: string, limit: string) => `The file has ${size}: at most ${limit} are accepted.`,
  /** With the end of a sentence. */
  refused: (problem: string) => `The file ${problem}`,
  /** It was moved or changed since it was chosen, or it is a folder. */
  gone: 'The file cannot be read any more. Choose it again.',
  named: (name: string, reason: string) => `${name}: ${reason}`,
} as const;
