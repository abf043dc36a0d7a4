import { RemoteImageError } from '../../render/assets.ts';
import { RenderInputError, VariableError } from '../../render/errors.ts';
import { RendererBusyError, RendererCrashedError } from '../../renderer/errors.ts';
import { StorageUnavailableError } from '../../storage/storage.ts';
import { isDatabaseAway } from '../../store/outages.ts';
import { LostFileError } from './lost-file.ts';
import { escapePointer } from '../../common/text/json-text.ts';
import { problems } from './catalogue.ts';
import { findOriginFailure } from './failure-reason.ts';
import { Problem, type FieldError } from './problem.ts';

/** The problem for an error that nothing closer to it has converted. */
export function toAnyProblem(error: unknown): Problem {
  return convert(conversions, error) ?? problems.internalError(error);
}

/** The problem for an error of a render. An unknown error is an internal error. */
export function toProblem(error: unknown): Problem {
  return convert(renderConversions, error) ?? problems.internalError(error);
}

/**
 * The problem for an error of a share link's file.
 *
 * @param otherwise makes the problem for an unknown error
 */
export function toShareProblem(
  error: unknown,
  otherwise: (cause: unknown) => Problem = problems.internalError,
): Problem {
  return convert(shareConversions, error) ?? otherwise(error);
}

/** The invalid field that an error of binding or rendering names; null for any other error. */
export function toFieldError(error: unknown): FieldError | null {
  if (!(error instanceof VariableError || error instanceof RenderInputError)) return null;
  const { variable, message } = error;
  if (error instanceof RenderInputError && optionKinds.has(error.kind))
    return { pointer: `/options/${error.kind}`, detail: message };
  // Without a variable, the template cannot be rendered with these options.
  const pointer = variable === null ? '' : `/variables/${escapePointer(variable)}`;
  return { pointer, detail: message };
}

/** Errors of a render that are named after the option at fault. */
const optionKinds: ReadonlySet<RenderInputError['kind']> = new Set([
  'page',
  'attachments',
  'facturx',
  'pdfStandard',
]);

/** Converts the errors of one class; null where the error has another class. */
type Conversion = (error: unknown) => Problem | null;

const databaseAway: Conversion = (error) =>
  isDatabaseAway(error) ? problems.serviceUnavailable(error) : null;

const rendererBusy = from(RendererBusyError, (error) =>
  problems.rendererUnavailable(error.retryAfterSeconds, error),
);

const conversions: readonly Conversion[] = [
  from(Problem, (problem) => problem),
  rendererBusy,
  from(StorageUnavailableError, problems.serviceUnavailable),
  databaseAway,
];

const renderConversions: readonly Conversion[] = [
  from(Problem, (problem) => problem),
  from(VariableError, refuseField),
  from(RenderInputError, refuseField),
  // The error is no cause: its message quotes the URL, which must not be logged.
  from(RemoteImageError, (error) => blameOrigin(problems.renderFailed(error.message), error.originFailure)),
  rendererBusy,
  from(RendererCrashedError, (error) => problems.renderFailed(crashDetail(error), error)),
  from(StorageUnavailableError, problems.filesUnavailable),
  from(LostFileError, blameFile),
  databaseAway,
];

const shareConversions: readonly Conversion[] = [
  from(Problem, (problem) => problem),
  from(StorageUnavailableError, problems.sharingUnavailable),
  databaseAway,
];

function convert(conversions: readonly Conversion[], error: unknown): Problem | null {
  for (const conversion of conversions) {
    const problem = conversion(error);
    if (problem !== null) return problem;
  }
  return null;
}

function from<Failure>(
  errorClass: abstract new (...parameters: never[]) => Failure,
  convert: (error: Failure) => Problem,
): Conversion {
  return (error) => (error instanceof errorClass ? convert(error) : null);
}

function refuseField(error: VariableError | RenderInputError): Problem {
  const field = toFieldError(error);
  const problem = problems.invalidRequest(field === null ? [] : [field]);
  const originFailure = findOriginFailure(error);
  if (originFailure !== null) return blameOrigin(problem, originFailure);
  const imageFailure = error instanceof VariableError ? error.imageFailure : null;
  return imageFailure === null ? problem : problem.with({ cause: imageCause(imageFailure) });
}

/** Says more than the client gets: which hosts exist inside the network is for the operator only. */
function imageCause(failure: string): string {
  return failure === 'not-public'
    ? 'the address of an image is not public: OUTBOUND_ALLOW can permit it'
    : `image: ${failure}`;
}

function blameOrigin(problem: Problem, originFailure: string): Problem {
  return problem.with({ reason: 'origin', cause: `image server: ${originFailure}` });
}

/** That the template has lost a file is the operator's fault, and an internal error. */
function blameFile(error: LostFileError): Problem {
  if (error.state === 'missing' && !error.isPicture) return problems.internalError(error);
  return problems.renderFailed(`${error.message} Nothing was charged.`, error);
}

function crashDetail({ reason }: RendererCrashedError): string {
  return reason === 'timeout'
    ? 'The render took too long and was stopped. Nothing was charged.'
    : 'The renderer failed at this render. Nothing was charged; it is safe to try again.';
}
