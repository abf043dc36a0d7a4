import { abortable } from '../../async/abortable.ts';
import { studioProblems } from '../problems/studio-problems.ts';

/** A tab of the app in a browser of an account. */
export interface Tab {
  readonly accountId: string;
  /** Undefined: the preview replaces nothing, and nothing replaces it. */
  readonly name: string | undefined;
}

/**
 * The newest preview of each tab. It replaces the one before, which nobody looks at any more. A process knows
 * only the previews that it has received itself.
 */
export class PreviewTabs {
  readonly #newest = new Map<string, AbortController>();

  /**
   * Runs the newest preview of a tab. Rejects at once if the signal aborts or a newer one comes, whatever
   * `render` does; its signal aborts as well.
   *
   * @throws Problem PREVIEW_REPLACED
   */
  async run<Result>(
    { accountId, name }: Tab,
    signal: AbortSignal,
    render: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    if (name === undefined) return await abortable(render(signal), signal);
    const key = `${accountId} ${name}`;
    const replaced = new AbortController();
    this.#newest.get(key)?.abort(studioProblems.previewReplaced());
    this.#newest.set(key, replaced);
    const either = AbortSignal.any([signal, replaced.signal]);
    try {
      return await abortable(render(either), either);
    } finally {
      if (this.#newest.get(key) === replaced) this.#newest.delete(key);
    }
  }
}
