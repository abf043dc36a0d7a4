import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Writes a file for `PLANS_FILE`. */
export async function writePlans(plans: object): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'platen-plans-'));
  const file = path.join(folder, 'plans.json');
  await writeFile(file, JSON.stringify(plans));
  return { file, remove: () => rm(folder, { recursive: true }) };
}
