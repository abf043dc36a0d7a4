import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** Variables with secret values. Each may be a file: `SIGNING_SECRET_FILE=/run/secrets/signing`. */
const secretNames = [
  'DATABASE_URL',
  'SIGNING_SECRET',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** The variables that name files with secrets. */
export const secretFileNames: readonly string[] = secretNames.map((name) => `${name}_FILE`);

/**
 * Takes the secrets out of a process's environment, so that no process that it starts inherits them.
 *
 * @returns the environment as it was, with the contents of the files that are named
 * @throws ConfigError if a file cannot be read or is empty, or a secret is given twice
 */
export function takeEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken = { ...env };
  for (const name of secretNames) {
    const file = env[`${name}_FILE`]?.trim() ?? '';
    if (file !== '') {
      if ((env[name]?.trim() ?? '') !== '') {
        throw new ConfigError(`${name} and ${name}_FILE are both set; expected one of them`);
      }
      taken[name] = readSecret(`${name}_FILE`, file);
    }
    delete env[name];
  }
  return taken;
}

function readSecret(name: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    const { message } = error as Error;
    throw new ConfigError(
      `${name} is "${file}", but must be the path of a file that can be read (${message})`,
    );
  }
  if (text === '') throw new ConfigError(`${name} is "${file}", but that file is empty`);
  return text;
}
