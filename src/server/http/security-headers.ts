/**
 * The headers that every answer carries, and why:
 *
 * - Content-Security-Policy: nothing loads or runs but our own files and what carries the answer's nonce.
 *   `script-src` names 'self' rather than 'strict-dynamic': module scripts import each other by address, which
 *   then holds in every browser, and a script of ours can't bring in one from elsewhere. What people upload is
 *   never answered as JavaScript, and X-Content-Type-Options keeps browsers from guessing. Inline styles are
 *   allowed as attributes only, because React writes them there; a style can't read or send anything by itself.
 * - Strict-Transport-Security: two years of HTTPS only, where BASE_URL is https.
 * - Referrer-Policy: other sites learn nothing of our addresses. Not `no-referrer`: it makes browsers send
 *   `Origin: null` with forms, which the origin check refuses.
 * - Cross-Origin-Opener-Policy, Cross-Origin-Resource-Policy, Origin-Agent-Cluster, X-Frame-Options: no other
 *   site holds our window, embeds our files or frames our pages.
 * - Permissions-Policy: no camera, microphone and so on; passkeys for our own pages.
 */
export type SecurityHeaders = {
  readonly fixed: Readonly<Record<string, string>>;
  /** The Content-Security-Policy of an answer. */
  policy(nonce?: string): string;
};

/** An answer's headers, by their names in lower case. */
export type ResponseHeaders = Record<string, string | string[]>;

const deniedFeatures = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];
const allowedFeatures = ["publickey-credentials-create", "publickey-credentials-get"];

/**
 * @param https whether people reach the product by https (BASE_URL).
 * @param development whether Vite serves the pages' scripts and styles.
 */
export function createSecurityHeaders({
  https,
  development,
}: {
  https: boolean;
  development: boolean;
}): SecurityHeaders {
  const permissions = [
    ...deniedFeatures.map((feature) => `${feature}=()`),
    ...allowedFeatures.map((feature) => `${feature}=(self)`),
  ];
  const fixed = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": permissions.join(", "),
    "x-frame-options": "DENY",
    ...(https && { "strict-transport-security": "max-age=63072000; includeSubDomains" }),
  };

  // The policy is the same for every answer but for its nonce, so it is written once.
  const hole = "\0";
  const pieces = contentSecurityPolicy({ nonce: hole, development }).split(hole);
  const withoutNonce = contentSecurityPolicy({ development });
  return { fixed, policy: (nonce) => (nonce === undefined ? withoutNonce : pieces.join(nonce)) };
}

/**
 * The product's Content-Security-Policy. An answer that needs another one (a form that leads to a provider, a
 * page with a frame) carries its own, made here and widened by `formAction` or by hand.
 * @param nonce of the answer; without one no inline script or style runs at all.
 * @param formAction origins beside our own to which a form may lead, also by redirect.
 * @param development allows Vite's WebSocket, its inline styles and its worker.
 */
export function contentSecurityPolicy({
  nonce,
  formAction = [],
  development = false,
}: {
  nonce?: string;
  formAction?: readonly string[];
  development?: boolean;
} = {}): string {
  const withNonce = nonce === undefined ? [] : [`'nonce-${nonce}'`];
  const directives: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...withNonce],
    // A nonce would switch 'unsafe-inline' off.
    "style-src": ["'self'", ...(development ? ["'unsafe-inline'"] : withNonce)],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(development ? ["ws:", "wss:"] : [])],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'", ...(development ? ["blob:"] : [])],
    "form-action": ["'self'", ...formAction],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** Those of a connection rather than of an answer, and those that would name the software. */
const droppedHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "server",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "x-powered-by",
  "x-request-id",
]);

/**
 * The app's own headers with ours around them. What the app says of security or caching is kept; what it leaves
 * unsaid is filled in, and no browser or proxy keeps an answer of which it said nothing.
 */
export function responseHeaders(own: Headers, security: SecurityHeaders, nonce: string): ResponseHeaders {
  const headers: ResponseHeaders = { ...security.fixed, "cache-control": "no-store" };
  for (const [name, value] of own) {
    if (!droppedHeaders.has(name)) headers[name] = value;
  }
  const cookies = own.getSetCookie();
  if (cookies.length > 0) headers["set-cookie"] = cookies;

  const policy = own.get("content-security-policy");
  if (policy === null) headers["content-security-policy"] = security.policy(nonce);
  // A policy's frame-ancestors says the same and more; browsers then ignore the older header.
  else if (policy.includes("frame-ancestors") && !own.has("x-frame-options")) {
    delete headers["x-frame-options"];
  }
  return headers;
}
