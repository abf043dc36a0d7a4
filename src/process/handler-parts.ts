import type { HandlerParts } from '../../handlers/operation.ts';
import { Bulkhead } from '../async/bulkhead.ts';
import type { Config } from '../config/config.ts';
import { imageSlotOptions, maxSceneBytes } from '../domain/renders/image-limits.ts';
import { createMemoryBudget } from '../domain/renders/memory-budget.ts';
import { ImageRate } from '../domain/renders/image-rate.ts';
import type { CheckLimits } from '../domain/templates/check/check-template.ts';
import { importSlots, zipLimits } from '../domain/templates/import-zip.ts';
import { createCallbackUrlCheck } from '../outbound/check-callback-url.ts';
import type { SharedParts } from './shared-parts.ts';
import type { StartedProcesses } from './started-processes.ts';

/** Builds what the handlers of the API need; those of the app need it, too. */
export function buildHandlerParts(
  config: Config,
  {
    parts,
    processes,
    downloads,
    publicUrl,
    fileLimits,
  }: Pick<HandlerParts['results'], 'downloads'> &
    Pick<HandlerParts['shares'], 'publicUrl'> & {
      readonly parts: SharedParts;
      readonly processes: StartedProcesses;
      readonly fileLimits: CheckLimits;
    },
): HandlerParts {
  const { db, templates, render } = parts;
  const { storage } = render;
  const { plans } = config;
  const isCallbackUrlAccepted = createCallbackUrlCheck({ allow: config.outboundAllow });
  return {
    db,
    storage,
    templates,
    cancel: { db, callbackOffsetsMs: config.callbackOffsetsMs },
    results: { db, storage, downloads },
    shares: { db, publicUrl },
    webhooks: { db, plans, isCallbackUrlAccepted },
    imports: {
      db,
      storage,
      templates,
      fileLimits,
      limits: zipLimits(config.maxBodyBytes),
      plans,
      slots: importSlots(),
    },
    generate: {
      ...render,
      db,
      instanceId: processes.instanceId,
      plans,
      limitsRates: config.rateLimits,
      templates,
      fetchImage: parts.fetchImage,
      imageMemory: parts.imageMemory,
      sceneMemory: createMemoryBudget(maxSceneBytes, 'documents'),
      imageRate: new ImageRate(),
      imageSlots: new Bulkhead(imageSlotOptions),
    },
    submit: {
      db,
      plans,
      templates,
      maxOutputPixels: config.maxOutputPixels,
      batchMaxRows: config.batchMaxRows,
      isCallbackUrlAccepted,
      limitsRates: config.rateLimits,
      resultRetentionMs: config.resultRetentionMs,
    },
  };
}
