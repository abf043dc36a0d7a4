import { FairSlots, SlotsFullError } from '../../../async/fair-slots.ts';
import { maxIdleMs, WorkerThread } from '../../../async/worker-thread.ts';
import { sniffImageType } from '../../../common/pictures/sniff.ts';
import { problems } from '../../problems/catalogue.ts';
import { inspectSvg, type InspectedSvg, type SvgToInspect } from './inspect-svg.ts';

/** Up to this size, a file takes some milliseconds at most; one of 5 MiB takes up to a second. */
const maxInlineBytes = 16 * 1024;

const thread = new WorkerThread<SvgToInspect, InspectedSvg>(new URL('./svg-thread.ts', import.meta.url), {
  maxIdleMs,
});

/** Owners take turns at the thread. */
const slots = new FairSlots({ ofOwner: 1, inAll: 1, maxOfOwner: 16, maxWaitMs: 30_000 });

/**
 * Runs `inspectSvg`; for a large file in a worker thread, as it would block other requests. Other files have
 * no problem.
 *
 * @param owner whose file it is
 * @throws Problem SERVICE_UNAVAILABLE if the owner has too many checks
 */
export async function inspectSvgInWorker(svg: SvgToInspect, owner = ''): Promise<InspectedSvg> {
  if (sniffImageType(svg.bytes) !== 'svg') return { problem: null, losses: [] };
  if (svg.bytes.byteLength <= maxInlineBytes) return inspectSvg(svg);
  try {
    return await slots.run(owner, () => thread.call(svg));
  } catch (error) {
    throw error instanceof SlotsFullError ? problems.checksBusy() : error;
  }
}
