import { describeErrors, shortenErrors } from './field-errors.ts';
import { Problem, type FieldError, type RateState } from './problem.ts';

/** `Retry-After` while too many passwords wait to be hashed. */
const passwordRetrySeconds = 1;

/** A problem of a template document, as the app lists it. */
export interface TemplateProblem extends FieldError {
  readonly elementId: string | null;
  readonly line: number | null;
  readonly column: number | null;
}

/** Who did something, as the app shows it. */
interface Person {
  readonly id: string;
  readonly name: string;
}

/** The save that a request did not know of; null where it is not known. */
interface LastSave {
  readonly savedAt: Date | null;
  readonly savedBy: Person | null;
}

function lastSaveMembers({ savedAt, savedBy }: LastSave): Readonly<Record<string, unknown>> {
  return { savedAt: savedAt?.toISOString() ?? null, savedBy };
}

/** One sentence for every reason: which one it is says nothing to a person. */
const passkeyNotAccepted =
  'The passkey was not accepted: it is not one of this account, it was asked for too long ago, or at ' +
  'another address. Try again.';

/** The catalogue's part for the app: problems that only its contract has. */
export const studioProblems = {
  unauthenticated: () => new Problem('UNAUTHENTICATED', 'Sign in: there is no session, or it has ended.'),
  signInFailed: () => new Problem('SIGN_IN_FAILED', 'The address or the password is wrong.'),
  tooManySignIns: (rate: RateState, retryAfterSeconds: number) =>
    new Problem(
      'RATE_LIMIT_EXCEEDED',
      `Too many attempts to sign in: 10 a minute are accepted. Wait ${retryAfterSeconds} s.`,
      { rate, retryAfterSeconds },
    ),
  tooManyTimeCodes: (rate: RateState, retryAfterSeconds: number) =>
    new Problem(
      'RATE_LIMIT_EXCEEDED',
      `Too many wrong codes of an app. Wait ${Math.ceil(retryAfterSeconds / 60)} minutes, or use a ` +
        'recovery code or a passkey.',
      { rate, retryAfterSeconds },
    ),
  passwordsBusy: () =>
    new Problem('SERVICE_UNAVAILABLE', 'Too many passwords are being checked. Try again shortly.', {
      retryAfterSeconds: passwordRetrySeconds,
    }),
  linkInvalid: () =>
    new Problem('LINK_INVALID', 'This link was used, has expired, or is incomplete. Ask for a new one.'),
  foreignOrigin: () =>
    new Problem(
      'FOREIGN_ORIGIN',
      'This request must come from a page of this service: send its own Origin, or ' +
        'Sec-Fetch-Site: same-origin. Behind a proxy, PUBLIC_URL must be the address that browsers use.',
    ),
  challengeInvalid: () =>
    new Problem('CHALLENGE_INVALID', 'This sign-in was finished, or has waited for too long. Begin again.'),
  signInCodeWrong: () =>
    new Problem('SIGN_IN_CODE_WRONG', 'The code is wrong, or was used. Wait for the next one.'),
  codeWrong: () => new Problem('CODE_WRONG', 'The code is wrong, or was used. Wait for the next one.'),
  factorMissing: () =>
    new Problem('CODE_WRONG', 'The account has a second factor: a code or a passkey is needed.'),
  signInPasskeyWrong: () => new Problem('SIGN_IN_PASSKEY_WRONG', passkeyNotAccepted),
  passkeyWrong: () => new Problem('PASSKEY_WRONG', passkeyNotAccepted),
  passkeysNotPossible: () =>
    new Problem(
      'PASSKEYS_NOT_POSSIBLE',
      'Browsers use passkeys only with https and the name of a host. The operator sets PUBLIC_URL.',
    ),
  noPasskey: () =>
    new Problem(
      'PASSKEYS_NOT_POSSIBLE',
      'The account has no passkey for the address of this service. Use a code, or a recovery code.',
    ),
  passkeyLimitReached: (maxPasskeys: number) =>
    new Problem(
      'PASSKEY_LIMIT_REACHED',
      `An account may have ${maxPasskeys} passkeys, and has as many. Remove one first.`,
    ),
  passkeyNotFound: (id: string) => new Problem('NOT_FOUND', `There is no passkey ${id} of this account.`),
  secondFactorOn: () => new Problem('SECOND_FACTOR_ON', 'The account has a second factor already.'),
  secondFactorOff: () => new Problem('SECOND_FACTOR_OFF', 'The account has no second factor.'),
  secondFactorRequired: () =>
    new Problem('SECOND_FACTOR_REQUIRED', 'The workspace requires a second factor. Set it up first.'),
  passwordWrong: () => new Problem('PASSWORD_WRONG', 'The current password is missing or wrong.'),
  ownerOnly: () => new Problem('OWNER_ONLY', 'Only an owner of the workspace may do this.'),
  projectNotOwned: () =>
    new Problem('PROJECT_NOT_OWNED', 'The project belongs to another member. Only they may do this.'),
  templateNotOwned: () =>
    new Problem('TEMPLATE_NOT_OWNED', 'The template belongs to another member. Only they may do this.'),
  oidcNotConfigured: () =>
    new Problem('NOT_FOUND', 'Signing in with OpenID Connect is not set up at this service.'),
  sessionNotFound: (id: string) => new Problem('NOT_FOUND', `There is no session ${id} of this account.`),
  memberNotFound: (id: string) => new Problem('NOT_FOUND', `There is no member ${id} in this workspace.`),
  keyNotFound: (id: string) =>
    new Problem('NOT_FOUND', `There is no key ${id}, or this account may not see it.`),
  versionNotFound: (version: number) =>
    new Problem('NOT_FOUND', `The template has no published version ${version}.`),
  fileNotFound: (path: string) =>
    new Problem('NOT_FOUND', `The template has no file ${JSON.stringify(path.slice(0, 200))}.`),
  libraryItemNotFound: (id: string) =>
    new Problem('NOT_FOUND', `The library of the workspace has no item ${id}.`),
  libraryItemNotOwned: () =>
    new Problem(
      'LIBRARY_ITEM_NOT_OWNED',
      'Another member has added the item. They and owners may remove it.',
    ),
  libraryFileNotFound: (path: string) =>
    new Problem('NOT_FOUND', `The item has no file ${JSON.stringify(path.slice(0, 200))}.`),
  thumbnailNotFound: () => new Problem('NOT_FOUND', 'There is no picture of this version (yet).'),
  rowNotFound: (rowIndex: number) =>
    new Problem(
      'NOT_FOUND',
      `The job has no row with the index ${rowIndex}, or its rows are not kept any more.`,
    ),
  rowWithoutFile: (line: number) => new Problem('NOT_FOUND', `The archive has no file of row ${line}.`),
  rowFailed: (row: number) =>
    new Problem('ROW_HAS_NO_FILE', `Row ${row} failed, so it has no file. Its render was refunded.`),
  rowOnSheets: () =>
    new Problem(
      'ROW_HAS_NO_FILE',
      'The rows of this job are on the sheets of one PDF, so no row has a file of its own. ' +
        'Download the PDF of the job.',
    ),
  archiveDamaged: (cause: unknown) =>
    new Problem('BATCH_RESULT_NOT_FOUND', 'The archive of this job is damaged in storage.', { cause }),
  lifetimeTooLong: (plan: string, maxMs: number) => {
    const days = Math.floor(maxMs / 86_400_000);
    const most = days === 0 ? 'less than a day' : `at most ${days} ${days === 1 ? 'day' : 'days'}`;
    const detail = `Links of the plan ${plan} work for ${most}.`;
    const errors = [{ pointer: '/expiresInDays', detail }];
    return new Problem('VALIDATION_ERROR', detail, { errors });
  },
  deliveryNotFound: (id: string) =>
    new Problem('NOT_FOUND', `There is no delivery ${id}, or this account may not see it.`),
  emailTaken: () => new Problem('EMAIL_TAKEN', 'A member has this address already.'),
  emailTakenElsewhere: () =>
    new Problem(
      'EMAIL_TAKEN',
      'Another account has this address already. Ask the owner of the workspace to use another one.',
    ),
  tooManyTakenAddresses: (rate: RateState, retryAfterSeconds: number) =>
    new Problem(
      'RATE_LIMIT_EXCEEDED',
      'Too many addresses of this workspace belonged to other accounts. Try again in ' +
        `${Math.ceil(retryAfterSeconds / 3600)} h, or sign in with the OpenID provider.`,
      { rate, retryAfterSeconds },
    ),
  lastOwner: () => new Problem('LAST_OWNER', 'The workspace needs an owner. Make another member one first.'),
  keyLimitReached: (maxKeys: number, what: 'keys' | 'URL keys' = 'keys') =>
    new Problem(
      'KEY_LIMIT_REACHED',
      `The workspace may have ${maxKeys} ${what}, and has as many. Delete one first.`,
    ),
  projectHoldsOthersTemplates: () =>
    new Problem(
      'PROJECT_HOLDS_OTHERS_TEMPLATES',
      'Other members have templates in the project. They must move or delete them first.',
    ),
  neverPublished: () => new Problem('NEVER_PUBLISHED', 'The template has no published version yet.'),
  noDraft: () => new Problem('NO_DRAFT', 'The template has no draft, so there is nothing to publish.'),
  alreadyPublished: (version: number) =>
    new Problem('ALREADY_PUBLISHED', `Version ${version} is the published one.`),
  templateInvalid: (invalid: readonly TemplateProblem[]) => {
    const errors = shortenErrors(invalid);
    return new Problem('TEMPLATE_INVALID', describeErrors(errors, invalid.length), {
      status: 409,
      errors,
      members: { problems: invalid },
    });
  },
  draftChanged: (save: LastSave) =>
    new Problem(
      'DRAFT_CHANGED',
      `${save.savedBy?.name ?? 'Somebody'} saved or published this template in the meantime. Read it again.`,
      { members: lastSaveMembers(save) },
    ),
  settingsChanged: (save: LastSave) =>
    new Problem(
      'SETTINGS_CHANGED',
      save.savedAt === null
        ? 'This template has no settings of the designer. Read them again.'
        : `${save.savedBy?.name ?? 'Somebody'} saved these settings in the meantime. Read them again.`,
      { members: lastSaveMembers(save) },
    ),
  previewReplaced: () =>
    new Problem('PREVIEW_REPLACED', 'A newer preview of the same tab replaces this one.'),
  fileInvalid: (errors: readonly FieldError[]) => {
    const shown = shortenErrors(errors);
    return new Problem('FILE_INVALID', describeErrors(shown, errors.length), { errors: shown });
  },
  fileLimitReached: (detail: string) => new Problem('FILE_LIMIT_REACHED', detail),
  tooManyStreams: () =>
    new Problem(
      'SERVICE_UNAVAILABLE',
      'Too many streams of events are open, of this session or in all. Close some tabs.',
      { retryAfterSeconds: 5 },
    ),
  deliveryPending: () => new Problem('DELIVERY_PENDING', 'An attempt of this delivery is due already.'),
};
