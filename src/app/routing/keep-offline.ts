/** Tells the service worker to keep a response for when the server can't be reached (public/service-worker.js). */
export const keptOfflineHeader = "x-keep-offline";

/** Route options for pages without data about people: the service worker keeps them for the user who loaded them. */
export const keepOffline = { headers: () => ({ [keptOfflineHeader]: "1" }) };
