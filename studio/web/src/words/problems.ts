interface Words {
  readonly title: string;
  /** Instead of the service's sentence. */
  readonly detail?: string;
}

/** Words for failed requests. A code's words win over those of its status. */
export const problemWords: {
  readonly codes: Readonly<Record<string, Words>>;
  readonly statuses: Readonly<Record<number, Words>>;
  /** Of answers that are not Platen's own. */
  readonly ofProxy: Readonly<Record<number, Required<Words>>>;
  readonly unexpected: Required<Words>;
} = {
  codes: {
    VALIDATION_ERROR: { title: 'Please check what you entered' },
    QUOTA_EXCEEDED: { title: 'The plan’s quota is used up' },
    STORAGE_LIMIT_REACHED: { title: 'The plan has no room for more' },
    RATE_LIMIT_EXCEEDED: {
      title: 'Too many requests',
      detail: 'Wait a few seconds, then try again.',
    },
    BATCH_RATE_LIMIT_EXCEEDED: { title: 'The batch cannot start now' },
    SECOND_FACTOR_REQUIRED: {
      title: 'A second factor is required',
      detail: 'Your workspace requires one now. Reload the page to set it up; what you entered is kept.',
    },
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
  ofProxy: {
    413: {
      title: 'A proxy in front of Platen refused this as too large',
      detail:
        'Platen itself has not seen it. Take something smaller, or ask the operator to raise the limit ' +
        'of the ' +
        'proxy (client_max_body_size in nginx; docs/operating.md).',
    },
    502: {
      title: 'A proxy in front of Platen cannot reach it',
      detail: 'Platen may be starting. Try again in a moment. If it stays so, tell the operator.',
    },
    503: {
      title: 'A proxy in front of Platen refused this',
      detail: 'Platen may be starting. Try again in a moment. If it stays so, tell the operator.',
    },
    504: {
      title: 'A proxy in front of Platen did not wait for the answer',
      detail:
        'Try again in a moment. If it happens again, ask the operator to let the proxy wait longer ' +
        '(proxy_read_timeout in nginx; docs/operating.md).',
    },
  },
  unexpected: {
    title: 'Something went wrong',
    detail: 'Try again. If it happens again, give the request id to your operator.',
  },
};
