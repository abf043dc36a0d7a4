import type { Schema } from '../api/client.ts';

type Action = Schema<'ActivityAction'>;

/** A sentence about an entry: who, these words, and the subject where there is one. */
interface Sentence {
  readonly text: string;
  /** Where the subject is the one who did it. */
  readonly ofOneself?: string;
  /** Whether the subject says nothing that the words do not say. */
  readonly hidesSubject?: boolean;
  /** Whether nobody knows who did it, instead of the operator. */
  readonly isBySomebody?: boolean;
}

/** Words of the page "Activity". */
export const activityWords = {
  title: 'Activity',
  ofAll:
    'Who signed in, and who changed members, keys, passwords, the library and the callback secret of this ' +
    'workspace.',
  ofOneself: 'Your sign-ins, what you changed, and what others changed of yours. Owners see everything.',
  operator: 'The operator',
  somebody: 'Somebody',
  times: (count: string) => `${count} times within the hour`,
  operatorHint: 'On the command line of the service',
  today: 'Today',
  yesterday: 'Yesterday',
  listOf: (day: string) => `Activity of ${day}`,
  sentences: {
    MEMBER_INVITED: { text: 'invited' },
    MEMBER_JOINED: { text: 'added', ofOneself: 'joined the workspace' },
    MEMBER_CHANGED: { text: 'changed', ofOneself: 'changed their own account' },
    MEMBER_REMOVED: { text: 'removed', ofOneself: 'left the workspace' },
    PASSWORD_SET: { text: 'set a new password', hidesSubject: true },
    SIGN_IN_LINK_CREATED: { text: 'made a sign-in link for' },
    SECOND_FACTOR_ON: { text: 'turned on the second factor', hidesSubject: true },
    SECOND_FACTOR_OFF: {
      text: 'turned off the second factor of',
      ofOneself: 'turned off their second factor',
    },
    RECOVERY_CODE_USED: { text: 'used a recovery code', hidesSubject: true },
    PASSKEY_ADDED: { text: 'added the passkey' },
    PASSKEY_REMOVED: { text: 'removed the passkey' },
    WORKSPACE_CHANGED: { text: 'changed the workspace' },
    SIGNED_IN: { text: 'signed in', hidesSubject: true },
    SIGN_IN_FAILED: { text: 'failed to sign in as', isBySomebody: true },
    SESSIONS_ENDED: { text: 'signed out everywhere:', ofOneself: 'ended sessions of their own' },
    KEY_CREATED: { text: 'created the key' },
    KEY_DELETED: { text: 'deleted the key' },
    URL_KEY_CREATED: { text: 'created the URL key' },
    URL_KEY_DELETED: { text: 'deleted the URL key' },
    LIBRARY_ITEM_ADDED: { text: 'added to the library' },
    LIBRARY_ITEM_CHANGED: { text: 'changed in the library' },
    LIBRARY_ITEM_REMOVED: { text: 'removed from the library' },
    CALLBACK_SECRET_SHOWN: { text: 'looked at the callback secret', hidesSubject: true },
    CALLBACK_SECRET_ROTATED: { text: 'rotated the callback secret', hidesSubject: true },
    WEBHOOK_ENDPOINT_ADDED: { text: 'added the webhook endpoint' },
    WEBHOOK_ENDPOINT_CHANGED: { text: 'changed the webhook endpoint' },
    WEBHOOK_ENDPOINT_REMOVED: { text: 'removed the webhook endpoint' },
    WEBHOOK_SECRET_ROTATED: { text: 'rotated the secret of the webhook endpoint' },
  } as Readonly<Record<Action, Sentence>>,
  empty: {
    title: 'Nothing has happened yet',
    detail:
      'Sign-ins, and changes of members, keys, passwords, the library and the callback secret will be ' +
      'listed here.',
  },
} as const;
