/** Words of the page "Reference". */
export const referenceWords = {
  title: 'Reference',
  description: 'Programs render your templates over HTTP, with a key. Everything that they need is here.',
  start: {
    title: 'Quick start',
    description: 'From nothing to a picture, in a terminal.',
    key: {
      title: 'Make a key',
      detail: 'A key is shown once. Keep it in the environment of your program, never in a public page.',
      action: 'Make a key',
      code: 'Command that sets the key',
    },
    list: {
      title: 'List what you can render',
      detail: 'Each project has templates; each template has an id and variables.',
      code: 'Command that lists projects',
    },
    render: {
      title: 'Render one',
      detail:
        'The tab “Use it” of each template has a command with its id and its variables, ready to paste.',
      none: 'Publish a template first; its tab “Use it” then has a command that is ready to paste.',
      action: (template: string) => `Use “${template}”`,
      home: 'Go to Home',
    },
  },
  documents: {
    title: 'Documents',
    description: 'With the address of this service in them. Tools generate clients from the contract.',
    caption: 'Documents',
    name: 'Document',
    use: 'What for',
    actions: 'Address',
    list: {
      docs: {
        name: 'API reference',
        use: 'Every operation with examples. Try them in the browser, with your key.',
      },
      yaml: { name: 'Contract (YAML)', use: 'OpenAPI 3.1, to read, with its comments.' },
      json: { name: 'Contract (JSON)', use: 'The same for tools and generators.' },
      studio: {
        name: 'Contract of Studio',
        use: 'What this app itself uses, with a session instead of a key.',
      },
    },
    copy: (name: string) => `Address of ${name}`,
    newTab: '(opens in a new tab)',
  },
  rules: {
    title: 'Rules for every request',
    description: 'The same for all operations.',
    list: [
      ['Address', (origin: string) => `${origin}/api/v1`],
      ['Key', () => 'In the header X-Api-Key.'],
      ['Bodies', () => 'JSON in UTF-8. Unknown fields are refused, so a misspelt one is noticed.'],
      ['Problems', () => 'application/problem+json (RFC 9457): decide by code, show detail to people.'],
      [
        'Limits',
        () => 'RateLimit says how many requests are left; after a 429, wait as long as Retry-After says.',
      ],
      ['Repeating', () => 'With an Idempotency-Key, a batch that is sent twice runs once.'],
    ] as readonly (readonly [name: string, text: (origin: string) => string])[],
  },
} as const;
