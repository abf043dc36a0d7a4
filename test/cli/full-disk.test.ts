/** The disk is full during the first start: it says so, and the next start completes the demo. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { listSamples } from '../../src/domain/authoring/samples.ts';
import { basicEnvironment } from '../helpers/environment.ts';
import { checkedFetch } from '../helpers/requests.ts';

const program = path.resolve(import.meta.dirname, '../../src/main.ts');
const dataDir = await mkdtemp(path.join(tmpdir(), 'platen-full-disk-'));
after(() => rm(dataDir, { recursive: true, force: true }));

/** Only the started program sees the disk. Users who are not root get a namespace in which they are. */
const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const outer = uid === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount'];
/** PostgreSQL refuses to run as root. */
const inner = uid === 0 ? '' : `unshare --user --map-user=${uid} --map-group=${gid}`;

/**
 * Starts the demo on a disk of 400 MiB: first with `$2` bytes left, and none once a line has the text `$3`;
 * then with all of it.
 */
const script = `
disk=$1 left=$2 moment=$3
shift 3
mount -t tmpfs -o size=400m tmpfs "$disk" || exit 3
head -c $((400 * 1024 * 1024 - left)) /dev/zero > "$disk/ballast"
{ ${inner} "$@" 2>&1; echo "ended with $?"; } | while IFS= read -r line; do
  echo "$line"
  case $line in *"$moment"*) cat /dev/zero >> "$disk/ballast" 2>/dev/null ;; esac
done
rm "$disk/ballast"
exec ${inner} "$@" 2>&1
`;

const moments: readonly (readonly [string, left: number, moment: string])[] = [
  ['while the database is made', 20 * 1024 * 1024, 'no such line'],
  ['between two samples', 400 * 1024 * 1024, '(2 of '],
];

describe('a full disk during the first start', { timeout: 600_000 }, () => {
  for (const [name, left, moment] of moments) {
    test(name, async (t) => {
      const mount = ['mount', '-t', 'tmpfs', 'tmpfs', dataDir];
      const probe = spawnSync('unshare', [...outer, ...mount]);
      if (probe.status !== 0) {
        t.diagnostic(`not tested: this system lets no small disk be mounted: ${String(probe.stderr)}`);
        return;
      }
      const facts = [dataDir, String(left), moment];
      const command = [process.execPath, program, 'serve', '--demo'];
      const child = spawn('unshare', [...outer, 'sh', '-c', script, 'sh', ...facts, ...command], {
        env: { ...basicEnvironment, DATA_DIR: dataDir, PORT: '0', RENDER_THREADS: '1', LOG_FORMAT: 'json' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const exited = once(child, 'exit');
      const lines: string[] = [];
      const shown = Promise.withResolvers<string>();
      createInterface({ input: child.stdout }).on('line', (line) => {
        lines.push(line);
        if (line.startsWith('curl ')) shown.resolve(line);
      });
      void exited.then(() => shown.reject(new Error(lines.join('\n'))));
      try {
        const curl = await shown.promise;
        const end = lines.indexOf('ended with 1');
        assert.ok(end > 0, lines.join('\n'));
        const reasons = lines.slice(0, end).filter((line) => line.startsWith('platen: '));
        const advice =
          'Make room there and start again: nothing is lost, and the next start completes what is missing.';
        assert.deepEqual(
          reasons.map((line) => line.replace(/\d+ of 400 MiB/, 'N of 400 MiB')),
          [`platen: The disk of DATA_DIR=${dataDir} is full (N of 400 MiB are free now). ${advice}`],
        );

        const url = new URL(/http:\S+/.exec(curl)?.[0] ?? '').origin;
        const key = /X-Api-Key: ([^']+)/.exec(curl)?.[1] ?? '';
        const project = lines.map((line) => /^ *Project +(\S+)/.exec(line)?.[1]).find(Boolean) ?? '';
        const answer = await checkedFetch(`${url}/api/v1/projects/${project}/templates?limit=100`, {
          headers: { 'X-Api-Key': key },
        });
        const names = ((await answer.json()) as { readonly name: string }[]).map((each) => each.name);
        assert.equal(names.length, (await listSamples()).length);
        assert.equal(new Set(names).size, names.length);
      } finally {
        child.kill('SIGTERM');
        await exited;
      }
    });
  }
});
