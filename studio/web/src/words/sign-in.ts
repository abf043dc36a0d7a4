/** Words of the pages "Sign in" and "Join". */
export const signInWords = {
  title: 'Sign in',
  email: 'Email',
  password: 'Password',
  submit: 'Sign in',
  or: 'or',
  singleSignOn: (provider: string) => `Continue with ${provider}`,
  hint: 'No password, or forgotten it? Your operator can make a sign-in link for you:',
  hintCommand: 'platen account link --account ID',
  withLink: 'Signing you in …',
  linkInvalid: {
    title: 'This link does not work any more',
    detail:
      'A sign-in link works once, for 15 minutes; an invitation for 7 days. Sign in with your password, or ' +
      'ask for a new link.',
  },
  failed: 'The address or the password is wrong.',
  limited: 'Too many attempts. Wait a minute, then try again.',
  /** By the `problem` that the way back from the identity provider leads here with. */
  providerProblems: {
    OIDC_DENIED: {
      title: 'The sign-in was cancelled',
      detail: 'You, or your provider, did not agree to it.',
    },
    OIDC_FAILED: {
      title: 'The sign-in did not work',
      detail: 'Your provider’s answer was not valid. Try again.',
    },
    OIDC_UNAVAILABLE: { title: 'Your provider does not answer', detail: 'Try again in a moment.' },
    OIDC_EMAIL_UNVERIFIED: {
      title: 'Your address is not verified',
      detail: 'Your provider has not verified the address of your account there.',
    },
    OIDC_OTHER_PERSON: {
      title: 'This is another person at your provider',
      detail:
        'The member with your address has signed in there as somebody else. Sign in with the password, or ' +
        'ask your operator for a sign-in link.',
    },
    OIDC_NO_MEMBER: {
      title: 'You are not a member yet',
      detail: 'No member has the address that your provider names. Ask an owner for an invitation.',
    },
  } as Readonly<Record<string, { readonly title: string; readonly detail: string }>>,
} as const;

/** Words of the page for invitations. */
export const joinWords = {
  title: 'Join your team',
  description: 'You are invited to Platen Studio. Say who you are, and choose a password for the next time.',
  name: 'Your name',
  nameHint: 'As others in your team see it',
  password: 'Password',
  passwordHint: 'At least 8 characters, and none that many people use',
  submit: 'Join',
  /** The service names the workspace. */
  provider: { title: 'You are invited', decline: 'Not now' },
  address: {
    title: 'Confirm your new address',
    description:
      'From now on you sign in with it. Enter your password once. If you have none, sign in as before, ' +
      'then open the link again in this browser.',
    submit: 'Confirm address',
  },
  noToken: {
    title: 'This page needs an invitation',
    detail: 'Open the link of your invitation again. If it has been used, sign in.',
  },
  linkInvalid: {
    title: 'This invitation does not work any more',
    detail: 'It works once, for 7 days. If you have used it, sign in; otherwise ask an owner for a new one.',
  },
  signIn: 'Sign in',
} as const;
