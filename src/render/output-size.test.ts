import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkOutputSize, outputSize } from './output-size.ts';
import { toPx, type LengthUnit } from '../common/lengths/units.ts';

const page = (width: number, height: number, viewportUnit: LengthUnit = 'px', more: object = {}) => ({
  viewport: { width, height },
  viewportUnit,
  ...more,
});
const png = (dpi: number, scale: number) => ({ format: 'png', dpi, scale }) as const;

describe('outputSize', () => {
  const cases: [number, number, LengthUnit, number, number, number, number][] = [
    [1200, 630, 'px', 96, 1, 1200, 630],
    [1200, 630, 'px', 96, 4, 4800, 2520],
    [1200, 630, 'px', 300, 1, 3750, 1969],
    [210, 297, 'mm', 96, 1, 794, 1123],
    [210, 297, 'mm', 300, 1, 2480, 3508],
    [210, 297, 'mm', 150, 2, 2480, 3508],
    [21, 30, 'cm', 72, 1, 595, 850],
    [3, 2, 'in', 300, 1, 900, 600],
    [612, 792, 'pt', 96, 1, 816, 1056],
    [99.1, 38.1, 'mm', 300, 1, 1170, 450],
    [63.5, 46.6, 'mm', 150, 2, 750, 550],
    [3.5, 2, 'in', 300, 1, 1050, 600],
    [8.56, 5.398, 'cm', 300, 1, 1011, 638],
    [0.001, 0.2, 'mm', 72, 1, 1, 1],
    [1, 1, 'px', 72, 1, 1, 1],
    [1, 500, 'pt', 72, 1, 1, 500],
  ];
  for (const [width, height, unit, dpi, scale, ...expected] of cases) {
    it(`${width} × ${height} ${unit} at ${dpi} dpi, scale ${scale}`, () => {
      const size = outputSize(page(width, height, unit), png(dpi, scale));
      assert.deepEqual([size.width, size.height, size.unit], [...expected, 'px']);
    });
  }

  it('is exact for every width in pixels at its own density', () => {
    for (let width = 1; width < 5000; width++)
      assert.equal(outputSize(page(width, 1), png(96, 1)).width, width);
  });

  it('rounds half a pixel up, also of a page that was converted to CSS pixels', () => {
    for (const [length, unit, dpi, expected] of [
      [6.35, 'mm', 150, 38],
      [12.7, 'mm', 203, 102],
      [110.49, 'mm', 150, 653],
      [0.255, 'in', 300, 77],
    ] as const) {
      assert.equal(outputSize(page(length, length, unit), png(dpi, 1)).width, expected);
      const scene = page(toPx(length, unit), toPx(length, unit));
      assert.equal(outputSize(scene, png(dpi, 1)).width, expected);
    }
  });

  it('gives PDF pages in points, whatever dpi and scale say', () => {
    const { width, height, unit } = outputSize(page(210, 297, 'mm'), { format: 'pdf', dpi: 300, scale: 4 });
    assert.deepEqual([width.toFixed(2), height.toFixed(2), unit], ['595.28', '841.89', 'pt']);
  });
});

describe('checkOutputSize', () => {
  it('accepts up to the ceiling and names what is beyond', () => {
    assert.equal(checkOutputSize(page(1000, 1000), png(96, 1), 1_000_000), null);
    assert.match(
      checkOutputSize(page(1000, 1001), png(96, 1), 1_000_000) ?? '',
      /1000 × 1001 px.*at most 1000000/u,
    );
  });

  it('knows what formats can hold', () => {
    const at = (format: 'png' | 'jpeg' | 'webp' | 'avif', width: number, height = 1) =>
      checkOutputSize(page(width, height), { format, dpi: 96, scale: 1 }, 1e8);
    assert.equal(at('webp', 16_383), null);
    assert.match(at('webp', 16_384) ?? '', /webp files may have at most 16383 px/u);
    assert.equal(at('jpeg', 65_500), null);
    assert.match(at('jpeg', 65_501) ?? '', /65500/u);
    assert.equal(at('png', 65_501), null);
    assert.equal(at('avif', 16_384), null);
    assert.match(at('avif', 16_385) ?? '', /avif files may have at most 16384 px/u);
    assert.equal(at('avif', 6000, 4000), null);
    assert.match(at('avif', 6001, 4000) ?? '', /avif files may have at most 24000000/u);
  });

  it('bounds PDF pages with their bleed, and the bitmaps in them', () => {
    const pdf = { format: 'pdf', dpi: 96, scale: 1 } as const;
    assert.equal(checkOutputSize(page(200, 200, 'in'), pdf, 1e9), null);
    assert.match(
      checkOutputSize(page(200, 200, 'in', { bleed: 1, viewportOutputIntent: 'print' }), pdf, 1e9) ?? '',
      /14400/u,
    );
    assert.equal(checkOutputSize(page(200, 200, 'in', { bleed: 1 }), pdf, 1e9), null);
    const marked = page(200, 200, 'in', { cropMarks: true, viewportOutputIntent: 'print' });
    assert.match(checkOutputSize(marked, pdf, 1e9) ?? '', /14443 × 14443 pt with its bleed and crop marks/);
    assert.match(checkOutputSize(page(200, 200, 'in'), pdf, 1e8) ?? '', /smaller outputDpi/u);
  });
});
