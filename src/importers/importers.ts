import type { Importer } from './importer.ts';
import { polotno } from './polotno/polotno.ts';

/** The formats, in the order in which a file is tried. */
export const importers: readonly Importer[] = [polotno];
