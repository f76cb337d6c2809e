/** How long a toast stays, in milliseconds (specification, section 9). */
const duration = 4_000;

/** How many are shown at once (specification, section 9). */
const visible = 3;

export type NewToast = {
  text: string;
  /** A failure stays until it is dismissed. */
  isError?: boolean;
};

export type Toast = NewToast & { id: number };

type Clock = { left: number; since: number; timer?: ReturnType<typeof setTimeout> };

/**
 * The toasts of a page. Their time runs only between `resume` and `pause`. The newest are shown; older ones come
 * back when there is room again, if they still have something to say by then.
 */
export class ToastList {
  #toasts: readonly Toast[] = [];
  #shown: readonly Toast[] = [];
  readonly #clocks = new Map<number, Clock>();
  readonly #listeners = new Set<() => void>();
  #nextId = 0;
  #isPaused = true;

  constructor(initial: readonly NewToast[] = []) {
    for (const toast of initial) this.add(toast);
  }

  /** What is to be seen, the newest first; the same array until it changes. */
  readonly shown = (): readonly Toast[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows a toast. One that says the same already is replaced, so that it is announced anew but stands there once. */
  add({ text, isError = false }: NewToast): void {
    const same = this.#toasts.find((other) => other.text === text && other.isError === isError);
    if (same) this.#forget(same.id);
    const id = this.#nextId++;
    if (!isError) this.#clocks.set(id, { left: duration, since: 0 });
    if (!this.#isPaused) this.#start(id);
    this.#change([{ id, text, isError }, ...this.#toasts.filter((other) => other !== same)]);
  }

  dismiss(id: number): void {
    this.#forget(id);
    this.#change(this.#toasts.filter((toast) => toast.id !== id));
  }

  pause(): void {
    this.#isPaused = true;
    for (const clock of this.#clocks.values()) {
      if (!clock.timer) continue;
      clearTimeout(clock.timer);
      delete clock.timer;
      clock.left -= performance.now() - clock.since;
    }
  }

  resume(): void {
    this.#isPaused = false;
    for (const id of this.#clocks.keys()) this.#start(id);
  }

  #start(id: number) {
    const clock = this.#clocks.get(id);
    if (!clock || clock.timer) return;
    clock.since = performance.now();
    clock.timer = setTimeout(() => this.dismiss(id), Math.max(0, clock.left));
  }

  #forget(id: number) {
    clearTimeout(this.#clocks.get(id)?.timer);
    this.#clocks.delete(id);
  }

  #change(toasts: readonly Toast[]) {
    this.#toasts = toasts;
    this.#shown = toasts.slice(0, visible);
    for (const listener of this.#listeners) listener();
  }
}
