import type { ReactNode } from 'react';
import { designerWords as words } from '../words/designer/designer.ts';
import classes from './designer-page.module.css';
import { PagesSection } from './pages/pages-section.tsx';
import { LayersPanel } from './layers/layers-panel.tsx';

/** The pages, and the tree of layers of the one in work. */
export function LayersSection(): ReactNode {
  return (
    <div className={classes.pagesAndLayers}>
      <PagesSection />
      <LayersOfPage />
    </div>
  );
}

function LayersOfPage(): ReactNode {
  return (
    <section aria-labelledby="layers-heading" data-panel>
      <h2 id="layers-heading" className={classes.heading}>
        {words.layers}
      </h2>
      <LayersPanel />
    </section>
  );
}
