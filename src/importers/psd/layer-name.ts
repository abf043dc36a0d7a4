import type { Layer } from 'ag-psd';

/** The name of a layer, as its author sees it. */
export function readLayerName({ name = '', children }: Layer): string {
  return name.replaceAll('\0', '').trim() || (children === undefined ? 'Layer' : 'Group');
}
