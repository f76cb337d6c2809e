/*
 * Shows pages of App that this browser has loaded before when the server can't be reached, to the same user only: those
 * with the header `x-keep-offline`, and their data. For all other pages it shows one that says so. Everything else, and
 * everything while the server responds, comes from the server.
 *
 * Pages and data are kept in the cache of one user. The header `x-page-user` names the user of a page. Signing out, a request
 * without a session, a page of another user and one without a user delete the cache. What was
 * requested before is not kept anymore.
 */

/** @typedef {{ request: Request, clientId: string, respondWith(response: Promise<Response>): void, waitUntil(work: Promise<unknown>): void }} FetchEvent */

const filesCache = "files";
const offlineCache = "offline";
/** As in src/i18n/languages.ts. */
const languages = [
  "en",
  "fr", // optional: fr
  "ar", // optional: ar
  "sw", // optional: sw
];
const offlinePath = (language) => `/offline?lng=${language}`;
const userCachePrefix = "user-";
const maxFiles = 300;
const maxPages = 200;

/** The URLs of built files have a hash of their content. */
const isBuiltFile = (path) => path.startsWith("/assets/");
const isPageOfApp = (path) => /^\/app(\/|$)/.test(path);
const isData = (path) => path.startsWith("/api/rpc/");
const isKept = (response) => response.headers.has("x-keep-offline");
const isKeptImage = (path) => path.startsWith("/files/");

/** Requests are numbered. Those before the last change of the user belong to someone who may have left. */
let lastRequest = 0;
let lastChange = 0;
/** The user of the last page. */
let pageUser;

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil(keepOfflinePages());
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // Pages load files of other origins from their CDN only.
  if (origin !== location.origin && !isBuiltFile(pathname) && !isKeptImage(pathname)) return;
  const number = ++lastRequest;
  // The browser sends it: WebKit 2.50 hangs if a service worker passes on a form.
  if (request.method === "POST" && pathname === "/logout") event.waitUntil(changeUser(undefined));
  else if (request.mode === "navigate") {
    if (request.method === "GET") event.respondWith(loadPage(event, pathname, number));
  } else if (isBuiltFile(pathname)) event.respondWith(loadFile(event));
  else if (request.method === "POST" && isData(pathname))
    event.respondWith(loadData(event, pathname, number));
  else if (isKeptImage(pathname))
    event.respondWith(loadOr(event, { key: request, number, isKept: () => true }));
});

/** A page from the server, or as it was kept. */
async function loadPage(event, path, number) {
  const response = await fetch(event.request).catch(() => undefined);
  if (!response) return (await keptPage(event.request, path)) ?? (await offlinePage());
  if (response.type === "opaqueredirect") {
    // It is followed by another navigation. Pages of App redirect when the session has ended.
    if (isPageOfApp(path)) await changeUser(undefined, number);
    return response;
  }
  const user = response.headers.get("x-page-user") ?? undefined;
  // The documentation below /api/ is for everyone, and names no user. // optional: rest
  if (path.startsWith("/api/")) return response; // optional: rest
  const isPage = (response.headers.get("content-type") ?? "").startsWith("text/html");
  if (isPage && (user || response.ok)) await changeUser(user, number);
  if (user && isPageOfApp(path))
    event.waitUntil(keep(user, response.clone(), { key: event.request.url, number, isKept }));
  return response;
}

async function keptPage(request, path) {
  const kept = await match(request.url);
  if (kept) return withTime(kept);
  // An installed app starts at /.
  return path === "/" && (await match(new URL("/app", location.origin).href))
    ? Response.redirect("/app")
    : undefined;
}

/** Keeps the pages that say that there is no connection, and their stylesheet. */
async function keepOfflinePages() {
  const cache = await caches.open(offlineCache);
  await cache.addAll(languages.map(offlinePath));
  const page = await cache.match(offlinePath(languages[0]));
  const [stylesheet] = /\/assets\/[^"]+\.css/.exec(await page.text());
  await cache.add(stylesheet);
}

/** The page that says that there is no connection, in the language that the user has chosen or the browser prefers. */
async function offlinePage() {
  const chosen = await self.cookieStore?.get("i18next");
  const preferred = navigator.languages.map((tag) => tag.split("-")[0]);
  const language = [chosen?.value, ...preferred].find((each) => languages.includes(each)) ?? languages[0];
  const { body, headers } = await caches.match(offlinePath(language));
  return new Response(body, { status: 503, headers });
}

/** The page can read this header, and says of when it is. */
async function withTime(response) {
  const headers = new Headers(response.headers);
  headers.set("server-timing", `kept;desc="${new Date(headers.get("date") ?? 0).toISOString()}"`);
  return new Response(response.body, { status: response.status, headers });
}

async function loadFile(event) {
  const kept = await caches.match(event.request);
  if (kept) return kept;
  const response = await fetch(event.request);
  const cache = await caches.open(filesCache);
  if (response.status === 200) event.waitUntil(put(cache, event.request, response.clone(), maxFiles));
  return response;
}

/** The data of a page in App. A cache holds no POST requests, so the body is a part of the URL there. */
async function loadData(event, path, number) {
  const { request } = event;
  const client = await self.clients.get(event.clientId);
  const isOfApp = client && isPageOfApp(new URL(client.url).pathname);
  const key = isOfApp ? `${path}?${encodeURIComponent(await request.clone().text())}` : undefined;
  const response = await (key ? loadOr(event, { key, number, isKept }) : fetch(request));
  if (response.status === 401) await changeUser(undefined, number);
  return response;
}

/** A response from the server, which may be kept under a key, or as it was kept. */
async function loadOr(event, kept) {
  try {
    const response = await fetch(event.request);
    const user = await currentUser();
    if (user) event.waitUntil(keep(user, response.clone(), kept));
    return response;
  } catch (error) {
    const found = await match(kept.key);
    if (found) return found;
    throw error;
  }
}

async function keep(user, response, { key, number, isKept }) {
  if (number < lastChange) return;
  // The cache may be deleted before the response has arrived: what is added then can't be found anymore.
  const cache = await caches.open(userCachePrefix + user);
  if (response.status === 200 && isKept(response)) await put(cache, key, response, maxPages);
  // With 429 it may still be read.
  else if (response.status >= 400 && response.status < 500 && response.status !== 429)
    await cache.delete(key);
}

/** Adds a response and removes the oldest above the limit. */
async function put(cache, key, response, limit) {
  await cache.put(key, response);
  const keys = await cache.keys();
  for (const old of keys.slice(0, Math.max(0, keys.length - limit))) await cache.delete(old);
}

async function match(key) {
  const user = await currentUser();
  return user ? await (await caches.open(userCachePrefix + user)).match(key) : undefined;
}

async function currentUser() {
  const name = (await caches.keys()).find((each) => each.startsWith(userCachePrefix));
  return name?.slice(userCachePrefix.length);
}

/**
 * Deletes what is kept of all users but this one.
 * @param number of the request that has told, unless a later one has told of another user
 */
async function changeUser(user, number = ++lastRequest) {
  if (number < lastChange) return;
  if (!user || user !== pageUser) lastChange = number;
  pageUser = user;
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(userCachePrefix) && name !== userCachePrefix + user);
  await Promise.all(others.map((name) => caches.delete(name)));
}
