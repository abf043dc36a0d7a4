import type { SizeToPropose } from '../../src/common/proposals/propose-size.ts';

/** The sizes that are measured. */
export const twelveSizes: readonly (SizeToPropose & { readonly id: string })[] = [
  { id: 'square', viewport: { width: 1080, height: 1080 } },
  { id: 'portrait', viewport: { width: 1080, height: 1350 } },
  { id: 'story', viewport: { width: 1080, height: 1920 } },
  { id: 'wide', viewport: { width: 1920, height: 1080 } },
  { id: 'link', viewport: { width: 1200, height: 628 } },
  { id: 'header', viewport: { width: 1500, height: 500 } },
  { id: 'leaderboard', viewport: { width: 728, height: 90 } },
  { id: 'rectangle', viewport: { width: 300, height: 250 } },
  { id: 'skyscraper', viewport: { width: 160, height: 600 } },
  { id: 'a4', viewport: { width: 210, height: 297 }, viewportUnit: 'mm' },
  { id: 'a6', viewport: { width: 148, height: 105 }, viewportUnit: 'mm' },
  { id: 'billboard', viewport: { width: 1600, height: 400 } },
].map((size) => ({ viewportUnit: 'px' as const, ...size }) as SizeToPropose & { readonly id: string });
