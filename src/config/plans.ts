/**
 * The plans of workspaces and what each allows. `PLANS_FILE` overrides any value (see `plans-file.ts`).
 */

export const PLAN_NAMES = ['free', 'personal', 'studio', 'team', 'business', 'enterprise'] as const;

export type PlanName = (typeof PLAN_NAMES)[number];

export interface Plan {
  /** Max successful renders per calendar month (UTC). */
  readonly rendersPerMonth: number;
  /** Max rows of a batch job. */
  readonly rowsPerBatch: number;
  /** Whether renders may be published at a public URL. */
  readonly shareLinks: boolean;
  /** Max links that have not expired. */
  readonly activeShareLinks: number;
  /** Lifetime of a link in milliseconds; null if the plan has no links. */
  readonly shareLinkLifetimeMs: number | null;
  /** Sustained generate requests per second, over all processes. */
  readonly generatePerSecond: number;
  /** Generate requests that are allowed at once, before the sustained rate limits them. */
  readonly generateBurst: number;
  /** Max API keys that have not expired. */
  readonly keysPerWorkspace: number;
  /** Max batch jobs of an account that are PENDING or PROCESSING. */
  readonly activeBatchJobs: number;
  /** New batch jobs of an account per second, over all processes. */
  readonly submissionsPerSecond: number;
  /** Max projects of the workspace. */
  readonly projects: number;
  /** Max templates of the workspace, published or not. */
  readonly templates: number;
  /** Versions of a template that are kept; older ones are removed unless something refers to them. */
  readonly versionsPerTemplate: number;
  /** Max items of the workspace's library. */
  readonly libraryItems: number;
  /** Max bytes of the workspace's files, documents and kept results of batches. */
  readonly storageBytes: number;
  /** Max endpoints of webhooks. */
  readonly webhookEndpoints: number;
  /** Max events of single rows of batches in a day (UTC). */
  readonly rowEventsPerDay: number;
  /** How long events of webhooks and their attempts are kept. */
  readonly webhookRetentionMs: number;
}

export type Plans = Readonly<Record<PlanName, Plan>>;

const gib = 1024 ** 3;

const dayMs = 24 * 60 * 60 * 1000;

export const DEFAULT_PLANS: Plans = {
  free: {
    rendersPerMonth: 100,
    rowsPerBatch: 25,
    shareLinks: false,
    activeShareLinks: 0,
    shareLinkLifetimeMs: null,
    generatePerSecond: 2,
    generateBurst: 5,
    keysPerWorkspace: 5,
    activeBatchJobs: 2,
    submissionsPerSecond: 1,
    projects: 50,
    templates: 500,
    versionsPerTemplate: 50,
    libraryItems: 500,
    storageBytes: gib,
    webhookEndpoints: 2,
    rowEventsPerDay: 1_000,
    webhookRetentionMs: 7 * dayMs,
  },
  personal: {
    rendersPerMonth: 1_000,
    rowsPerBatch: 100,
    shareLinks: true,
    activeShareLinks: 50,
    shareLinkLifetimeMs: 7 * dayMs,
    generatePerSecond: 5,
    generateBurst: 10,
    keysPerWorkspace: 5,
    activeBatchJobs: 2,
    submissionsPerSecond: 1,
    projects: 200,
    templates: 2_000,
    versionsPerTemplate: 100,
    libraryItems: 1_000,
    storageBytes: 10 * gib,
    webhookEndpoints: 5,
    rowEventsPerDay: 5_000,
    webhookRetentionMs: 14 * dayMs,
  },
  studio: {
    rendersPerMonth: 5_000,
    rowsPerBatch: 200,
    shareLinks: true,
    activeShareLinks: 500,
    shareLinkLifetimeMs: 30 * dayMs,
    generatePerSecond: 10,
    generateBurst: 20,
    keysPerWorkspace: 5,
    activeBatchJobs: 2,
    submissionsPerSecond: 1,
    projects: 500,
    templates: 5_000,
    versionsPerTemplate: 100,
    libraryItems: 2_000,
    storageBytes: 50 * gib,
    webhookEndpoints: 10,
    rowEventsPerDay: 20_000,
    webhookRetentionMs: 30 * dayMs,
  },
  team: {
    rendersPerMonth: 20_000,
    rowsPerBatch: 300,
    shareLinks: true,
    activeShareLinks: 2_000,
    shareLinkLifetimeMs: 30 * dayMs,
    generatePerSecond: 20,
    generateBurst: 40,
    keysPerWorkspace: 5,
    activeBatchJobs: 2,
    submissionsPerSecond: 1,
    projects: 1_000,
    templates: 10_000,
    versionsPerTemplate: 200,
    libraryItems: 5_000,
    storageBytes: 200 * gib,
    webhookEndpoints: 20,
    rowEventsPerDay: 50_000,
    webhookRetentionMs: 30 * dayMs,
  },
  business: {
    rendersPerMonth: 100_000,
    rowsPerBatch: 400,
    shareLinks: true,
    activeShareLinks: 10_000,
    shareLinkLifetimeMs: 90 * dayMs,
    generatePerSecond: 50,
    generateBurst: 100,
    keysPerWorkspace: 5,
    activeBatchJobs: 2,
    submissionsPerSecond: 1,
    projects: 5_000,
    templates: 50_000,
    versionsPerTemplate: 200,
    libraryItems: 10_000,
    storageBytes: 1_024 * gib,
    webhookEndpoints: 50,
    rowEventsPerDay: 200_000,
    webhookRetentionMs: 60 * dayMs,
  },
  enterprise: {
    rendersPerMonth: 1_000_000,
    rowsPerBatch: 400,
    shareLinks: true,
    activeShareLinks: 100_000,
    shareLinkLifetimeMs: 365 * dayMs,
    generatePerSecond: 100,
    generateBurst: 200,
    keysPerWorkspace: 5,
    activeBatchJobs: 2,
    submissionsPerSecond: 1,
    projects: 20_000,
    templates: 200_000,
    versionsPerTemplate: 500,
    libraryItems: 20_000,
    storageBytes: 10_240 * gib,
    webhookEndpoints: 100,
    rowEventsPerDay: 1_000_000,
    webhookRetentionMs: 90 * dayMs,
  },
};

/** Whether a text is the name of a plan. */
export function isPlanName(text: string): text is PlanName {
  return (PLAN_NAMES as readonly string[]).includes(text);
}
