import { setUpPrint, usualDistances } from '../model/changes/print.ts';
import type { DesignerStore } from './designer.ts';

/** Makes PDFs for print with a bleed, and shows the safe area as margins where there are none. */
export function printWithBleed(store: DesignerStore): void {
  const { design, settings, change, setSettings } = store.getState();
  const { safe } = usualDistances(design.document);
  change(setUpPrint);
  if (settings.margins === null)
    setSettings({ margins: { top: safe, right: safe, bottom: safe, left: safe } });
}
