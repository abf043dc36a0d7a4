/** The worker thread of `in-worker.ts`. It runs one check at a time. */
import { answerCalls } from '../../../async/worker-thread.ts';
import { locateFindings, type LocatedFindings } from '../locate-problems.ts';
import { checkDocument } from './check-document.ts';
import type { CheckRequest } from './in-worker.ts';
import type { Findings } from './problem.ts';

answerCalls<CheckRequest, Findings | LocatedFindings>(({ text, ...request }) => {
  const json = JSON.parse(text) as object;
  return 'found' in request
    ? locateFindings(json, request.found)
    : checkDocument({ ...request.document, json });
});
