import { canonicalTarget } from './signed-target.ts';
import type { SpelledTarget } from './spellings.ts';

/** What the path of an image URL names. Nothing is looked up with another spelling of these. */
export interface ImagePath {
  /** A UUID in lower case. */
  readonly templateId: string;
  readonly version: number | 'live';
  readonly file: string;
}

const pathPattern = /^\/i\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(live|[1-9]\d{0,8})\/([^/]+)$/;

/** Reads the path of an image URL. Null: it names nothing that there can be. */
export function readImagePath(target: SpelledTarget): ImagePath | null {
  const { path } = target.path.includes('%') ? canonicalTarget({ ...target, query: '' }) : target;
  const [folder = '', templateId = '', ...others] = path.slice(1).split('/');
  const lowered = ['', folder, templateId.toLowerCase(), ...others].join('/');
  const [, id, version, file] = pathPattern.exec(lowered) ?? [];
  if (id === undefined || version === undefined || file === undefined) return null;
  return { templateId: id, version: version === 'live' ? version : Number(version), file };
}
