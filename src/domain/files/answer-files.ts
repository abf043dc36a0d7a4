/** Storage keys of files that are kept for repeated requests. */

/** The prefix of all such files. */
export const answerFilesPrefix = 'answers/';

/** The key of the file that a request was answered with. */
export function answerFileKey(requestId: string): string {
  return `${answerFilesPrefix}${requestId.slice(0, 2)}/${requestId}`;
}

/** The request of a file, from its key. */
export function requestOfFile(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
