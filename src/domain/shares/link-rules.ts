/** Rules of all share links. */
import { randomBytes } from 'node:crypto';
import type { Plans } from '../../config/plans.ts';
import type { Actor } from '../../store/callers.ts';
import { problems } from '../problems/catalogue.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/** 144 random bits; 24 characters of base64 without padding. */
const tokenBytes = 18;

/** The secret part of a public URL. */
export function newToken(): string {
  return randomBytes(tokenBytes).toString('base64url');
}

export interface LinkLimits {
  /** Max active links of the workspace. */
  readonly maxActive: number;
  /** How long a link works at most. */
  readonly lifetimeMs: number;
}

/**
 * The limits of the caller's plan.
 *
 * @throws Problem SHARING_NOT_AVAILABLE_ON_PLAN
 */
function getLimits(plans: Plans, { plan }: Pick<Actor, 'plan'>): LinkLimits {
  const { shareLinks, activeShareLinks: maxActive, shareLinkLifetimeMs: lifetimeMs } = plans[plan];
  if (!shareLinks || lifetimeMs === null) throw problems.sharingNotOnPlan(plan);
  return { maxActive, lifetimeMs };
}

const dayMs = 24 * 60 * 60 * 1_000;

/**
 * The limits of the caller's plan, with the lifetime of a new link.
 *
 * @param expiresInDays null: as long as the plan allows
 * @throws Problem SHARING_NOT_AVAILABLE_ON_PLAN; VALIDATION_ERROR for more days than the plan allows
 */
export function limitsOfLink(
  plans: Plans,
  caller: Pick<Actor, 'plan'>,
  expiresInDays: number | null,
): LinkLimits {
  const limits = getLimits(plans, caller);
  if (expiresInDays === null) return limits;
  const lifetimeMs = expiresInDays * dayMs;
  if (lifetimeMs > limits.lifetimeMs) throw studioProblems.lifetimeTooLong(caller.plan, limits.lifetimeMs);
  return { ...limits, lifetimeMs };
}
