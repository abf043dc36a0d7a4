/**
 * Starts a mock of the service for client developers: `npm run mock [-- --port N]`; see docs/mock.md.
 */
import { parseArgs } from 'node:util';
import { startMock } from './prism/mock.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4010' }, host: { type: 'string', default: '127.0.0.1' } },
});
const { host } = values;
const port = Number(values.port);
try {
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new Error(`--port is "${values.port}", but must be a whole number from 0 to 65535.`);
  }
  const { origin } = await startMock({ port, host, onAnswer: (line) => console.log(line) });
  console.log(`The mock of Platen is at ${origin}. It accepts any key. Stop it with Ctrl+C.`);
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const advice = `--port ${port} is in use on ${host}: stop what listens there, or choose another --port.`;
  console.error(isTaken ? advice : (error as Error).message);
  process.exitCode = 1;
}
