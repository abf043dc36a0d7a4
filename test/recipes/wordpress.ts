/** A real WordPress, of the package @wp-playground/wordpress-builds, in PHP as WebAssembly, with SQLite. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPython } from '../../contract-tests/python-environment.ts';
import { createBlog, siteEnvironment } from './blog.ts';

export interface WordPress {
  readonly folder: string;
  /** Runs a program in PHP after `wp-load.php` and returns what it prints. */
  run(php: string): Promise<string>;
  /** The HTML of published posts. */
  read(ids: readonly number[]): Promise<string[]>;
  /** The HTML of a page that is no post. */
  readPage(id: number): Promise<string>;
}

/** Makes a site whose `wp-config.php` has some more lines. */
export async function createWordPress(settings: string): Promise<WordPress> {
  const folder = await createBlog('wordpress');
  const site = path.join(folder, 'wordpress');
  const builds = path.join(folder, 'node_modules/@wp-playground/wordpress-builds/src');
  const sqlite = path.join(site, 'wp-content/plugins/sqlite-database-integration');
  await unzip(path.join(builds, 'wordpress/wp-6.5.zip'), site);
  await unzip(path.join(builds, 'sqlite-database-integration/sqlite-database-integration.zip'), folder);
  await rename(path.join(folder, 'sqlite-database-integration-main'), sqlite);
  await copyFile(path.join(sqlite, 'db.copy'), path.join(site, 'wp-content/db.php'));
  await copyFile(path.join(import.meta.dirname, 'wordpress/request.ts'), path.join(folder, 'request.ts'));
  // It asks nobody for updates.
  const quiet = "define('WP_HTTP_BLOCK_EXTERNAL', true); define('DISABLE_WP_CRON', true);";
  const config = path.join(site, 'wp-config.php');
  const mark = "/* That's all, stop editing!";
  const text = await readFile(config, 'utf8');
  if (!text.includes(mark)) throw new Error('wp-config.php has no place for settings.');
  await writeFile(
    config,
    text.replace(mark, () => `${quiet}\n${settings}\n${mark}`),
  );

  const request = async (urls: readonly string[]): Promise<string[]> => {
    const { stdout } = await promisify(execFile)(process.execPath, ['request.ts', ...urls], {
      cwd: folder,
      env: siteEnvironment(),
      maxBuffer: 1e8,
      timeout: 300_000,
    });
    return JSON.parse(stdout) as string[];
  };
  return {
    folder,
    async run(php) {
      await writeFile(path.join(site, 'program.php'), `<?php require 'wp-load.php';\n${php}`);
      return (await request(['/program.php']))[0] ?? '';
    },
    readPage: async (id) => (await request([`/?page_id=${id}`]))[0] ?? '',
    read: (ids) => request(ids.map((id) => `/?p=${id}`)),
  };
}

async function unzip(archive: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await promisify(execFile)(await findPython(), ['-m', 'zipfile', '-e', archive, folder]);
}
