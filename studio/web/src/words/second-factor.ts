/** Words of the second factor: on the account's page, while signing in, and where a workspace requires it. */
export const secondFactorWords = {
  code: 'Code',
  codeHint: 'The six digits that your authenticator app shows now',
  codeOrRecovery: 'The six digits of your authenticator app, or one of your recovery codes',
  recoveryOnly: 'One of your recovery codes',
  signIn: 'Sign in',
  back: 'Back',
  over: {
    title: 'That took too long',
    detail: 'The second factor is awaited for 10 minutes. Sign in again.',
  },
  title: 'Second factor',
  description:
    'Signing in with the password or a link then also needs a code of an app on your phone, or a passkey. ' +
    'A provider asks for its own.',
  off: 'It is off: the password alone signs in.',
  on: (codes: string) => `It is on. ${codes} left.`,
  recoveryCodes: ['recovery code', 'recovery codes'],
  fewCodes: 'Turn it off and on again for new recovery codes.',
  withoutApp: 'You have no codes of an app.',
  turnOn: 'Turn on …',
  addApp: 'Add an app …',
  turnOff: 'Turn off …',
  removing: {
    title: 'Turn off the second factor?',
    action: 'Turn off',
    done: 'Codes are off.',
    passkeysStay: 'Codes of the app do not work any more. Your passkeys stay.',
  },
  password: 'Password',
  passwordHint: 'Somebody else may sit at your computer.',
  next: 'Next',
  settingUp: {
    title: 'Turn on the second factor',
    scan: 'Scan this code with an authenticator app, then enter the six digits that it shows.',
    qrCode: 'QR code for the authenticator app',
    secret: 'Or type this key into the app:',
    secretLabel: 'Key for the authenticator app',
    openApp: 'Open an app on this device',
    confirm: 'Turn on',
  },
  recovery: {
    title: 'Keep your recovery codes',
    detail:
      'Without the app or the passkey, each of them signs you in once. Keep them where you keep passwords; ' +
      'they are not shown again. All of your other sessions have ended.',
    what: 'Recovery codes',
    copy: 'Copy codes',
  },
  required: {
    title: 'Set up a second factor',
    detail: (workspace: string) =>
      `The workspace “${workspace}” requires one. Set it up, then everything is as before.`,
    usePasskey: 'Use a passkey instead',
    useApp: 'Use an authenticator app instead',
    signOut: 'Sign out',
  },
  ofWorkspace: {
    title: 'Signing in',
    description: 'Holds for all members.',
    require: 'Require a second factor',
    requireHint:
      'Members who sign in with a password or a link have to set one up before they go on. A provider asks ' +
      'for its own.',
    confirmTitle: 'Require a second factor?',
    confirm: (members: string) =>
      `${members} without it can go on only after setting one up, at once. Unsaved work stays in their ` +
      'browsers.',
    confirmYourself: 'You are one of them.',
    action: 'Require it',
    required: 'A second factor is required.',
    notRequired: 'A second factor is not required any more.',
    members: ['member', 'members'],
  },
  ofMember: 'Second factor on',
} as const;
