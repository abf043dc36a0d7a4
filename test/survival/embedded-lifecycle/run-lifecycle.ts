import { createRandom } from '../../faults/random.ts';
import { events } from './events.ts';
import { createWorld } from './world.ts';

export interface LifecycleOptions {
  readonly seed: number;
  /** Events in sequence. */
  readonly count: number;
  /** Called after each event. */
  readonly report?: (result: EventResult) => void;
}

export interface EventResult {
  readonly name: string;
  /** From the end of the fault until a new command had succeeded, and until the service answered. */
  readonly commandMs: number;
  readonly serviceMs: number;
}

export interface LifecycleResult {
  readonly results: readonly EventResult[];
  /** Processes that ended with an error, with their last lines. A new attempt may have succeeded. */
  readonly failures: readonly string[];
  /** What was left running or half done at the end. */
  readonly leftovers: readonly string[];
}

/** Injects events into processes that share an embedded database. Waits after each until all work again. */
export async function runLifecycle({ seed, count, report }: LifecycleOptions): Promise<LifecycleResult> {
  const random = createRandom(seed);
  const world = await createWorld();
  const results: EventResult[] = [];
  let leftovers: readonly string[];
  try {
    await world.serviceAnswers();
    for (let number = 0; number < count; number += 1) {
      const event = random.pick(events);
      // Half of the events happen while a command runs, which may fail.
      const bystander = random.chance(0.5) ? world.startCommand() : null;
      if (bystander !== null) await new Promise((resolve) => setTimeout(resolve, random.integer(0, 1_500)));
      const end = await event.inject(world, random);
      const startedAt = performance.now();
      const elapsed = (): number => performance.now() - startedAt;
      const [commandMs, serviceMs] = await Promise.all([
        world.commandSucceeds().then(elapsed),
        world.serviceAnswers().then(elapsed),
      ]);
      await end?.();
      await bystander?.ended;
      const result = { name: event.name, commandMs, serviceMs };
      results.push(result);
      report?.(result);
    }
  } finally {
    leftovers = await world.close();
  }
  return { results, failures: world.failures, leftovers };
}
