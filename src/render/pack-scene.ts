import { deserialize, serialize } from 'node:v8';
import type { PackedJob, PackedScene, RenderJob } from './job.ts';
import type { Scene } from './scene/scene.ts';

/** Writes a scene as bytes, which a thread or a process hands on without reading them. */
export function packScene(scene: Scene): PackedScene {
  return serialize(scene);
}

/** Reads the scene of a job that has come to its renderer. */
export function unpackJob(job: PackedJob): RenderJob {
  const { scene } = job;
  return { ...job, scene: scene instanceof Uint8Array ? (deserialize(scene) as Scene) : scene };
}
