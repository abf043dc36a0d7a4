import { problems } from '../src/domain/errors.ts';

/** Answers the operations that this release does not have: a problem with status 501. */
export function notImplemented(): Promise<never> {
  return Promise.reject(problems.notImplemented('This operation'));
}
