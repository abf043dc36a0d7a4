import { cancelBatchJob } from './cancelBatchJob.ts';
import { deleteBatchJob } from './deleteBatchJob.ts';
import { deleteRender } from './deleteRender.ts';
import { generateImage } from './generateImage.ts';
import { getBatchJob } from './getBatchJob.ts';
import { getBatchResult } from './getBatchResult.ts';
import { getRender } from './getRender.ts';
import { getRenderFile } from './getRenderFile.ts';
import { getTemplate } from './getTemplate.ts';
import { importTemplate } from './importTemplate.ts';
import { listBatchItems } from './listBatchItems.ts';
import { listBatchJobs } from './listBatchJobs.ts';
import { listProjects } from './listProjects.ts';
import { listProjectTemplates } from './listProjectTemplates.ts';
import { listRenders } from './listRenders.ts';
import { listShares } from './listShares.ts';
import { revokeShare } from './revokeShare.ts';
import { submitBatchJob } from './submitBatchJob.ts';
import { submitRender } from './submitRender.ts';
import { createWebhookEndpoint } from './createWebhookEndpoint.ts';
import { listWebhookEndpoints } from './listWebhookEndpoints.ts';
import { getWebhookEndpoint } from './getWebhookEndpoint.ts';
import { updateWebhookEndpoint } from './updateWebhookEndpoint.ts';
import { deleteWebhookEndpoint } from './deleteWebhookEndpoint.ts';
import { rotateWebhookSecret } from './rotateWebhookSecret.ts';
import { sendWebhookTest } from './sendWebhookTest.ts';
import { listWebhookDeliveries } from './listWebhookDeliveries.ts';
import { replayWebhookEvents } from './replayWebhookEvents.ts';
import type { Handlers } from './operation.ts';

/** The handler of every operation of the contract. */
export const handlers = {
  listProjects,
  listProjectTemplates,
  getTemplate,
  importTemplate,
  generateImage,
  listShares,
  revokeShare,
  submitBatchJob,
  listBatchJobs,
  getBatchJob,
  listBatchItems,
  getBatchResult,
  cancelBatchJob,
  deleteBatchJob,
  submitRender,
  listRenders,
  getRender,
  deleteRender,
  getRenderFile,
  createWebhookEndpoint,
  listWebhookEndpoints,
  getWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  sendWebhookTest,
  listWebhookDeliveries,
  replayWebhookEvents,
} satisfies Handlers;
