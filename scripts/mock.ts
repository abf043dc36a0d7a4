/**
 * Starts a mock of the service for client developers: `npm run mock [-- --port N]`; see docs/mock.md.
 */
import { parseArgs } from 'node:util';
import { startMock } from './prism/mock.ts';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '4010' }, host: { type: 'string', default: '127.0.0.1' } },
});
const { origin } = await startMock({
  port: Number(values.port),
  host: values.host,
  onAnswer: (line) => console.log(line),
});
console.log(`The mock of Platen is at ${origin}. It accepts any key. Stop it with Ctrl+C.`);
