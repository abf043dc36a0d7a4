/**
 * The environment of a process that a test starts with variables of its own: PATH, and the folder in which
 * the gate keeps compiled code. Without that, each process compiles the whole source.
 */
export const basicEnvironment: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
