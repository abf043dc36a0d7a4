import type { FileChecker } from '../../renderer/check-files.ts';
import type { FileFinding } from '../../renderer/messages.ts';

type FilesToCheck = Parameters<FileChecker>[0];

/** Calls that one check takes together, and their bytes: they are in memory already. */
const maxJoined = { calls: 16, bytes: 64 * 1024 * 1024 } as const;

/**
 * Joins the calls that come while a check runs into the next one: a check has a process of its own, whose
 * start takes longer than decoding a picture. A failure of the check fails all calls in it.
 */
export function joinChecks(check: FileChecker): FileChecker {
  const waiting: {
    readonly files: FilesToCheck;
    readonly settle: PromiseWithResolvers<FileFinding[]>;
  }[] = [];
  let isRunning = false;
  const takeNext = () => {
    const taken = waiting.splice(0, 1);
    let bytes = getSize(taken[0]?.files ?? []);
    for (let next = waiting[0]; next !== undefined && taken.length < maxJoined.calls; next = waiting[0]) {
      bytes += getSize(next.files);
      if (bytes > maxJoined.bytes) break;
      taken.push(next);
      waiting.shift();
    }
    return taken;
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const taken = takeNext();
      try {
        const findings = await check(taken.flatMap(({ files }) => files));
        let start = 0;
        for (const { files, settle } of taken) {
          settle.resolve(findings.slice(start, start + files.length));
          start += files.length;
        }
      } catch (error) {
        for (const { settle } of taken) settle.reject(error);
      }
    }
    isRunning = false;
  };
  return async (files) => {
    const settle = Promise.withResolvers<FileFinding[]>();
    waiting.push({ files, settle });
    if (!isRunning) void run();
    return await settle.promise;
  };
}

function getSize(files: FilesToCheck): number {
  return files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
}
