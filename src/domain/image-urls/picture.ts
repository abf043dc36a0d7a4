import type { OutputFormat } from '../../render/job.ts';
import type { PreparedRender } from '../renders/render-template.ts';
import type { RenderOptions } from '../renders/output-options.ts';

/** What a URL asks for. */
export interface PictureRequest {
  readonly templateId: string;
  /** As in the path. */
  readonly version: string;
  readonly format: OutputFormat;
  /** By the names of the variables. */
  readonly variables: Readonly<Record<string, string>>;
  readonly options: RenderOptions;
  /** In Unix seconds. */
  readonly expiresAt: number | undefined;
}

/** A picture, identified before it is rendered. */
export interface Picture {
  /** SHA-256 of everything that decides the picture. */
  readonly hash: Buffer;
  readonly templateId: string;
  readonly format: OutputFormat;
  /** Whether its template uses the time: it sees the start of the day, in UTC. */
  readonly isOfToday: boolean;
  /** Default pictures are free. */
  readonly isFree: boolean;
  /** Where its remote pictures may come from. Null: anywhere. */
  readonly imageHosts: readonly string[] | null;
  /** Where texts were shortened, for a key with `fit`: `title`, in a list `items[3].note`. */
  readonly fitted: readonly string[];
  /** The values of these variables, shortened; of a list as JSON. */
  readonly fittedValues: Readonly<Record<string, string>>;
  /** Binds the values. Throws a Problem for a value that does not fit its place. */
  readonly prepare: () => Promise<PreparedRender>;
}
