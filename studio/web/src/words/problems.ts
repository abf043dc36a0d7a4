interface Words {
  readonly title: string;
  /** Instead of the service's sentence. */
  readonly detail?: string;
}

/** Words for failed requests. A code's words win over those of its status. */
export const problemWords: {
  readonly codes: Readonly<Record<string, Words>>;
  readonly statuses: Readonly<Record<number, Words>>;
  readonly unexpected: Required<Words>;
} = {
  codes: {
    VALIDATION_ERROR: { title: 'Please check what you entered' },
    QUOTA_EXCEEDED: { title: 'The plan’s quota is used up' },
    RATE_LIMIT_EXCEEDED: {
      title: 'Too many requests',
      detail: 'Wait a few seconds, then try again.',
    },
    BATCH_RATE_LIMIT_EXCEEDED: { title: 'The batch cannot start now' },
    DRAFT_CHANGED: { title: 'Somebody else saved this draft' },
    SETTINGS_CHANGED: { title: 'Somebody else changed the guides, locks or data sets' },
    DELIVERY_PENDING: {
      title: 'An attempt is planned already',
      detail: 'The callback is about to be sent. Its outcome appears here by itself.',
    },
    TEMPLATE_INVALID: { title: 'The template has problems' },
    IMAGE_URL_RESTRICTED: { title: 'This URL key does not allow it' },
    IMAGE_URL_INVALID: { title: 'This URL key cannot be used' },
    RENDER_FAILED: { title: 'The picture could not be rendered' },
  },
  statuses: {
    0: {
      title: 'Studio cannot reach the service',
      detail: 'Nothing was changed. Check the connection, then try again.',
    },
    401: { title: 'You are signed out' },
    403: { title: 'You may not do this' },
    404: { title: 'This does not exist (any more)' },
    409: { title: 'This cannot be done now' },
    412: { title: 'Somebody else changed this' },
    413: { title: 'This is too large' },
    415: { title: 'This kind of file cannot be used' },
    422: { title: 'Please check what you entered' },
    429: { title: 'Too many requests' },
    502: { title: 'The service is not reachable', detail: 'It may be starting. Try again in a moment.' },
    503: { title: 'The service is busy', detail: 'Try again in a moment.' },
    504: { title: 'The service did not answer in time', detail: 'Try again in a moment.' },
  },
  unexpected: {
    title: 'Something went wrong',
    detail: 'Try again. If it happens again, give the request id to your operator.',
  },
};
