import type { IncomingMessage } from 'node:http';
import type { FileReply } from '../../../handlers/operation.ts';
import type { Cookie, StudioHandlers, StudioParts } from '../../../studio/handlers/operation.ts';
import { problems } from '../../domain/problems/catalogue.ts';
import { maxJsonBytes } from '../../domain/templates/import-zip.ts';
import { maxDepth } from '../../domain/templates/template-folder.ts';
import { Problem } from '../../domain/problems/problem.ts';
import { studioProblems } from '../../domain/problems/studio-problems.ts';
import type { RateRefusals } from '../../domain/quota/rate-refusals.ts';
import { findStudioTier, type Tier } from '../../domain/quota/request-rates.ts';
import { findSession, type StudioCaller } from '../../store/sessions.ts';
import { hashToken } from '../../store/tokens.ts';
import { createApi, type AnyHandler, type Api } from '../api.ts';
import type { BodyMemory } from '../body/body-memory.ts';
import type { BodyLimit } from '../body/read-body.ts';
import { clientAddress } from '../client-address.ts';
import type { BodyType, ContractOperation } from '../contract.ts';
import type { Answer, AnyReply, Exchange } from '../exchange.ts';
import { wholeFileReply } from '../file-reply.ts';
import { fileSecurityPolicy } from '../shared-files.ts';
import type { DownloadableFile } from '../../domain/files/downloadable-file.ts';
import { rateHeaders } from '../problem-response.ts';
import { maxValues } from '../body/value-sizes.ts';
import { maxValuesPerRow } from '../public-api.ts';
import { setHeaders } from '../respond.ts';
import { readCookies, writeCookie } from './cookies.ts';
import { requireOwnOrigin } from './own-origin.ts';

export interface StudioApiParts {
  readonly contract: readonly ContractOperation[];
  readonly handlers: StudioHandlers;
  readonly handlerParts: StudioParts;
  readonly maxBodyBytes: number;
  readonly rateRefusals: RateRefusals;
  /** The origin that clients see; called once there are requests. */
  readonly publicUrl: () => string;
}

/** A file of a template, and so the body with one, may have as many bytes. */
export const maxFileBytes = 20 * 1024 * 1024;

/** Returns how to answer requests for each path of the app's API: those of its pages, with a session. */
export function createStudioApi(parts: StudioApiParts, bodyMemory: BodyMemory): Map<string, Answer> {
  const answers = createApi(studioApi(parts, bodyMemory));
  return new Map([...answers].map(([path, answer]) => [path, withPrivateHeaders(answer)]));
}

/** Answers paths below `/studio/api/` where there is nothing. */
export const answerUnknownStudioPath: Answer = withPrivateHeaders(({ target }) => {
  throw problems.notFound(target.path);
});

/** No cache may keep an answer, unless its handler says otherwise. */
export function withPrivateHeaders(answer: Answer): Answer {
  return (exchange) => {
    setHeaders(exchange.response, { 'Cache-Control': 'private, no-store' });
    return answer(exchange);
  };
}

function studioApi(parts: StudioApiParts, bodyMemory: BodyMemory): Api<StudioCaller | null, StudioParts> {
  const getCookies = (incoming: IncomingMessage) => readCookies(incoming, usesTls(parts.publicUrl()));
  return {
    contract: parts.contract,
    handlers: bindHandlers(parts),
    handlerParts: parts.handlerParts,
    bodyMemory,
    admit: (operation, exchange) => admit(parts, operation, exchange, getCookies(exchange.incoming).session),
    bodyOwner: (caller, { incoming }) => caller?.workspaceId ?? clientAddress(incoming),
    bodyLimit: ({ id }, mediaType) => bodyLimit(parts, id, mediaType),
    callParts: ({ incoming }) => ({
      client: {
        address: clientAddress(incoming),
        userAgent: incoming.headers['user-agent'] ?? null,
        cookies: getCookies(incoming),
      },
    }),
    fileHeaders,
    replyWithFile: wholeFileReply,
  };
}

/** What is in a file cannot run, wherever a browser opens it. Files that the service has made are shown. */
function fileHeaders({ saveAs }: DownloadableFile): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy':
      saveAs === null
        ? fileSecurityPolicy
        : "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  };
}

/** Refuses foreign pages first, then finds the session, then counts the request for its account. */
async function admit(
  parts: StudioApiParts,
  { id, method, isOpen }: ContractOperation,
  exchange: Exchange,
  token: string | undefined,
): Promise<StudioCaller | null> {
  if (method !== 'GET') requireOwnOrigin(exchange.incoming, parts.publicUrl());
  if (isOpen) return null;
  const isForSetUp = setUpOperations.has(id);
  return await admitSession(parts, exchange, { token, tier: findStudioTier(id), isForSetUp });
}

/** What an account may do that has to set up its second factor first. */
const setUpOperations: ReadonlySet<string> = new Set([
  'getSession',
  'signOut',
  'startSecondFactor',
  'confirmSecondFactor',
  'listPasskeys',
  'startPasskey',
  'addPasskey',
]);

/**
 * Finds the session of a token, and counts the request for its account.
 *
 * @param isForSetUp whether the request is part of setting up a second factor
 * @throws Problem UNAUTHENTICATED, RATE_LIMIT_EXCEEDED, SECOND_FACTOR_REQUIRED
 */
export async function admitSession(
  { handlerParts: { db, limitsRates }, rateRefusals }: StudioApiParts,
  { response, note }: Exchange,
  {
    token,
    tier,
    isForSetUp = false,
  }: { readonly token: string | undefined; readonly tier: Tier; readonly isForSetUp?: boolean },
): Promise<StudioCaller> {
  if (token === undefined) throw studioProblems.unauthenticated();
  const tokenHash = hashToken(token);
  const refused = rateRefusals.find(tier, tokenHash);
  if (refused !== undefined) {
    note(refused.sender);
    throw refused.problem;
  }
  const caller = await findSession(db, tokenHash);
  if (caller === null) throw studioProblems.unauthenticated();
  const { accountId, workspaceId } = caller;
  const sender = { accountId, workspaceId };
  note(sender);
  // At once: refusals that follow carry these headers, too.
  if (limitsRates) setHeaders(response, rateHeaders(await rateRefusals.count(db, tier, tokenHash, sender)));
  if (caller.needsSecondFactor && !isForSetUp) throw studioProblems.secondFactorRequired();
  return caller;
}

function bodyLimit({ maxBodyBytes, handlerParts }: StudioApiParts, id: string, type: BodyType): BodyLimit {
  const tooLarge = problems.payloadTooLarge;
  if (type === 'application/octet-stream') {
    return {
      maxBytes: /^upload(?:File|Picture|LibraryFile)$/u.test(id) ? maxFileBytes : maxBodyBytes,
      maxMembers: 0,
      tooLarge,
    };
  }
  if (id === 'saveDraft') {
    const maxBytes = Math.min(maxBodyBytes, maxJsonBytes);
    return { maxBytes, isDocument: true, ...documentLimits, tooLarge };
  }
  if (id === 'saveDesignSettings') {
    const maxBytes = Math.min(maxBodyBytes, maxSettingsBytes);
    return { maxBytes, maxMembers: maxSettings, acceptsExponents: true, tooLarge };
  }
  if (id === 'previewDraft' || id === 'createLibraryItem' || id === 'updateLibraryItem') {
    return { maxBytes: maxBodyBytes, ...documentLimits, maxDocumentBytes: maxJsonBytes, tooLarge };
  }
  const rows = handlerParts.submit.batchMaxRows * maxValuesPerRow;
  const maxMembers = id === 'submitBatch' || id === 'checkBatch' ? rows : maxValues;
  return { maxBytes: maxBodyBytes, maxMembers, tooLarge };
}

/**
 * Documents have more members than the largest that can be imported, groups in groups, and numbers as
 * JavaScript writes them, such as 1e-7.
 */
export const documentLimits = { maxMembers: 500_000, maxDepth: maxDepth + 1, acceptsExponents: true };

/** The settings of the designer: values of 50 data sets at most. */
const maxSettingsBytes = 1024 * 1024;
const maxSettings = 100_000;

/** The handlers of all operations, whose replies set their cookies. */
function bindHandlers({ handlers, publicUrl }: StudioApiParts): Record<string, AnyHandler<StudioParts>> {
  return Object.fromEntries(
    Object.entries<AnyHandler<StudioParts>>(handlers).map(([id, handle]) => [
      id,
      async (call, parts) => {
        const reply = await handle(call, parts).catch(withoutQuota);
        return withCookies(reply, usesTls(publicUrl()));
      },
    ]),
  );
}

/** The headers of the API with the quota are not in this contract: the app reads `getUsage`. */
function withoutQuota(error: unknown): never {
  if (!(error instanceof Problem) || error.facts.quota === undefined) throw error;
  const { quota: _quota, ...facts } = error.facts;
  throw new Problem(error.code, error.detail, facts);
}

type AnyReplyOrFile = AnyReply | FileReply;

function withCookies(
  reply: AnyReplyOrFile & { readonly cookies?: readonly Cookie[] },
  isSecure: boolean,
): AnyReplyOrFile {
  const { cookies } = reply;
  return cookies === undefined
    ? reply
    : { ...reply, setCookies: cookies.map((cookie) => writeCookie(cookie, isSecure)) };
}

/** Whether browsers use TLS, wherever it ends. */
export function usesTls(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
