import type { Configuration } from 'openid-client';
import { fetchFromOperator } from '../../outbound/fetch-from-operator.ts';
import { OutboundError } from '../../outbound/outbound-error.ts';

/** The OpenID provider that the operator has set. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What the provider says about a person. */
export interface OidcPerson {
  /** The claims `iss` and `sub`: the same for as long as the person has an account there. */
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly name: string | null;
}

/** What ties the provider's answer to the browser that asked. */
export interface OidcChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Why the provider did not say who has signed in. */
export interface OidcFailure {
  readonly outcome: 'denied' | 'failed' | 'unavailable';
  /** For the log. */
  readonly reason: string;
}

/** Signs people in at a provider: code flow with PKCE, state and nonce. A failure is a result. */
export interface OidcProvider {
  /** The provider's page to open, and the checks of its answer. */
  begin(
    redirectUri: string,
  ): Promise<{ readonly outcome: 'begun'; readonly url: string; readonly checks: OidcChecks } | OidcFailure>;
  /**
   * Who has signed in.
   *
   * @param answer the address to which the provider has sent the browser
   */
  finish(
    answer: URL,
    checks: OidcChecks,
  ): Promise<{ readonly outcome: 'finished'; readonly person: OidcPerson } | OidcFailure>;
}

/** How long the provider's description of itself is used. */
const discoveryMs = 60 * 60_000;

export function createOidcProvider(settings: OidcSettings): OidcProvider {
  let found: { readonly configuration: Promise<Configuration>; readonly at: number } | null = null;
  const configure = async (): Promise<Configuration> => {
    if (found === null || performance.now() - found.at > discoveryMs) {
      const configuration = discover(settings);
      found = { configuration, at: performance.now() };
      // The next sign-in tries again.
      configuration.catch(() => (found = null));
    }
    return await found.configuration;
  };
  return {
    async begin(redirectUri) {
      try {
        return { outcome: 'begun', ...(await authorize(await configure(), redirectUri)) };
      } catch (error) {
        return { outcome: 'unavailable', reason: describe(error) };
      }
    },
    async finish(answer, checks) {
      try {
        return { outcome: 'finished', person: await identify(await configure(), answer, checks) };
      } catch (error) {
        return { outcome: classify(error), reason: describe(error) };
      }
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const oidc = await import('openid-client');
  const server = new URL(issuer);
  return await oidc.discovery(server, clientId, clientSecret, undefined, {
    [oidc.customFetch]: fetchFromOperator,
    execute: [
      oidc.enableNonRepudiationChecks,
      // The operator may have chosen a provider on the same machine.
      ...(server.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

async function authorize(
  configuration: Configuration,
  redirectUri: string,
): Promise<{ readonly url: string; readonly checks: OidcChecks }> {
  const oidc = await import('openid-client');
  const checks = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    codeVerifier: oidc.randomPKCECodeVerifier(),
  };
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
    code_challenge_method: 'S256',
  });
  return { url: url.href, checks };
}

async function identify(
  configuration: Configuration,
  answer: URL,
  { state, nonce, codeVerifier }: OidcChecks,
): Promise<OidcPerson> {
  const oidc = await import('openid-client');
  const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (idToken === undefined) throw new Error('The provider sent no ID token.');
  // Providers put the address into the ID token, or only into the answer of another endpoint.
  const claims =
    idToken['email'] === undefined
      ? await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
      : idToken;
  return {
    issuer: idToken.iss,
    subject: idToken.sub,
    // Unchanged: whose address it is depends on each character.
    email: typeof claims['email'] === 'string' ? claims['email'] : null,
    isEmailVerified: claims['email_verified'] === true,
    name: getText(claims['name']),
  };
}

function classify(error: unknown): OidcFailure['outcome'] {
  const causes = getCauses(error);
  if (causes.some((each) => 'error' in each && each.error === 'access_denied')) return 'denied';
  const isNetwork = causes.some(
    (each) =>
      each instanceof OutboundError || each.name === 'TimeoutError' || each.message === 'fetch failed',
  );
  return isNetwork ? 'unavailable' : 'failed';
}

/** Their messages have no codes, tokens or secrets. */
function describe(error: unknown): string {
  return getCauses(error)
    .map((each) => ('error' in each ? `${each.message} (${String(each.error)})` : each.message))
    .join(': ');
}

function getCauses(error: unknown): Error[] {
  return error instanceof Error ? [error, ...getCauses(error.cause)] : [];
}

function getText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}
