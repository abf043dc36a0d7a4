/** The worker thread of `in-worker.ts`. It runs one check at a time. */
import type { TemplateDocument } from '../../../../generated/template.ts';
import { answerCalls } from '../../../async/worker-thread.ts';
import { checkVariablesInWorker } from '../../variables/check-values-in-worker.ts';
import type { VariableCheck } from '../../variables/check-values.ts';
import { writeInOrder } from '../key-order.ts';
import { locateFindings, type LocatedFindings } from '../locate-problems.ts';
import { checkDocument } from './check-document.ts';
import type { CheckRequest } from './in-worker.ts';
import { namedFiles } from './named-files.ts';
import type { Findings } from './problem.ts';

type CheckAnswer = Findings | LocatedFindings | VariableCheck | ReadonlySet<string> | string;

answerCalls<CheckRequest, CheckAnswer>(({ text, ...request }) => {
  const json = JSON.parse(text) as object;
  if ('found' in request) return locateFindings(json, request.found);
  if ('document' in request) return checkDocument({ ...request.document, json });
  if ('namedOf' in request) return namedFiles(json, request.namedOf);
  if ('isToWrite' in request) return writeInOrder(json);
  const { files, values } = request;
  return checkVariablesInWorker({ document: json as TemplateDocument, files }, values);
});
