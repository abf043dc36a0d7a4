/** A line of tasks that wait for a renderer: first come, first served. */
export class TaskQueue<Task> {
  /** A set keeps the order of arrival and lets a task leave from the middle at once. */
  readonly #waiting = new Set<Task>();

  get length(): number {
    return this.#waiting.size;
  }

  add(task: Task): void {
    this.#waiting.add(task);
  }

  /** Whether the task was still waiting. */
  remove(task: Task): boolean {
    return this.#waiting.delete(task);
  }

  /** Takes the task that has waited longest. */
  take(): Task | undefined {
    const [task] = this.#waiting;
    if (task !== undefined) this.#waiting.delete(task);
    return task;
  }

  /** Takes all tasks but so many that have waited longest. */
  takeAllBut(kept: number): Task[] {
    const tasks = [...this.#waiting].slice(kept);
    for (const task of tasks) this.#waiting.delete(task);
    return tasks;
  }
}
