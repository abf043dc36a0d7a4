import type { ReactNode } from 'react';
import { designerWords as words } from '../../words/designer/designer.ts';
import classes from '../designer-page.module.css';
import { LayersPanel } from './layers-panel.tsx';

/** The tree of layers under its heading. */
export function LayersSection(): ReactNode {
  return (
    <section aria-labelledby="layers-heading" data-panel>
      <h2 id="layers-heading" className={classes.heading}>
        {words.layers}
      </h2>
      <LayersPanel />
    </section>
  );
}
