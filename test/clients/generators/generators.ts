/** The generators of clients that `npm run check:clients` runs. */

/** One generator in one language: how it makes a client, and how a program calls that. */
export interface Generator {
  readonly name: string;
  readonly version: string;
  readonly language: string;
  /** The form of the contract that it reads. */
  readonly form: '3.0' | '3.1';
  /** Programs that have to be on the machine. */
  readonly needs: readonly string[];
  /**
   * Makes the client, in an empty folder. `$DOCUMENT` is the contract's file, `$OPENAPI_GENERATOR` starts
   * that generator, and `$DOCS` is docs/generated-clients.
   */
  readonly generate: string;
  /** Files of `programs/`, and where they lie beside the client. */
  readonly files: Readonly<Record<string, string>>;
  /** Compiles what was made together with the program, and runs that. */
  readonly call: string;
  /** Why it cannot be run on any machine of ours, or what its users have to know. */
  readonly remark?: string;
}

const openApiGenerator = (kind: string): Pick<Generator, 'name' | 'version' | 'form' | 'generate'> => ({
  name: 'OpenAPI Generator',
  version: '7.26.0',
  form: '3.0',
  generate: `$OPENAPI_GENERATOR generate -g ${kind} -i $DOCUMENT -o .`,
});

const typeScript = (program: string): Pick<Generator, 'language' | 'form' | 'needs' | 'files' | 'call'> => ({
  language: 'TypeScript',
  form: '3.1',
  needs: ['npm'],
  files: { 'report.ts.txt': 'report.ts', [`${program}.ts.txt`]: 'check.ts' },
  call: `${compile} && node out/check.js`,
});

const compile =
  'node_modules/.bin/tsc --strict --skipLibCheck --target es2022 --module commonjs' +
  ' --moduleResolution node10 --lib es2024,dom,dom.iterable --types node --outDir out check.ts';

const needsDotNet = 'It is a program of .NET, which this machine lacks.';

/** All of them, in the order of the table in docs/generated-clients.md. */
export const generators: readonly Generator[] = [
  {
    ...openApiGenerator('java'),
    language: 'Java',
    needs: ['java', 'mvn'],
    files: { 'OpenApiJava.java': 'src/main/java/OpenApiJava.java' },
    call:
      'mvn -q -B -Dmaven.test.skip=true compile org.codehaus.mojo:exec-maven-plugin:3.5.0:java' +
      ' -Dexec.mainClass=OpenApiJava',
  },
  {
    ...openApiGenerator('python'),
    language: 'Python',
    needs: ['java'],
    files: { 'openapi_python.py': 'check.py' },
    call: '$PYTHON check.py',
  },
  {
    ...openApiGenerator('go'),
    language: 'Go',
    needs: ['java', 'go'],
    files: { 'openapi_go.go': 'check/main.go' },
    call: 'go mod tidy && go vet ./... && go run ./check',
  },
  {
    ...openApiGenerator('csharp'),
    language: 'C#',
    needs: ['java', 'dotnet'],
    files: {},
    call: 'dotnet build',
  },
  {
    ...openApiGenerator('php'),
    language: 'PHP',
    needs: ['java', 'php'],
    files: { 'openapi_php.php': 'check.php' },
    call: 'php check.php',
  },
  {
    ...openApiGenerator('ruby'),
    language: 'Ruby',
    needs: ['java', 'ruby'],
    files: { 'openapi_ruby.rb': 'check.rb' },
    call: 'ruby check.rb',
    remark: 'An error of generateImage has only the status: the body of the answer went into a file.',
  },
  {
    ...openApiGenerator('kotlin'),
    language: 'Kotlin',
    needs: ['java', 'mvn'],
    files: {
      'OpenApiKotlin.kt': 'src/main/kotlin/OpenApiKotlin.kt',
      'kotlin-pom.xml': 'pom.xml',
    },
    call: 'mvn -q -B compile org.codehaus.mojo:exec-maven-plugin:3.5.0:java -Dexec.mainClass=OpenApiKotlinKt',
  },
  {
    ...openApiGenerator('rust'),
    language: 'Rust',
    needs: ['java', 'cargo'],
    files: { 'openapi_rust.rs': 'examples/check.rs' },
    call: 'cargo add --quiet tokio@1 --features full && cargo run --quiet --example check',
  },
  {
    ...typeScript('openapi-typescript-fetch'),
    ...openApiGenerator('typescript-fetch'),
    needs: ['java', 'npm'],
    generate: '$OPENAPI_GENERATOR generate -g typescript-fetch -i $DOCUMENT -o client',
  },
  {
    name: 'Kiota',
    version: '–',
    language: 'all of its languages',
    form: '3.0',
    needs: ['dotnet', 'kiota'],
    generate: 'kiota generate -l CSharp -d $DOCUMENT -o client',
    files: {},
    call: 'dotnet build',
    remark: needsDotNet,
  },
  {
    name: 'NSwag',
    version: '–',
    language: 'C#',
    form: '3.0',
    needs: ['dotnet', 'nswag'],
    generate: 'nswag openapi2csclient /input:$DOCUMENT /output:Client.cs',
    files: {},
    call: 'dotnet build',
    remark: needsDotNet,
  },
  {
    name: 'oapi-codegen',
    version: '2.8.2',
    language: 'Go',
    form: '3.1',
    needs: ['go'],
    generate:
      'go mod init example.org/check && mkdir platen' +
      ' && go get -tool github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2' +
      ' && go tool oapi-codegen -config $DOCS/oapi-codegen.yaml $DOCUMENT',
    files: { 'oapi_codegen.go': 'main.go' },
    call: 'go mod tidy && go vet ./... && go run .',
  },
  {
    name: 'ogen',
    version: '1.25.0',
    language: 'Go',
    form: '3.0',
    needs: ['go'],
    generate:
      'go mod init example.org/check && go get -tool github.com/ogen-go/ogen/cmd/ogen@v1.25.0' +
      ' && go tool ogen --target api --clean $DOCUMENT',
    files: { 'ogen.go': 'main.go' },
    call: 'go mod tidy && go vet ./... && go run .',
  },
  {
    name: 'openapi-python-client',
    version: '0.29.1',
    language: 'Python',
    form: '3.1',
    needs: [],
    generate:
      '$PYTHON -m openapi_python_client generate --path $DOCUMENT --meta none --output-path platen' +
      ' --config $DOCS/openapi-python-client.yaml',
    files: { 'openapi_python_client.py': 'check.py' },
    call: '$PYTHON check.py',
  },
  {
    ...typeScript('hey-api'),
    name: 'hey-api',
    version: '0.99.0',
    generate: 'node_modules/.bin/openapi-ts -i $DOCUMENT -o client',
  },
  {
    ...typeScript('orval'),
    name: 'orval (fetch)',
    version: '8.38.0',
    generate:
      `echo "export default { platen: { input: '$DOCUMENT', output:` +
      ` { target: 'client/platen.ts', client: 'fetch', baseUrl: '$PLATEN_URL' } } }" > orval.config.mjs` +
      ' && node_modules/.bin/orval --config orval.config.mjs',
    remark: 'Links and problems of generateImage are a `Blob`, too: `JSON.parse(await data.text())`.',
  },
  {
    ...typeScript('openapi-fetch'),
    name: 'openapi-typescript, openapi-fetch',
    version: '7.13.0, 0.17.0',
    generate: 'node_modules/.bin/openapi-typescript $DOCUMENT -o client/platen.d.ts',
    remark: 'Its types ask for the keys that have a default.',
  },
  {
    ...typeScript('swagger-typescript-api'),
    name: 'swagger-typescript-api',
    version: '13.13.0',
    generate: 'node_modules/.bin/swagger-typescript-api generate -p $DOCUMENT -o client',
  },
  {
    name: 'progenitor',
    version: '0.15.1',
    language: 'Rust',
    form: '3.0',
    needs: ['cargo'],
    generate:
      'cargo install --quiet --locked --root $CACHE/cargo cargo-progenitor@0.15.1' +
      ' && $CACHE/cargo/bin/cargo-progenitor progenitor -i $DOCUMENT -o client -n platen -v 0.1.0',
    files: {},
    call: 'cargo build --quiet --manifest-path client/Cargo.toml',
    remark:
      'It knows one type for all successes of an operation: “assertion failed: response_types.len() <= 1”.',
  },
];
