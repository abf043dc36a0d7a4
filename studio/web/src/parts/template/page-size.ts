import type { Schema } from '../../api/client.ts';

type PageSize = Pick<Schema<'PageSize'>, 'width' | 'height' | 'unit'>;

const sides = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, useGrouping: false });

/** `1200 × 630 px` */
export function formatPageSize({ width, height, unit }: PageSize): string {
  return `${sides.format(width)} × ${sides.format(height)} ${unit}`;
}
