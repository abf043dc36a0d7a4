import { addPasskey } from './addPasskey.ts';
import { cancelJob } from './cancelJob.ts';
import { checkBatch } from './checkBatch.ts';
import { confirmSecondFactor } from './confirmSecondFactor.ts';
import { convertDesign } from './convertDesign.ts';
import { createKey } from './createKey.ts';
import { createLibraryItem } from './createLibraryItem.ts';
import { createProject } from './createProject.ts';
import { createShare } from './createShare.ts';
import { createTemplate } from './createTemplate.ts';
import { createUrlKey } from './createUrlKey.ts';
import { deleteFile } from './deleteFile.ts';
import { deleteJob } from './deleteJob.ts';
import { deleteKey } from './deleteKey.ts';
import { deleteLibraryItem } from './deleteLibraryItem.ts';
import { deleteProject } from './deleteProject.ts';
import { deleteTemplate } from './deleteTemplate.ts';
import { deleteUrlKey } from './deleteUrlKey.ts';
import { discardDraft } from './discardDraft.ts';
import { duplicateTemplate } from './duplicateTemplate.ts';
import { endMemberSessions } from './endMemberSessions.ts';
import { endSession } from './endSession.ts';
import { exportTemplate } from './exportTemplate.ts';
import { finishOidc } from './finishOidc.ts';
import { finishPasskeySignIn } from './finishPasskeySignIn.ts';
import { finishSignIn } from './finishSignIn.ts';
import { getBelongings } from './getBelongings.ts';
import { getCallbackSecret } from './getCallbackSecret.ts';
import { getDesignSettings } from './getDesignSettings.ts';
import { getDraft } from './getDraft.ts';
import { getFile } from './getFile.ts';
import { getFont } from './getFont.ts';
import { getJob } from './getJob.ts';
import { getJobItemFile } from './getJobItemFile.ts';
import { getJobResult } from './getJobResult.ts';
import { getLibraryFile } from './getLibraryFile.ts';
import { getLibraryItem } from './getLibraryItem.ts';
import { getSession } from './getSession.ts';
import { getTemplate } from './getTemplate.ts';
import { getThumbnail } from './getThumbnail.ts';
import { getUsage } from './getUsage.ts';
import { getVersion } from './getVersion.ts';
import { inviteMember } from './inviteMember.ts';
import { listActivity } from './listActivity.ts';
import { listDeliveries } from './listDeliveries.ts';
import { listFiles } from './listFiles.ts';
import { listFonts } from './listFonts.ts';
import { listJobItems } from './listJobItems.ts';
import { listJobs } from './listJobs.ts';
import { listKeys } from './listKeys.ts';
import { listLibraryItems } from './listLibraryItems.ts';
import { listMembers } from './listMembers.ts';
import { listPasskeys } from './listPasskeys.ts';
import { listProjects } from './listProjects.ts';
import { listRemovedMembers } from './listRemovedMembers.ts';
import { listSessions } from './listSessions.ts';
import { listShares } from './listShares.ts';
import { listTemplates } from './listTemplates.ts';
import { listUrlKeys } from './listUrlKeys.ts';
import { listVersions } from './listVersions.ts';
import { moveTemplate } from './moveTemplate.ts';
import { previewDraft } from './previewDraft.ts';
import { previewVersion } from './previewVersion.ts';
import { publishDraft } from './publishDraft.ts';
import { purgeMember } from './purgeMember.ts';
import { redeliver } from './redeliver.ts';
import { removeMember } from './removeMember.ts';
import { removePasskey } from './removePasskey.ts';
import { removeSecondFactor } from './removeSecondFactor.ts';
import { renamePasskey } from './renamePasskey.ts';
import { restoreMember } from './restoreMember.ts';
import { restoreVersion } from './restoreVersion.ts';
import { revokeShare } from './revokeShare.ts';
import { rotateCallbackSecret } from './rotateCallbackSecret.ts';
import { saveDesignSettings } from './saveDesignSettings.ts';
import { saveDraft } from './saveDraft.ts';
import { setPassword } from './setPassword.ts';
import { shareJobItem } from './shareJobItem.ts';
import { signImageUrl } from './signImageUrl.ts';
import { signInWithLink } from './signInWithLink.ts';
import { signInWithPassword } from './signInWithPassword.ts';
import { signOut } from './signOut.ts';
import { startOidc } from './startOidc.ts';
import { startPasskey } from './startPasskey.ts';
import { startPasskeyProof } from './startPasskeyProof.ts';
import { startPasskeySignIn } from './startPasskeySignIn.ts';
import { startSecondFactor } from './startSecondFactor.ts';
import { submitBatch } from './submitBatch.ts';
import { updateLibraryItem } from './updateLibraryItem.ts';
import { updateMember } from './updateMember.ts';
import { updateProject } from './updateProject.ts';
import { updateTemplate } from './updateTemplate.ts';
import { updateWorkspace } from './updateWorkspace.ts';
import { uploadFile } from './uploadFile.ts';
import { uploadLibraryFile } from './uploadLibraryFile.ts';
import { uploadPicture } from './uploadPicture.ts';
import type { StudioHandlers } from './operation.ts';

/** The handlers of the app's contract. */
export const studioHandlers = {
  getSession,
  signInWithPassword,
  signInWithLink,
  finishSignIn,
  startPasskeySignIn,
  finishPasskeySignIn,
  startOidc,
  finishOidc,
  signOut,
  listSessions,
  endSession,
  setPassword,
  startSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  listPasskeys,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startPasskeyProof,
  updateWorkspace,
  listMembers,
  inviteMember,
  updateMember,
  endMemberSessions,
  removeMember,
  restoreMember,
  purgeMember,
  listRemovedMembers,
  getBelongings,
  listActivity,
  listKeys,
  convertDesign,
  createKey,
  deleteKey,
  listUrlKeys,
  createUrlKey,
  deleteUrlKey,
  shareJobItem,
  signImageUrl,
  listProjects,
  createProject,
  updateProject,
  deleteProject,
  listTemplates,
  createTemplate,
  getTemplate,
  updateTemplate,
  moveTemplate,
  duplicateTemplate,
  deleteTemplate,
  exportTemplate,
  getDraft,
  saveDraft,
  discardDraft,
  getDesignSettings,
  saveDesignSettings,
  publishDraft,
  previewDraft,
  listVersions,
  getVersion,
  restoreVersion,
  previewVersion,
  listFiles,
  uploadFile,
  uploadPicture,
  deleteFile,
  getFile,
  getThumbnail,
  listFonts,
  getFont,
  listLibraryItems,
  createLibraryItem,
  getLibraryItem,
  updateLibraryItem,
  deleteLibraryItem,
  getLibraryFile,
  uploadLibraryFile,
  checkBatch,
  submitBatch,
  listJobs,
  getJob,
  listJobItems,
  getJobItemFile,
  getJobResult,
  cancelJob,
  deleteJob,
  createShare,
  listShares,
  revokeShare,
  listDeliveries,
  redeliver,
  getCallbackSecret,
  rotateCallbackSecret,
  getUsage,
} satisfies StudioHandlers;
