/** What the rules of preflight read and find. */
import type { PageResources } from '../../draw/page-resources.ts';
import type { SceneProfile } from '../../inks/scene-profile.ts';
import type { SceneElement } from '../../scene/elements.ts';
import type { Color } from '../../scene/paint.ts';
import type { Plates } from './plates.ts';

/** What preflight reads of a drawn page. */
export type PreflightResources = Pick<
  PageResources,
  'texts' | 'charts' | 'images' | 'fonts' | 'drawnCodes'
> & {
  readonly press: SceneProfile;
};

/** A warning of preflight, without its element. */
export interface Fault {
  readonly code: string;
  readonly detail: string;
  readonly severity: 'error' | 'advice';
}

/** Reads a colour as the inks that an element, or the background of the page (null), prints with it. */
export type ReadPlates = (element: SceneElement | null, color: Color) => Plates;
