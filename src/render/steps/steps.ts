import type { RenderTimes } from '../job.ts';

interface Step {
  readonly stage: keyof RenderTimes;
  readonly run: (results: never) => object | Promise<object>;
}

/** The sum of times, stage by stage. */
export function addTimes(times: readonly RenderTimes[]): RenderTimes {
  const sum = { decode: 0, layout: 0, draw: 0, encode: 0 };
  for (const each of times)
    for (const stage of ['decode', 'layout', 'draw', 'encode'] as const) sum[stage] += each[stage];
  return sum;
}

/**
 * A list of steps. Each step is a function that takes the input and the results of all steps before it, and
 * returns its own result. No step changes the result of another one.
 */
export class Steps<Input extends object, Results extends Input = Input> {
  readonly #steps: readonly Step[];

  private constructor(steps: readonly Step[]) {
    this.#steps = steps;
  }

  /** A list without steps. */
  static of<Input extends object>(): Steps<Input> {
    return new Steps([]);
  }

  /**
   * The list with one more step, whose duration counts as `stage`. Several steps may count as the same stage.
   */
  step<Result extends object>(
    stage: keyof RenderTimes,
    run: (results: Results) => Result | Promise<Result>,
  ): Steps<Input, Results & Result> {
    return new Steps([...this.#steps, { stage, run }]);
  }

  /** Runs the steps in order. Returns all results, and how long the stages took. */
  async run(input: Input): Promise<Results & { readonly times: RenderTimes }> {
    const times = { decode: 0, layout: 0, draw: 0, encode: 0 };
    let results: object = input;
    for (const { stage, run } of this.#steps) {
      const startedAt = performance.now();
      results = { ...results, ...(await run(results as never)) };
      times[stage] += performance.now() - startedAt;
    }
    return { ...results, times } as unknown as Results & { readonly times: RenderTimes };
  }
}
