import type { LiveService } from '../live-service.ts';
import type { FuzzTarget } from './target.ts';

/** Ids of what both contracts name in paths, seen and unseen by the one who asks. */
export function getIds({
  jobs: { spare, renders: _renders, ...jobs },
  ...service
}: LiveService): FuzzTarget['dictionaries'] {
  return {
    projects: {
      at: 'path.projectId',
      values: [...service.visibleProjectIds, ...service.hiddenProjectIds],
      probability: 0.8,
    },
    templates: {
      at: 'path.templateId',
      values: [...service.visibleTemplateIds, ...service.hiddenTemplateIds],
      probability: 0.8,
    },
    jobs: {
      at: 'path.jobId',
      values: [...Object.values(jobs), ...spare, ...service.foreignJobIds],
      probability: 0.6,
    },
    endpoints: { at: 'path.endpointId', values: [...service.endpointIds], probability: 0.7 },
    shares: {
      at: 'path.shareId',
      values: [...service.shareIds, ...service.foreignShareIds],
      probability: 0.6,
    },
  };
}
