import type { ReactNode } from "react";

/** Specification, section 9. */
const defaultDurationMs = 4_000;
const maxVisible = 3;

export type NewToast = {
  text: string;
  /** Errors stay until they are dismissed. */
  isError?: boolean;
  /** Shown beside the text. It gets the function that dismisses the toast when its button is clicked. */
  action?: (dismiss: (button: HTMLButtonElement) => void) => ReactNode;
  /** 4 seconds by default. */
  durationMs?: number;
};

export type Toast = NewToast & { id: number };

type Countdown = { leftMs: number; startedAt: number; timer?: ReturnType<typeof setTimeout> };

/**
 * The toasts of a page. Their time runs only between `resume` and `pause`. The newest ones are shown; older ones return
 * when there is space, if their time has not run out.
 */
export class ToastList {
  #toasts: readonly Toast[] = [];
  #shown: readonly Toast[] = [];
  readonly #countdowns = new Map<number, Countdown>();
  readonly #listeners = new Set<() => void>();
  #nextId = 0;
  #isPaused = true;

  constructor(initial: readonly NewToast[] = []) {
    for (const toast of initial) this.add(toast);
  }

  /** The visible toasts, newest first. The array is the same until it changes. */
  readonly shown = (): readonly Toast[] => this.#shown;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Shows a toast. One with the same text and no action is replaced, so that the text is announced again. @returns its id */
  add({ text, isError = false, action, durationMs = defaultDurationMs }: NewToast): number {
    const same = this.#toasts.find(
      (other) => other.text === text && other.isError === isError && !other.action,
    );
    if (same) this.#stop(same.id);
    const id = this.#nextId++;
    if (!isError) this.#countdowns.set(id, { leftMs: durationMs, startedAt: 0 });
    if (!this.#isPaused) this.#start(id);
    this.#change([{ id, text, isError, action }, ...this.#toasts.filter((other) => other !== same)]);
    return id;
  }

  dismiss(id: number): void {
    this.#stop(id);
    this.#change(this.#toasts.filter((toast) => toast.id !== id));
  }

  dismissAll(): void {
    for (const { id } of this.#toasts) this.dismiss(id);
  }

  pause(): void {
    this.#isPaused = true;
    for (const countdown of this.#countdowns.values()) {
      if (!countdown.timer) continue;
      clearTimeout(countdown.timer);
      delete countdown.timer;
      countdown.leftMs -= performance.now() - countdown.startedAt;
    }
  }

  resume(): void {
    this.#isPaused = false;
    for (const id of this.#countdowns.keys()) this.#start(id);
  }

  #start(id: number) {
    const countdown = this.#countdowns.get(id);
    if (!countdown || countdown.timer) return;
    countdown.startedAt = performance.now();
    countdown.timer = setTimeout(() => this.dismiss(id), Math.max(0, countdown.leftMs));
  }

  #stop(id: number) {
    clearTimeout(this.#countdowns.get(id)?.timer);
    this.#countdowns.delete(id);
  }

  #change(toasts: readonly Toast[]) {
    this.#toasts = toasts;
    this.#shown = toasts.slice(0, maxVisible);
    for (const listener of this.#listeners) listener();
  }
}
