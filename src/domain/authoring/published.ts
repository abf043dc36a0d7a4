import type { Database } from '../../store/database.ts';
import type { Viewer } from '../../store/projects.ts';
import { Problem } from '../problems/problem.ts';
import { studioProblems } from '../problems/studio-problems.ts';
import { requireTemplate } from './templates.ts';

/**
 * Waits for something that needs the published version of a template. The API does not know a template
 * that was never published; the app does, and says what is missing.
 *
 * @throws Problem NEVER_PUBLISHED instead of TEMPLATE_NOT_FOUND, if the viewer sees the template in the app
 */
export async function needsPublication<Result>(
  db: Database,
  viewer: Viewer,
  templateId: string,
  use: Promise<Result>,
): Promise<Result> {
  try {
    return await use;
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'TEMPLATE_NOT_FOUND')) throw error;
    await requireTemplate(db, viewer, templateId);
    throw studioProblems.neverPublished();
  }
}
