/**
 * `PLANS_FILE`: any subset of the plan table, merged over the built-in one.
 */
import { readFileSync } from 'node:fs';
import { durationMs, Unacceptable } from './values.ts';
import { DEFAULT_PLANS, isPlanName, PLAN_NAMES, type Plan, type PlanName, type Plans } from './plans.ts';

/** Reads one value of a plan in the file into a field of `Plan`. */
type FieldReader = (value: unknown, place: string) => Partial<Plan>;

/** For people who run the service for themselves. JSON and `float8` have every whole number up to it. */
const maxRendersPerMonth = 1_000_000_000_000;

/** A petabyte. */
const maxStorageBytes = 1024 ** 5;

const fieldReaders: Readonly<Record<string, FieldReader>> = {
  rendersPerMonth: (value, place) => ({ rendersPerMonth: readInteger(value, place, 0, maxRendersPerMonth) }),
  rowsPerBatch: (value, place) => ({ rowsPerBatch: readInteger(value, place, 0) }),
  shareLinks: (value, place) => ({ shareLinks: readBoolean(value, place) }),
  activeShareLinks: (value, place) => ({ activeShareLinks: readInteger(value, place, 0) }),
  shareLinkLifetime: (value, place) => ({ shareLinkLifetimeMs: readLifetime(value, place) }),
  generatePerSecond: (value, place) => ({ generatePerSecond: readPositive(value, place) }),
  generateBurst: (value, place) => ({ generateBurst: readInteger(value, place, 1) }),
  keysPerWorkspace: (value, place) => ({ keysPerWorkspace: readInteger(value, place, 0) }),
  activeBatchJobs: (value, place) => ({ activeBatchJobs: readInteger(value, place, 1) }),
  submissionsPerSecond: (value, place) => ({ submissionsPerSecond: readPositive(value, place) }),
  projects: (value, place) => ({ projects: readInteger(value, place, 0) }),
  templates: (value, place) => ({ templates: readInteger(value, place, 0) }),
  versionsPerTemplate: (value, place) => ({ versionsPerTemplate: readInteger(value, place, 1) }),
  libraryItems: (value, place) => ({ libraryItems: readInteger(value, place, 0) }),
  storageBytes: (value, place) => ({ storageBytes: readInteger(value, place, 0, maxStorageBytes) }),
  webhookEndpoints: (value, place) => ({ webhookEndpoints: readInteger(value, place, 0) }),
  rowEventsPerDay: (value, place) => ({ rowEventsPerDay: readInteger(value, place, 0) }),
  webhookRetention: (value, place) => ({ webhookRetentionMs: readDuration(value, place) }),
};

/**
 * The plan table with the overrides of a parsed `PLANS_FILE`.
 *
 * @throws Unacceptable with the place in the file, its value and what is accepted
 */
export function readPlans(overrides: unknown): Plans {
  const plans: Record<PlanName, Plan> = { ...DEFAULT_PLANS };
  for (const [name, override] of Object.entries(readObject(overrides, 'the file'))) {
    if (!isPlanName(name)) {
      throw new Unacceptable(
        `the path of a file whose keys are plans (${PLAN_NAMES.join(', ')}), and "${name}" is none`,
      );
    }
    const changes: Partial<Plan>[] = Object.entries(readObject(override, name)).map(([key, value]) => {
      const readField = Object.hasOwn(fieldReaders, key) ? fieldReaders[key] : undefined;
      if (readField === undefined) {
        const known = Object.keys(fieldReaders).join(', ');
        throw new Unacceptable(
          `the path of a file whose plans hold only ${known}, and ${name} holds "${key}"`,
        );
      }
      return readField(value, `${name}.${key}`);
    });
    const plan = changes.reduce<Plan>((merged, change) => ({ ...merged, ...change }), DEFAULT_PLANS[name]);
    if (plan.shareLinks && plan.shareLinkLifetimeMs === null) {
      throw new Unacceptable(
        `the path of a file that gives ${name} a shareLinkLifetime (like "30d") when it gives it shareLinks`,
      );
    }
    plans[name] = plan;
  }
  return plans;
}

function readObject(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, value, 'an object');
  return value as Record<string, unknown>;
}

function readInteger(value: unknown, place: string, min: number, max = 2_147_483_647): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
    refuse(place, value, `a whole number from ${min} to ${max}`);
  }
  return value;
}

function readPositive(value: unknown, place: string): number {
  if (typeof value !== 'number' || !(value >= 0.001 && value <= 1_000_000)) {
    refuse(place, value, 'a number from 0.001 to 1000000');
  }
  return value;
}

function readBoolean(value: unknown, place: string): boolean {
  if (typeof value !== 'boolean') refuse(place, value, 'true or false');
  return value;
}

function readLifetime(value: unknown, place: string): number | null {
  return value === null ? null : readDuration(value, place, ', or null');
}

function readDuration(value: unknown, place: string, others = ''): number {
  try {
    if (typeof value === 'string') return durationMs({ minMs: 1 })(value);
  } catch {
    // Refused below, with its place in the file.
  }
  refuse(place, value, `a duration like "2s", "1h" or "30d"${others}`);
}

function refuse(place: string, value: unknown, accepted: string): never {
  throw new Unacceptable(
    `the path of a file in which ${place} is ${accepted}, and it is ${JSON.stringify(value)}`,
  );
}

/** Reads the file of `PLANS_FILE`, which must hold JSON. */
export function readPlansFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Unacceptable(`the path of a JSON file that can be read (${(error as Error).message})`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new Unacceptable(`the path of a file that holds JSON (${(error as Error).message})`);
  }
}
