import type { LayoutCases } from './build.ts';
import { shapes } from './shapes.ts';
import { texts } from './texts.ts';
import { wraps } from './wraps.ts';

/** All documents whose boxes are compared with those of Chromium. */
export const layoutCases: LayoutCases = { ...shapes, ...texts, ...wraps };
