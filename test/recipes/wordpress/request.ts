/**
 * Runs in a folder with a WordPress in `wordpress/` and the packages of package.json: asks it for the pages
 * that the arguments name and prints their bodies as a JSON list. PHP runs as WebAssembly.
 */
interface Node {
  loadNodeRuntime(version: string, options: unknown): Promise<number>;
  createNodeFsMountHandler(folder: string): unknown;
}
interface Universal {
  PHP: new (runtime: number) => { mount(at: string, handler: unknown): Promise<void> };
  PHPRequestHandler: new (options: unknown) => {
    request(request: { url: string }): Promise<{ httpStatusCode: number; text: string; errors: string }>;
  };
}

const load = async <T>(name: string): Promise<T> => (await import(name)) as T;
const { loadNodeRuntime, createNodeFsMountHandler } = await load<Node>('@php-wasm/node');
const { PHP, PHPRequestHandler } = await load<Universal>('@php-wasm/universal');

const php = new PHP(await loadNodeRuntime('8.3', { emscriptenOptions: { processId: 1 } }));
await php.mount('/wordpress', createNodeFsMountHandler(`${process.cwd()}/wordpress`));
// The address of the site in the database that comes with the package.
const absoluteUrl = 'http://127.0.0.1:9400';
const handler = new PHPRequestHandler({ php, documentRoot: '/wordpress', absoluteUrl });
const bodies: string[] = [];
for (const url of process.argv.slice(2)) {
  const { httpStatusCode, text, errors } = await handler.request({ url });
  if (httpStatusCode !== 200) throw new Error(`${url}: ${httpStatusCode} ${errors}`);
  bodies.push(text);
}
// Standard output may be a pipe, which takes only part of a long text at once.
process.stdout.write(JSON.stringify(bodies), () => process.exit(0));
