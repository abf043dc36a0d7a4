/** One line of a chart. */
export interface ChartLine {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** A chart with two logarithmic axes. */
export interface Chart {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly lines: readonly ChartLine[];
}

const panel = { width: 480, height: 330, left: 58, right: 40, top: 40, bottom: 54 };
const legendRow = 18;
const colors = [
  '#1f6fb4',
  '#d1495b',
  '#2b8a3e',
  '#b8860b',
  '#7048a8',
  '#0f8b8d',
  '#a0522d',
  '#44546a',
  '#c2559d',
  '#6b8e23',
  '#4169e1',
  '#555555',
];
const columns = 2;
const legendColumns = 2;

/** Draws charts as one SVG, two in a row. What grows in proportion runs along the grey diagonals. */
export function drawCharts(charts: readonly Chart[]): string {
  const rows = Math.ceil(charts.length / columns);
  const legend =
    Math.max(...charts.map(({ lines }) => Math.ceil(lines.length / legendColumns))) * legendRow + 10;
  const cell = { width: panel.width, height: panel.height + legend };
  const width = cell.width * Math.min(columns, charts.length);
  const height = cell.height * rows;
  const parts = charts.map((chart, index) => {
    const [x, y] = [(index % columns) * cell.width, Math.floor(index / columns) * cell.height];
    return `<g transform="translate(${x} ${y})">${drawChart(chart)}</g>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ` +
      'font-family="Inter, Helvetica, Arial, sans-serif" font-size="12">',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

function drawChart({ title, xLabel, yLabel, lines }: Chart): string {
  const points = lines.flatMap((line) => line.points).filter(({ x, y }) => x > 0 && y > 0);
  const across = axis(
    points.map(({ x }) => x),
    panel.left,
    panel.width - panel.right,
  );
  const down = axis(
    points.map(({ y }) => y),
    panel.height - panel.bottom,
    panel.top,
  );
  const [right, bottom] = [panel.width - panel.right, panel.height - panel.bottom];
  const parts = [
    `<clipPath id="${slug(title)}"><rect x="${panel.left}" y="${panel.top}" ` +
      `width="${right - panel.left}" height="${bottom - panel.top}"/></clipPath>`,
    text(panel.left, 24, title, 'font-weight="600" font-size="14"'),
    ...across.ticks.flatMap((value) => [
      line(across.at(value), panel.top, across.at(value), bottom, '#e4e4e4'),
      text(across.at(value), bottom + 16, label(value), 'text-anchor="middle" fill="#555555"'),
    ]),
    ...down.ticks.flatMap((value) => [
      line(panel.left, down.at(value), right, down.at(value), '#e4e4e4'),
      text(panel.left - 6, down.at(value) + 4, label(value), 'text-anchor="end" fill="#555555"'),
    ]),
    text(right, bottom + 34, xLabel, 'text-anchor="end" fill="#555555"'),
    text(right, 24, yLabel, 'text-anchor="end" fill="#555555"'),
    `<g clip-path="url(#${slug(title)})">${diagonals(across, down).join('')}</g>`,
    ...lines.flatMap((each, index) => drawLine(each, index, across, down)),
  ];
  return parts.join('\n');
}

function drawLine({ name, points }: ChartLine, index: number, across: Axis, down: Axis): string[] {
  const color = colors[index % colors.length] ?? '#000000';
  const coordinates = points
    .filter(({ x, y }) => x > 0 && y > 0)
    .map(({ x, y }) => `${across.at(x).toFixed(1)},${down.at(y).toFixed(1)}`);
  const x = panel.left + (index % legendColumns) * ((panel.width - panel.left) / legendColumns);
  const y = panel.height + Math.floor(index / legendColumns) * legendRow;
  return [
    `<polyline points="${coordinates.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
    ...coordinates.map((pair) => {
      const [cx, cy] = pair.split(',');
      return `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${color}"/>`;
    }),
    line(x, y - 4, x + 18, y - 4, color, 3),
    text(x + 24, y, name, ''),
  ];
}

/** Lines of proportional growth, one for each power of ten. */
function diagonals(across: Axis, down: Axis): string[] {
  const [left, right] = [across.min, across.max];
  const from = Math.log10(down.min / (right / left));
  const starts: number[] = [];
  for (let power = Math.floor(from); power <= Math.log10(down.max); power++) starts.push(10 ** power);
  return starts.map((y) =>
    line(across.at(left), down.at(y), across.at(right), down.at((y * right) / left), '#c9c9c9', 1, '3 4'),
  );
}

interface Axis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
  readonly at: (value: number) => number;
}

function axis(values: readonly number[], from: number, to: number): Axis {
  const min = 10 ** Math.floor(Math.log10(Math.min(...values)) + 1e-9);
  const max = 10 ** Math.max(Math.log10(min) + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9));
  const span = Math.log10(max / min);
  const ticks: number[] = [];
  for (let power = Math.round(Math.log10(min)); power <= Math.round(Math.log10(max)); power++)
    ticks.push(10 ** power);
  return { min, max, ticks, at: (value) => from + (Math.log10(value / min) / span) * (to - from) };
}

function label(value: number): string {
  return value >= 1 ? value.toLocaleString('en') : String(Number(value.toPrecision(1)));
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function line(x1: number, y1: number, x2: number, y2: number, color: string, width = 1, dash = ''): string {
  const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
  const [a, b, c, d] = [x1, y1, x2, y2].map((place) => place.toFixed(1));
  return `<line x1="${a}" y1="${b}" x2="${c}" y2="${d}" stroke="${color}" stroke-width="${width}"${dashes}/>`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${escaped}</text>`;
}
