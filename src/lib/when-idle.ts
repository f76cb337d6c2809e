/** Does work when the page is idle, or after a second in browsers without idle callbacks. Returns the function that cancels it. */
export function whenIdle(work: () => unknown): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 5_000 });
  return () => cancelIdleCallback(handle);
}
