import type { operations } from '../../generated/studio.ts';
import type { CallOf, HandlerParts, HttpHeader, ReplyOf } from '../../handlers/operation.ts';
import type { DesignConverter } from '../../src/domain/designs/convert-design.ts';
import type { DeleteAccountParts } from '../../src/domain/members/delete-account.ts';
import type { KeyParts } from '../../src/domain/keys/keys.ts';
import type { ImageUrlParts } from '../../src/domain/image-urls/parts.ts';
import type { OidcParts } from '../../src/domain/sessions/oidc.ts';
import type { SessionParts } from '../../src/domain/sessions/own-sessions.ts';
import type { SignInParts } from '../../src/domain/sessions/sign-in.ts';
import type { AuthoringParts } from '../../src/domain/authoring/parts.ts';
import type { PreviewParts } from '../../src/domain/previews/parts.ts';
import type { ThumbnailParts } from '../../src/domain/authoring/thumbnails.ts';
import type { StudioCaller } from '../../src/store/sessions.ts';

/** The operations of the app's contract. */
export type StudioOperationId = keyof operations;

/**
 * A handler for every operation. A missing handler, an undeclared status or a wrong body does not compile.
 */
export type StudioHandlers = { readonly [Id in StudioOperationId]: Handler<Id> };

/** Answers a valid request with one domain call. Throws a Problem if it refuses or fails. */
export type Handler<Id extends StudioOperationId> = (
  call: Call<Id>,
  parts: StudioParts,
) => Promise<Reply<Id>>;

/** The parts that domain calls need. */
export interface StudioParts extends HandlerParts {
  /** Whether requests count against rate limits. */
  readonly limitsRates: boolean;
  /** The origin that clients see. */
  readonly publicUrl: () => string;
  readonly signIn: SignInParts;
  readonly oidc: OidcParts;
  readonly session: SessionParts;
  readonly keys: KeyParts;
  readonly imageUrls: ImageUrlParts;
  readonly deleteAccount: DeleteAccountParts;
  readonly authoring: AuthoringParts;
  readonly previews: PreviewParts;
  readonly convert: DesignConverter;
  readonly thumbnails: ThumbnailParts;
}

/** A valid request to an operation, with defaults filled in. */
export interface Call<Id extends StudioOperationId> extends CallOf<operations[Id]> {
  readonly caller: Id extends OpenOperation ? null : StudioCaller;
  readonly client: Client;
}

/** Operations that need no session: with them one begins. */
type OpenOperation =
  | ('signInWithPassword' | 'signInWithLink' | 'finishSignIn')
  | ('startPasskeySignIn' | 'finishPasskeySignIn')
  | ('startOidc' | 'finishOidc');

/** Who sends a request. */
export interface Client {
  /** The address of the connection. */
  readonly address: string;
  readonly userAgent: string | null;
  /** The values of our cookies, as the client sends them. */
  readonly cookies: Readonly<Partial<Record<CookieName, string>>>;
}

/** A reply that the contract declares. */
export type Reply<Id extends StudioOperationId> = ReplyOf<operations[Id], SetByHttp> & {
  /** Cookies to set or to remove; `src/http` writes them, with all of their attributes. */
  readonly cookies?: readonly Cookie[];
};

/** Headers of the app's contract that `src/http` sets. */
type SetByHttp = Exclude<HttpHeader, 'Cache-Control' | 'ETag'> | 'Set-Cookie';

/**
 * `session`: the token of a session. `oidc`: a sign-in at the identity provider that is under way. `device`:
 * a browser in which somebody has signed in.
 */
export type CookieName = 'session' | 'oidc' | 'device';

export interface Cookie {
  readonly name: CookieName;
  /** Letters, digits, `-`, `_`, `.` and `~`; null removes the cookie. */
  readonly value: string | null;
  readonly maxAgeSeconds: number;
}
