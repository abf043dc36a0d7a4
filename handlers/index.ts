import { generateImage } from './generateImage.ts';
import { getTemplate } from './getTemplate.ts';
import { listProjects } from './listProjects.ts';
import { listProjectTemplates } from './listProjectTemplates.ts';
import { notImplemented } from './notImplemented.ts';
import type { Handlers } from './operation.ts';

/** Every operation of the contract and what answers it. */
export const handlers = {
  listProjects,
  listProjectTemplates,
  getTemplate,
  generateImage,
  listShares: notImplemented,
  revokeShare: notImplemented,
  submitBatchJob: notImplemented,
  listBatchJobs: notImplemented,
  getBatchJob: notImplemented,
  listBatchItems: notImplemented,
  getBatchResult: notImplemented,
  cancelBatchJob: notImplemented,
  deleteBatchJob: notImplemented,
} satisfies Handlers;
