import { Counter, Gauge, type Registry } from 'prom-client';

/** What the gauges of a process read at each scrape. */
export interface ProcessSources {
  readonly renderers: () => RendererStats;
  readonly connections: () => { readonly used: number; readonly idle: number; readonly waiting: number };
}

interface RendererStats {
  readonly processes: number;
  readonly warm: number;
  readonly rendering: number;
  readonly queued: number;
  readonly batchQueued: number;
  readonly previewQueued: number;
  readonly crashed: number;
}

/** Creates the metrics of this process that are read at each scrape. */
export function gaugeProcess(registry: Registry, { renderers, connections }: ProcessSources): void {
  const registers = [registry];
  new Gauge({
    name: 'platen_render_queue_depth',
    help: 'Single renders that wait for a renderer of this process.',
    registers,
    collect() {
      this.set(renderers().queued);
    },
  });
  new Gauge({
    name: 'platen_render_queue_depth_batch',
    help: 'Rows of batches that wait for a renderer of this process.',
    registers,
    collect() {
      this.set(renderers().batchQueued);
    },
  });
  new Gauge({
    name: 'platen_render_queue_depth_preview',
    help: 'Previews that wait for a renderer of this process.',
    registers,
    collect() {
      this.set(renderers().previewQueued);
    },
  });
  new Gauge({
    name: 'platen_renderer_processes',
    help: 'Renderer processes of this process: busy, idle, or starting.',
    labelNames: ['state'],
    registers,
    collect() {
      const { processes, warm, rendering } = renderers();
      this.set({ state: 'busy' }, rendering);
      this.set({ state: 'idle' }, Math.max(0, warm - rendering));
      this.set({ state: 'starting' }, Math.max(0, processes - warm));
    },
  });
  new Counter({
    name: 'platen_renderer_crashes_total',
    help: 'Renderer processes that ended unasked, or had to be ended.',
    registers,
    collect() {
      this.reset();
      this.inc(renderers().crashed);
    },
  });
  new Gauge({
    name: 'platen_database_pool',
    help: 'Connections of the pool that requests and tasks share, and callers that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count);
    },
  });
}
