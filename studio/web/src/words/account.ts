/** Words of the page "Your account". */
export const accountWords = {
  title: 'Your account',
  /** After the first sign-in at the provider, which has removed what was set before. */
  tied: {
    title: 'Your account now belongs to you at your provider',
    detail:
      'Somebody else could have set up its password and second factor, so they were removed, and earlier ' +
      'sessions and links ended. You sign in with your provider, and can set a new password below. Look ' +
      'through your keys, too: they still work.',
  },
  profile: {
    title: 'You',
    description: 'What others in your workspace see.',
    name: 'Name',
    email: 'Email',
    emailHint: 'For signing in with a password.',
    emailByOwner: 'An owner of the workspace can change it.',
    noEmail: 'None yet',
    roles: { OWNER: 'You are an owner of the workspace.', MEMBER: 'You are a member of the workspace.' },
    save: 'Save',
    saved: 'Saved.',
  },
  password: {
    title: 'Password',
    description: 'A new password ends all of your other sessions.',
    needsEmail: 'To sign in with a password you need an address. An owner of the workspace can add it.',
    needsOwnEmail: 'To sign in with a password you need an address. Add it above.',
    current: 'Current password',
    forAddress: 'A new address needs it, and ends your other sessions.',
    new: 'New password',
    newHint:
      'At least 8 characters, and none that many use. A sentence is easy to remember and hard to guess.',
    set: 'Set password',
    change: 'Change password',
    done: 'The password is set. All other sessions have ended.',
    wrong: 'The current password is wrong.',
  },
  theme: {
    title: 'Theme',
    description: 'Kept in this browser.',
  },
  sessions: {
    title: 'Sessions',
    description:
      'Where you are signed in. A session ends after 14 days without use, and after 90 days in any case.',
    caption: 'Your sessions',
    browser: 'Browser',
    thisOne: 'This browser',
    unknown: 'Unknown browser',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    signedIn: 'Signed in',
    methods: { PASSWORD: 'with the password', LINK: 'with a link', OIDC: 'with the provider' },
    lastUsed: 'Last used',
    address: 'Address',
    actions: 'Actions',
    end: 'End',
    endOf: (browser: string) => `End the session: ${browser}`,
    confirm: (browser: string) => `${browser} will be signed out.`,
    confirmTitle: 'End this session?',
    confirmAction: 'End session',
    ended: 'The session has ended.',
  },
} as const;
