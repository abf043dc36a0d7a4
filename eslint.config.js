import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', 'test/**', 'contract-tests/**'];
const askWithin =
  'Use checkedFetch, startRequest or (for other servers) fetchExternal from test/helpers/requests.ts.';

export default tseslint.config(
  {
    ignores: [
      'generated/',
      'node_modules/',
      'clients/typescript/dist/',
      'studio/web/dist/',
      '.data/',
      '**/.venv/',
      'out/',
      'tmp/',
      // AssemblyScript, which its own compiler checks.
      'wasm/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // A type of what is loaded only when it is needed is written as an import() type.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrors: 'all' },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
      // Numbers may stand in messages.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An async function without await still turns what it throws into a rejection, as its signature
      // promises.
      '@typescript-eslint/require-await': 'off',
      // Some of our patterns are about control characters: that they are not accepted.
      'no-control-regex': 'off',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true, named: true } }],
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/config/config.ts reads the environment.' },
        { object: 'Math', property: 'random', message: 'Take node:crypto.' },
      ],
    },
  },
  {
    files: ['src/**', 'handlers/**', 'studio/handlers/**'],
    ignores: ['src/outbound/**', ...tests],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({
          name,
          message: 'Only src/outbound/ opens connections.',
        })),
      ],
    },
  },
  {
    // Programs for a terminal, and examples to copy.
    files: [
      'src/cli/**',
      'src/main.ts',
      'scripts/**',
      'bench/**',
      'deploy/**',
      'docs/**',
      'contract-tests/{fuzz,breaks/breaks}.ts',
      'test/{layout/run,visual/run,visual/make-references}.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    // Besides the reader of the environment: who hands it to that, or on to a program, without looking into
    // it.
    files: [
      'src/config/config.ts',
      'src/main.ts',
      'src/cli/**',
      'src/store/embedded/**',
      'scripts/**',
      'bench/**',
      'deploy/**',
      'docs/**',
      ...tests,
    ],
    rules: { 'no-restricted-properties': 'off' },
  },
  {
    // Programs of the build: Vite takes its configuration from a default export.
    files: ['studio/web/build/**'],
    rules: { 'no-restricted-exports': 'off', 'no-restricted-properties': 'off' },
  },
  {
    files: tests,
    rules: {
      // The parts that tests take out of an object are closures; none of them has a use for `this`.
      '@typescript-eslint/unbound-method': 'off',
      // node:test's describe and it return promises that nobody has to wait for.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', name: ['it', 'test', 'describe', 'suite'], package: 'node:test' },
          ],
        },
      ],
    },
  },
  {
    // Every answer of the service is checked against the contract. Stand-ins of others, which serve, are
    // free.
    files: ['test/**', 'contract-tests/**', '{src,handlers,studio/handlers}/**/*.test.ts'],
    // The measurements of neighbours and restarts, too: the check would take longer than an answer. Proxies
    // answer by themselves.
    ignores: [
      'test/helpers/{requests,faulty-proxy}.ts',
      'test/neighbours/**',
      'test/proxies/**',
      'contract-tests/breaks/breaking-proxy.ts',
    ],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({
          name,
          message: askWithin,
        })),
      ],
      'no-restricted-properties': [
        'error',
        ...['globalThis', 'global'].map((object) => ({ object, property: 'fetch', message: askWithin })),
      ],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'undici', message: askWithin },
            { name: 'node:http2', message: askWithin },
            ...['node:http', 'node:https'].map((name) => ({
              name,
              importNames: ['default', 'request', 'get'],
              message: askWithin,
            })),
          ],
        },
      ],
    },
  },
  {
    // Prettier wraps code but not comments, strings and templates.
    files: ['**/*.{ts,tsx}', '**/*.js', '**/*.cjs'],
    // Generated.
    ignores: ['clients/typescript/src/openapi.ts', 'studio/web/src/generated/**'],
    rules: {
      'max-len': [
        'error',
        {
          code: 110,
          comments: 110,
          ignoreUrls: true,
          ignoreRegExpLiterals: true,
          ignorePattern: '^import |^\\} from |^export .* from ',
        },
      ],
    },
  },
  {
    files: ['**/*.js', '**/*.cjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { module: 'readonly', process: 'readonly' } },
  },
);
