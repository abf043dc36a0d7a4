import assert from 'node:assert/strict';

/** Patterns of the secrets that the service creates or is given. */
const forms: Readonly<Record<string, RegExp>> = {
  'an API key': /plt_[\w-]{43}/u,
  'a secret of a URL key': /puk_[\w-]{43}/u,
  'a signed image URL': /[?&]s=[\w-]{43}/u,
  'a callback secret': /whsec_[A-Za-z0-9+/]{43}/u,
  'a callback signature': /\bv1[=,][\w+/]{43}/u,
  'a signed URL': /[?&](?:signature|X-Amz-Signature)=\w{64}/u,
  'a sign-in link': /sign-in\?token=[\w-]{43}/u,
  'a session': /platen_(?:session|oidc)=[\w-]{43}/u,
  'a password hash': /\$argon2id\$/u,
  'a share link': /\/s\/[\w-]{24}\.[a-z]{3,4}/u,
  'a database password': /postgres(?:ql)?:\/\/[^\s:/@]+:(?!\*+@)[^\s@]+@/u,
};

/** Fails if a logged line contains a secret. */
export function assertNoSecrets(lines: readonly string[]): void {
  for (const line of lines) {
    for (const [what, form] of Object.entries(forms)) {
      assert.doesNotMatch(line, form, `The log contains ${what}.`);
    }
  }
}
