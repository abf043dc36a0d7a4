import { Bulkhead } from '../../async/bulkhead.ts';
import type { Plans } from '../../config/plans.ts';
import type { ImageFetcher } from '../../outbound/fetch-image.ts';
import type { Database } from '../../store/database.ts';
import type { AuthoringParts } from '../authoring/parts.ts';
import { imageSlotOptions, maxSceneBytes, type ImageParts } from '../renders/image-limits.ts';
import { createMemoryBudget } from '../renders/memory-budget.ts';
import { ImageRate } from '../renders/image-rate.ts';
import type { RenderParts } from '../renders/render-template.ts';
import type { TemplateCache } from '../templates/discovery.ts';
import { CheckedDocuments } from './checked-documents.ts';
import { createPreviewImages } from './images.ts';
import { PreviewTabs } from './tabs.ts';

/** What previews and checks of rows need. */
export interface PreviewParts extends RenderParts, ImageParts {
  readonly db: Database;
  readonly plans: Plans;
  /** Whether lost renderers count against the rate limit of previews. */
  readonly limitsRates: boolean;
  readonly authoring: AuthoringParts;
  readonly templates: TemplateCache;
  readonly tabs: PreviewTabs;
  readonly checkedDocuments: CheckedDocuments;
}

interface GivenParts extends RenderParts {
  readonly db: Database;
  readonly plans: Plans;
  readonly limitsRates: boolean;
  readonly authoring: AuthoringParts;
  readonly templates: TemplateCache;
  readonly fetchImage: ImageFetcher;
}

/** Images that are fetched at the same time, of the largest size. */
const largestImages = 8;

/** Builds the parts. Images of previews have limits of their own: they take nothing from paid renders. */
export function createPreviewParts(given: GivenParts): PreviewParts {
  return {
    ...given,
    fetchImage: createPreviewImages(given.fetchImage),
    imageMemory: createMemoryBudget(largestImages * given.imageMaxBytes),
    sceneMemory: createMemoryBudget(maxSceneBytes / 2, 'documents'),
    imageRate: new ImageRate(),
    imageSlots: new Bulkhead(imageSlotOptions),
    tabs: new PreviewTabs(),
    checkedDocuments: new CheckedDocuments(),
  };
}
