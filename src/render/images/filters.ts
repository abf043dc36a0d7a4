import type { SceneImage } from '../scene.ts';

/**
 * The colour filters of a picture as a CSS filter list, in the order in which the format names them; empty where all are
 * neutral. Blur is not among them: it reaches beyond the picture and is done where the element is drawn.
 */
export function filterFunctions(filters: SceneImage['filters']): string {
  const { grayscale, sepia, saturate, brightness, contrast } = filters;
  const steps: string[] = [];
  if (grayscale !== 0) steps.push(`grayscale(${grayscale})`);
  if (sepia !== 0) steps.push(`sepia(${sepia})`);
  if (saturate !== 1) steps.push(`saturate(${saturate})`);
  if (brightness !== 1) steps.push(`brightness(${brightness})`);
  if (contrast !== 1) steps.push(`contrast(${contrast})`);
  return steps.join(' ');
}
