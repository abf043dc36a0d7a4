/** Parts that the test files of one process share: services, and a browser. */

interface SharedPart {
  readonly started: Promise<unknown>;
  readonly end: (part: never) => Promise<void>;
  users: number;
}

const parts = new Map<string, SharedPart>();
let keepsUnused = false;

/**
 * Starts a part, unless one of this name runs. Each user releases it, and the last one ends it.
 *
 * @param name the same for equal parts only
 */
export async function shareTestPart<Part>(
  name: string,
  start: () => Promise<Part>,
  end: (part: Part) => Promise<void>,
): Promise<{ readonly part: Part; readonly release: () => Promise<void> }> {
  const shared: SharedPart = parts.get(name) ?? { started: start(), end, users: 0 };
  parts.set(name, shared);
  shared.users += 1;
  const part = (await shared.started) as Part;
  return {
    part,
    async release() {
      shared.users -= 1;
      if (shared.users > 0 || keepsUnused) return;
      parts.delete(name);
      await end(part);
    },
  };
}

/** Lets shared parts run until the returned function ends them, so that later test files use them, too. */
export function keepSharedParts(): () => Promise<void> {
  keepsUnused = true;
  return async () => {
    // The last one first: a browser has open pages of a service.
    for (const { started, end } of [...parts.values()].toReversed()) await end((await started) as never);
  };
}
