import type { FontBook } from '../fonts/font-book.ts';
import { RenderInputError } from '../errors.ts';
import type { RenderWarning } from '../layout-report.ts';
import type { SceneChart } from '../scene/chart.ts';
import { ChartError } from './chart-error.ts';
import type { ChartDrawing } from './chart-drawing.ts';
import { TextRuler } from './chart-text.ts';
import { fillsBox } from './fills-box.ts';
import { MAX_TIME_MS } from './limits.ts';
import { numberLocale, timeLocale, withDigits } from './locale.ts';
import { measureWith } from './measure-with.ts';
import { readScene, type DrawnScene } from './read-scene.ts';
import { toTheme } from './theme.ts';
import { expressionInterpreter, randomLCG, setRandom, vega, vegaLite, type SceneMark } from './vega.ts';
import { withinTime } from './within-time.ts';

/**
 * Lays out a chart by Vega-Lite and reads its scene graph. Nothing is loaded: a loader that refuses stands
 * in for Vega's, and expressions are interpreted.
 *
 * @throws RenderInputError that names the element
 */
export async function runChart(chart: SceneChart, fonts: FontBook): Promise<ChartDrawing> {
  try {
    return await lay(chart, new TextRuler(fonts, chart.locale));
  } catch (error) {
    if (error instanceof RangeError || error instanceof ChartError || isOfVega(error))
      throw new RenderInputError('output', null, describe(error), `The element "${chart.id}"`);
    throw error;
  }
}

async function lay(chart: SceneChart, ruler: TextRuler): Promise<ChartDrawing> {
  const endsAt = performance.now() + MAX_TIME_MS;
  const failures: VegaError[] = [];
  const view = withinTime(endsAt - performance.now(), () =>
    measureWith(ruler, () => startView(chart, failures)),
  );
  throwFirst(failures);
  // A view that fits its box is laid out again with the room that its axes leave.
  await measureWith(ruler, () => view.runAsync()).catch(refuseAsVega);
  throwFirst(failures);
  const sized = view as unknown as SizedView;
  const padding = view.padding() as { top: number; left: number; right: number; bottom: number };
  const [left = 0, top = 0] = view.origin();
  const size = {
    width: Math.max(0, sized._viewWidth) + padding.left + padding.right,
    height: Math.max(0, sized._viewHeight) + padding.top + padding.bottom,
  };
  const root = (view.scenegraph() as unknown as { readonly root: SceneMark }).root;
  const origin = { x: left + padding.left, y: top + padding.top };
  const drawn = withinTime(endsAt - performance.now(), () =>
    measureWith(ruler, () => readScene(root, chart, { size, origin, background: view.background() }, ruler)),
  );
  view.finalize();
  return { ...drawn, warnings: findWarnings(chart, drawn, size) };
}

function throwFirst([first]: readonly Error[]): void {
  if (first !== undefined) throw first;
}

/** The size of a view with its axes and legends, which Vega's own renderers read. */
interface SizedView {
  readonly _viewWidth: number;
  readonly _viewHeight: number;
}

/** Messages of Vega, which speak about the specification. */
class VegaError extends Error {}

function isOfVega(error: unknown): error is Error {
  return error instanceof VegaError;
}

function startView(chart: SceneChart, failures: VegaError[]) {
  const parsed = parse(chart);
  const { locale } = chart;
  setRandom(randomLCG(1));
  try {
    const view = new vega.View(parsed, {
      renderer: 'none',
      logger: loggerFor(failures),
      loader: refusingLoader,
      expr: expressionInterpreter,
      locale: { number: numberLocale(locale), time: timeLocale(locale) } as never,
    });
    view.locale(withDigits(view.locale(), locale));
    view.run();
    return view;
  } catch (error) {
    return refuseAsVega(error);
  }
}

/** What Vega throws while it runs is about the specification, too: `values` that are no JSON, for example. */
function refuseAsVega(error: unknown): never {
  const isKnown =
    error instanceof RenderInputError || error instanceof ChartError || error instanceof RangeError;
  if (!(error instanceof Error) || isKnown) throw error;
  throw new VegaError(error.message);
}

function parse(chart: SceneChart) {
  try {
    const { spec } = vegaLite.compile(getSpec(chart) as never, {
      config: toTheme(chart.theme),
      logger: silentLogger,
    });
    return vega.parse(spec, undefined, { ast: true });
  } catch (error) {
    if (error instanceof Error && !(error instanceof ChartError)) throw new VegaError(error.message);
    throw error;
  }
}

/** The specification with the chart's lists, values and box. */
function getSpec({ spec, lists, values, width, height }: SceneChart): object {
  const params = [
    ...Object.entries(values).map(([name, value]) => ({ name, value })),
    ...((spec['params'] as object[] | undefined) ?? []),
  ];
  const datasets = { ...(spec['datasets'] as object | undefined), ...lists };
  return {
    ...spec,
    ...(params.length === 0 ? {} : { params }),
    ...(Object.keys(datasets).length === 0 ? {} : { datasets }),
    ...(fillsBox(spec)
      ? { width, height, autosize: { type: 'fit', contains: 'padding', ...getAutosize(spec) } }
      : {}),
  };
}

function getAutosize({ autosize }: SceneChart['spec']): object {
  return typeof autosize === 'object' && autosize !== null ? autosize : {};
}

function loggerFor(failures: VegaError[]) {
  const logger = {
    level: () => logger,
    error: (...args: readonly unknown[]) => {
      const [first] = args;
      const text = args.map((arg) => (arg instanceof Error ? arg.message : String(arg))).join(' ');
      failures.push(first instanceof ChartError ? first : new VegaError(text));
      return logger;
    },
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  };
  return logger as never;
}

const silentLogger = loggerFor([]);

const refuse = (): Promise<never> => Promise.reject(new ChartError('loads something; charts load nothing.'));
const refusingLoader = { load: refuse, sanitize: refuse, http: refuse, file: refuse } as never;

function describe(error: Error): string {
  if (error instanceof ChartError) return error.message;
  if (error instanceof RangeError) return 'is nested too deeply, or makes too many data.';
  return `cannot be drawn; Vega says: ${error.message.slice(0, 300)}`;
}

/** What the report says about a chart that is drawn. */
function findWarnings(
  { id, width, height }: SceneChart,
  { marks, parts }: DrawnScene,
  size: { readonly width: number; readonly height: number },
): RenderWarning[] {
  const warnings: RenderWarning[] = [];
  if (marks === 0)
    warnings.push({
      code: 'CHART_EMPTY',
      elementId: id,
      detail: 'The chart shows no data: its list has no entries, or none of them can be drawn.',
    });
  const scale = Math.min(width / size.width, height / size.height);
  if (parts.length > 0 && scale < MIN_SCALE)
    warnings.push({
      code: 'CHART_SHRUNK',
      elementId: id,
      detail: `The chart was made smaller to fit its box: ${(scale * 100).toFixed(1)} %.`,
    });
  return warnings;
}

/** A chart that is only slightly too large for its box is not worth a warning. */
const MIN_SCALE = 0.98;
