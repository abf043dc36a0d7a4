import assert from 'node:assert/strict';

/** How secrets look that the service makes or is given, wherever they are. */
const forms: Readonly<Record<string, RegExp>> = {
  'an API key': /plt_[\w-]{43}/u,
  'a callback secret': /whsec_[A-Za-z0-9+/]{43}/u,
  'a signature of a callback': /\bv1[=,][\w+/]{43}/u,
  'a signed address': /[?&](?:signature|X-Amz-Signature)=\w{64}/u,
  'a share link': /\/s\/[\w-]{24}\.[a-z]{3,4}/u,
  'a password of the database': /postgres(?:ql)?:\/\/[^\s:/@]+:(?!\*+@)[^\s@]+@/u,
};

/** Fails where something that was logged has the form of a secret. */
export function assertNoSecrets(lines: readonly string[]): void {
  for (const line of lines) {
    for (const [what, form] of Object.entries(forms)) {
      assert.doesNotMatch(line, form, `The log tells ${what}.`);
    }
  }
}
