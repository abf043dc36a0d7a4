import { readFileSync } from 'node:fs';

/** The version of this program, from package.json. */
export const release: string = readVersion();

function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
