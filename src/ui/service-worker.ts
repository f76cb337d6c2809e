/** public/service-worker.js, whose scope is the whole site. */
export const serviceWorkerPath = "/service-worker.js";

/** Lets the browser show pages that it has loaded before while it is offline. Without a build there is no service worker. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // Browsers that allow no storage reject it, and need nothing else.
  void navigator.serviceWorker.register(serviceWorkerPath).catch(() => undefined);
}

/** When the server sent this page, if the service worker had kept it because the server couldn't be reached. */
export function pageKeptAt(): Date | null {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const kept = navigation?.serverTiming?.find(({ name }) => name === "kept");
  return kept ? new Date(kept.description) : null;
}
