import type { Shadow, TemplateElement } from '../../../generated/template.ts';
import type { DesignBox } from '../boxes.ts';

/** What all elements of a template have, from those of Polotno. */
export type CommonKeys = Pick<TemplateElement, 'id' | 'opacity' | 'visible' | 'blur'> &
  DesignBox & { shadow?: Shadow };
