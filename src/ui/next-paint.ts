/** A page that becomes hidden isn't painted. */
const maxWaitMs = 200;

/** Resolves after the browser's next paint, so that what the user touched answers before longer work begins. */
export async function nextPaint(): Promise<void> {
  if (import.meta.env.SSR || document.hidden) return;
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, maxWaitMs);
  });
}
