/** A variable has an invalid value. The message is one line: the name, the value and what is accepted. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}
