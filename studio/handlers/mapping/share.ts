import type { components } from '../../../generated/studio.ts';
import { shareLinkBody } from '../../../handlers/mapping/share-link.ts';
import type { SharedRender } from '../../../src/domain/shares/links.ts';

/** A link in the app's contract's form. */
export function shareBody(link: SharedRender): components['schemas']['Share'] {
  return { ...shareLinkBody(link), templateName: link.templateName };
}
