import { randomBytes, randomUUID } from 'node:crypto';
import { queryRow, queryRows } from '../../src/store/database.ts';
import { redPng } from '../../test/helpers/authoring.ts';
import { plainBatch, submitJob } from '../../test/helpers/batch.ts';
import { addTemplate } from '../../test/helpers/http.ts';
import { addUrlKey } from '../../test/helpers/image-urls.ts';
import { addShare } from '../../test/helpers/shares.ts';
import { Authenticator } from '../../test/helpers/passkeys.ts';
import { signIn, type Studio, type StudioCall, type StudioUser } from '../../test/helpers/studio.ts';

/** Values of the path parameters that name private things of one account. */
export type Things = Readonly<Record<string, string>>;

/** Creates one thing of each kind that belongs to an account. */
export async function addThings({ service, db }: Studio, user: StudioUser): Promise<Things> {
  const { projectId, accountId, workspaceId, keyId } = user;
  const templateId = await addTemplate(db, user);
  const jobId = await submitJob(service, user, plainBatch(templateId));
  const deliveryId = randomUUID();
  await queryRows(
    db,
    `insert into callback_deliveries (id, job_id, workspace_id, account_id, url, body, next_attempt_at)
     values (:deliveryId, :jobId, :workspaceId, :accountId, 'https://example.com/', '{}',
       now() + interval '1 day')`,
    { deliveryId, jobId, workspaceId, accountId },
  );
  const { sessionId } = await signIn(db, user);
  const share = await addShare(service, user, templateId);
  const { urlKeyId } = await addUrlKey(db, user);
  const { id: passkeyId } = await queryRow<{ id: string }>(
    db,
    `insert into passkeys (account_id, credential_id, public_key, counter, transports, rp_id, name)
     values (:accountId, :credentialId, '', 0, '{}', 'localhost', 'Laptop') returning id`,
    { accountId, credentialId: randomBytes(16) },
  );
  const { id: libraryItemId } = await queryRow<{ id: string }>(
    db,
    `insert into library_items (workspace_id, kind, name, color, bytes, created_by, updated_by)
     values (:workspaceId, 'COLOR', 'Brand', '#102030', 12, :accountId, :accountId) returning id`,
    { workspaceId, accountId },
  );
  return {
    projectId,
    libraryItemId,
    templateId,
    jobId,
    deliveryId,
    sessionId,
    passkeyId,
    keyId,
    urlKeyId,
    memberId: accountId,
    shareId: share.id,
  };
}

/**
 * A table that each operation reads after the session was found, except those of `ofSessionsAlone`.
 */
export const ownTables: Readonly<Record<string, string>> = {
  setPassword: 'sign_in_links',
  startSecondFactor: 'second_factors',
  confirmSecondFactor: 'second_factors',
  removeSecondFactor: 'second_factors',
  listPasskeys: 'passkeys',
  startPasskey: 'passkeys',
  addPasskey: 'passkey_challenges',
  renamePasskey: 'passkeys',
  removePasskey: 'passkeys',
  startPasskeyProof: 'passkeys',
  inviteMember: 'sign_in_links',
  endMemberSessions: 'sign_in_links',
  listActivity: 'activity',
  listKeys: 'api_keys',
  createKey: 'api_keys',
  deleteKey: 'api_keys',
  listUrlKeys: 'url_keys',
  createUrlKey: 'url_keys',
  deleteUrlKey: 'url_keys',
  signImageUrl: 'url_keys',
  getBelongings: 'projects',
  listProjects: 'projects',
  createProject: 'projects',
  updateProject: 'projects',
  deleteProject: 'projects',
  listTemplates: 'templates',
  createTemplate: 'projects',
  getTemplate: 'templates',
  updateTemplate: 'templates',
  moveTemplate: 'templates',
  duplicateTemplate: 'templates',
  deleteTemplate: 'templates',
  exportTemplate: 'templates',
  getDraft: 'templates',
  saveDraft: 'templates',
  discardDraft: 'templates',
  publishDraft: 'templates',
  getDesignSettings: 'templates',
  saveDesignSettings: 'templates',
  previewDraft: 'templates',
  listVersions: 'template_versions',
  getVersion: 'template_versions',
  restoreVersion: 'template_versions',
  previewVersion: 'template_versions',
  listFiles: 'templates',
  uploadFile: 'templates',
  deleteFile: 'templates',
  getFile: 'templates',
  getThumbnail: 'template_versions',
  listFonts: 'templates',
  getFont: 'templates',
  listLibraryItems: 'library_items',
  createLibraryItem: 'library_items',
  getLibraryItem: 'library_items',
  updateLibraryItem: 'library_items',
  deleteLibraryItem: 'library_items',
  getLibraryFile: 'library_items',
  uploadLibraryFile: 'workspace_files',
  uploadPicture: 'uploaded_pictures',
  checkBatch: 'templates',
  submitBatch: 'templates',
  listJobs: 'batch_jobs',
  getJob: 'batch_jobs',
  listJobItems: 'batch_jobs',
  getJobItemFile: 'batch_jobs',
  getJobResult: 'batch_jobs',
  shareJobItem: 'batch_jobs',
  cancelJob: 'batch_jobs',
  deleteJob: 'batch_jobs',
  createShare: 'templates',
  listShares: 'share_links',
  revokeShare: 'share_links',
  listDeliveries: 'callback_deliveries',
  redeliver: 'callback_deliveries',
  getUsage: 'usage_by_day',
};

/** Operations that read no other table than those of a session: sessions, accounts, workspaces. */
export const ofSessionsAlone = [
  'getSession',
  'signOut',
  'listSessions',
  'endSession',
  'updateWorkspace',
  'convertDesign',
  'listMembers',
  'updateMember',
  'removeMember',
  'listRemovedMembers',
  'restoreMember',
  'purgeMember',
  'getCallbackSecret',
  'rotateCallbackSecret',
];

const unknown = new Authenticator();
const unknownPasskey = unknown.use({ challenge: 'AAAA', rpId: 'localhost', allowCredentials: [] });
const madePasskey = unknown.make({ challenge: 'AAAA', rp: { id: 'localhost' } });

const ifMatch = { 'If-Match': '"0"' };

/** What a valid call of each operation needs besides the ids in its path. */
export const sampleCalls: Readonly<Record<string, StudioCall>> = {
  signInWithPassword: { json: { email: 'ada@example.org', password: 'correct horse battery staple' } },
  signInWithLink: { json: { token: 'unknown' } },
  finishSignIn: { json: { challenge: 'unknown', code: '123456' } },
  startSecondFactor: { json: {} },
  confirmSecondFactor: { json: { code: '123456' } },
  removeSecondFactor: { json: { code: '123456' } },
  startPasskeySignIn: { json: { challenge: 'unknown' } },
  finishPasskeySignIn: { json: { challenge: 'unknown', passkey: unknownPasskey } },
  startPasskey: { json: {} },
  addPasskey: { json: { name: 'Laptop', ...madePasskey } },
  renamePasskey: { json: { name: 'Laptop' } },
  removePasskey: { json: {} },
  updateWorkspace: { json: { requiresSecondFactor: false } },
  setPassword: { json: { newPassword: 'correct horse battery staple' } },
  inviteMember: { json: { email: 'new@example.org' } },
  updateMember: { json: { name: 'Ada Lovelace' } },
  restoreMember: { json: { email: 'back@example.org' } },
  createKey: { json: { name: 'Newsletter' } },
  createUrlKey: { json: { name: 'Web site' } },
  signImageUrl: { json: { templateId: randomUUID() } },
  createProject: { json: { name: 'Spring campaign' } },
  updateProject: { json: { name: 'Spring campaign' } },
  createTemplate: { json: { source: { width: 100, height: 100 } } },
  convertDesign: {
    query: { name: 'card.json' },
    body: Buffer.from(JSON.stringify({ pages: [{ children: [] }] })),
  },
  updateTemplate: { json: { name: 'Social card' } },
  moveTemplate: { json: { projectId: randomUUID() } },
  duplicateTemplate: { json: {} },
  saveDraft: { json: {}, headers: ifMatch },
  saveDesignSettings: {
    json: { guides: { x: [], y: [] }, margins: null, locked: [], dataSets: [] },
    headers: ifMatch,
  },
  discardDraft: { headers: ifMatch },
  publishDraft: { headers: ifMatch },
  previewDraft: { json: {} },
  previewVersion: { json: {} },
  getFile: { query: { path: 'images/logo.png' } },
  getFont: { query: { family: 'Inter' } },
  uploadFile: { query: { path: 'images/logo.png' }, body: new Uint8Array([1, 2, 3]) },
  deleteFile: { query: { path: 'images/logo.png' } },
  createLibraryItem: { json: { kind: 'COLOR', name: 'Brand', color: '#102030' } },
  updateLibraryItem: { json: { color: '#203040' } },
  getLibraryFile: { query: { path: 'images/logo.png' } },
  uploadLibraryFile: { query: { path: 'images/logo.png' }, body: redPng },
  uploadPicture: { body: redPng },
  submitBatch: { json: { rows: [{ title: 'One' }] } },
  checkBatch: { json: { rows: [{ title: 'One' }] } },
  createShare: { json: {} },
  shareJobItem: { json: {} },
};
