/** Reads the Dockerfile and lays out the image's files, without building the image. */
import { readFileSync } from 'node:fs';
import { chown, copyFile, cp, link, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

export interface Image {
  /** The variables of ENV. */
  readonly env: Readonly<Record<string, string>>;
  readonly user: { readonly uid: number; readonly gid: number };
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  /** Files copied from the repository, and their targets. */
  readonly copies: readonly { readonly source: string; readonly target: string }[];
  /** Folders that the first stage builds. Here they must be built, too. */
  readonly built: readonly string[];
  /** Installed packages that are removed. */
  readonly removed: readonly string[];
}

export const root = path.resolve(import.meta.dirname, '..', '..');

/** The program's folder in the image. */
export const imageFolder = '/app';

/** Reads the Dockerfile; the image is its last stage. */
export function readImage(): Image {
  const text = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n');
  const instructions = lines.filter((line) => line.trim() !== '').map(readInstruction);
  const last = instructions.findLastIndex(({ name }) => name === 'FROM');
  const stage = instructions.slice(last);
  const getArgument = (name: string): string => {
    const found = stage.findLast((instruction) => instruction.name === name);
    if (found === undefined) throw new Error(`The Dockerfile has no ${name}.`);
    return found.argument;
  };
  const list = (name: string): string[] =>
    JSON.parse(/\[.*\]/.exec(getArgument(name))?.[0] ?? '') as string[];
  const [uid, gid] = getArgument('USER').split(':').map(Number);
  const installing = instructions.slice(0, last).findLast(({ name }) => name === 'RUN')?.argument ?? '';
  return {
    env: Object.fromEntries(
      getArgument('ENV')
        .split(/\s+/)
        .map((pair) => pair.split('=') as [string, string]),
    ),
    user: { uid: uid ?? 0, gid: gid ?? 0 },
    entrypoint: list('ENTRYPOINT'),
    command: list('CMD'),
    healthCheck: list('HEALTHCHECK'),
    copies: stage
      .filter(({ name, argument }) => name === 'COPY' && !argument.startsWith('--from='))
      .flatMap(({ argument }) => {
        const words = argument.split(/\s+/);
        const target = words.pop() ?? '';
        return words.map((source) => ({
          source,
          target: target.endsWith('/') ? path.join(target, path.basename(source)) : target,
        }));
      }),
    built: stage.flatMap(({ name, argument }) => {
      const [, folder = ''] = /^--from=packages \/app\/(\S+)/.exec(argument) ?? [];
      return name === 'COPY' && folder !== '' && folder !== 'node_modules' ? [folder] : [];
    }),
    removed: /rm -rf (.*)/.exec(installing)?.[1]?.split(/\s+/) ?? [],
  };
}

function readInstruction(line: string): { name: string; argument: string } {
  const [, name = '', argument = ''] = /^\s*([A-Z]+)\s+(.*?)\s*$/.exec(line) ?? [];
  return { name, argument };
}

/** Whether .dockerignore (a `*`, then exceptions) lets a file of the repository into the build context. */
export function isInContext(file: string): boolean {
  const patterns = readFileSync(path.join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const parts = file.split('/');
  const ancestors = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  return patterns.reduce((included, pattern) => {
    const wanted = pattern.startsWith('!');
    const glob = wanted ? pattern.slice(1) : pattern;
    // `matchesGlob` alone would not match hidden names.
    const matches = glob === '*' || ancestors.some((ancestor) => path.matchesGlob(ancestor, glob));
    return matches ? wanted : included;
  }, true);
}

/** Lays out the image's files in `folder`, with the packages that are installed here. */
export async function layOutImage({ copies, built, removed }: Image, folder: string): Promise<void> {
  for (const { source, target } of copies) {
    await cp(path.join(root, source), path.join(folder, target), {
      recursive: true,
      filter: (file) => file === path.join(root, source) || isInContext(path.relative(root, file)),
    });
  }
  for (const name of built) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  for (const name of listProductionPackages()) {
    if (removed.some((place) => name === place || name.startsWith(`${place}/`))) continue;
    await linkPackage(path.join(root, name), path.join(folder, name));
  }
}

/** Paths of the packages that `npm ci --omit=dev` installs. */
export function listProductionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly dev?: boolean; readonly link?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([name, { dev, link: isLink }]) => name.startsWith('node_modules/') && !dev && !isLink)
    .map(([name]) => name);
}

/** Links a package without its nested packages. Packages for other systems are missing. */
async function linkPackage(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch(() => []);
  if (entries.length > 0) await mkdir(to, { recursive: true });
  await Promise.all(
    // Hard links, so that nothing is copied on the same disk.
    entries.map(async (entry) => {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules') await linkPackage(source, target);
      } else if (entry.isFile()) {
        await link(source, target).catch(() => copyFile(source, target));
      }
    }),
  );
}

/**
 * The image's user, if this process may become it and the user can enter `folder`; otherwise empty: this
 * process's user.
 */
export async function findIdentity(
  { user }: Image,
  folder: string,
): Promise<{ readonly uid: number; readonly gid: number } | Record<string, never>> {
  if (process.getuid?.() !== 0) return {};
  for (let place = folder; place !== path.dirname(place); place = path.dirname(place)) {
    if (((await stat(place)).mode & 0o001) === 0) return {};
  }
  return user;
}

/** Creates a folder that the image's user may write to. */
export async function makeDataFolder(
  folder: string,
  identity: { readonly uid?: number; readonly gid?: number },
): Promise<string> {
  await mkdir(folder);
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid ?? identity.uid);
  return folder;
}
