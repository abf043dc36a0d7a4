/** A real OpenID provider, the npm package `oidc-provider`. It signs in whom a test names, without a page. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { checkedFetch, fetchExternal } from './requests.ts';
import Provider, { type Configuration } from 'oidc-provider';

/** Who signs in at the provider. Null: the person refuses. */
export interface Person {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: unknown;
  readonly name?: string;
}

export interface TestProvider {
  readonly issuer: string;
  /** Settings of the service. */
  readonly env: Readonly<Record<string, string>>;
  /** Who signs in from now on. */
  signInAs(person: Person | null): void;
  close(): Promise<void>;
}

const clientId = 'platen';
const clientSecret = 'a-secret-of-the-client';

/**
 * Starts a provider.
 *
 * @param publicUrl the origin of the service that people sign in to
 * @param claimsInIdToken default: they are only in the answer of the userinfo endpoint
 */
export async function startOidcProvider(
  publicUrl: string,
  { claimsInIdToken = false }: { readonly claimsInIdToken?: boolean } = {},
): Promise<TestProvider> {
  const people = new Map<string, Person>();
  let person: Person | null = null;
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const configuration: Configuration = {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/studio/api/v1/oidc/callback`],
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'test', use: 'sig' }] },
    cookies: { keys: ['of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !claimsInIdToken,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ ...people.get(sub), sub }),
    }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  };
  const provider = new Provider(issuer, configuration);
  const finish = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params } = await provider.interactionDetails(request, response);
    if (person === null) {
      const result = { error: 'access_denied', error_description: 'The person refuses.' };
      await provider.interactionFinished(request, response, result);
    } else if (prompt.name === 'login') {
      people.set(person.sub, person);
      await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
    } else {
      const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) });
      grant.addOIDCScope('openid email profile');
      const consent = { grantId: await grant.save() };
      await provider.interactionFinished(request, response, { consent });
    }
  };
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) void finish(request, response);
    else void answer(request, response);
  });
  return {
    issuer,
    env: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret },
    signInAs(next) {
      person = next;
    },
    close: () => closeServer(server),
  };
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

/** A browser without pages: opens addresses, and keeps cookies for each host. */
export class CookieJar {
  readonly #service: string;
  readonly #cookies = new Map<string, Map<string, string>>();

  /** @param service the origin of the service, whose answers are checked against the contract */
  constructor(service: string) {
    this.#service = service;
  }

  /** The value of a cookie. */
  get(url: string, name: string): string | undefined {
    return this.#of(url).get(name);
  }

  set(url: string, name: string, value: string): void {
    this.#of(url).set(name, value);
  }

  /** Opens a page, without following where it leads. */
  async open(url: string): Promise<Response> {
    const cookies = [...this.#of(url)].map(([name, value]) => `${name}=${value}`).join('; ');
    const send = new URL(url).origin === this.#service ? checkedFetch : fetchExternal;
    const response = await send(url, {
      redirect: 'manual',
      headers: cookies === '' ? {} : { cookie: cookies },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) this.#of(url).delete(name);
      else this.#of(url).set(name, value);
    }
    return response;
  }

  /** Opens a page and follows redirects while `shouldFollow` is true of them. Returns the last address. */
  async follow(url: string, shouldFollow: (next: URL) => boolean): Promise<URL> {
    let next = new URL(url);
    for (let count = 0; count < 20 && shouldFollow(next); count += 1) {
      const response = await this.open(next.href);
      const location = response.headers.get('location');
      await response.arrayBuffer();
      if (location === null) throw new Error(`${next.href} answers ${response.status} and leads nowhere`);
      next = new URL(location, next);
    }
    return next;
  }

  #of(url: string): Map<string, string> {
    const { host } = new URL(url);
    const cookies = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, cookies);
    return cookies;
  }
}
