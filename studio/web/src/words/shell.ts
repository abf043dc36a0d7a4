/** Words of the frame around all pages. */
export const shellWords = {
  skipToContent: 'Skip to content',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  navigation: 'Main',
  home: 'Home',
  jobs: 'Jobs',
  links: 'Links',
  library: 'Library',
  callbacks: 'Callbacks',
  keys: 'Keys',
  members: 'Members',
  activity: 'Activity',
  usage: 'Usage',
  reference: 'Reference',
  groups: { work: 'Work', workspace: 'Workspace' },
  accountMenu: 'Account:',
  account: 'Your account',
  signOut: 'Sign out',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', auto: 'Like the system' },
  gone: {
    title: 'The service does not answer',
    detail: 'Trying again. What you see may be old, and nothing can be saved now.',
  },
  notFound: {
    title: 'Page not found',
    nothing: 'There is nothing at this address',
    detail: 'It may be misspelt, or what it showed is gone.',
    action: 'Go to Home',
  },
  broken: {
    title: 'This page has stopped working',
    detail: 'It is a mistake in Studio. Your saved work is not affected.',
    reload: 'Load the page again',
  },
  outdated: {
    title: 'There is a new version of Studio',
    detail: 'This page needs files that the service no longer has. Load it again to go on.',
  },
  unsaved: {
    title: 'Sign out and lose unsaved work?',
    detail:
      'This browser keeps changes of a template that are not saved yet. Signing out removes them. To save ' +
      'them, open the template in the designer.',
    action: 'Sign out, lose them',
  },
  signInAgain: {
    title: 'Sign in again',
    detail: 'Your session has ended. Nothing that you entered is lost: sign in here, and it goes on.',
    email: 'Email',
    password: 'Password',
    submit: 'Sign in',
    otherWay: 'Sign in another way, in a new tab',
    otherWayHint: 'Then come back to this tab.',
    leave: 'Leave this page',
    otherAccount: (name: string) =>
      `This browser is now signed in as ${name}. Sign in with the earlier account to go on here.`,
  },
} as const;
