/**
 * The security headers of every response:
 *
 * - Content-Security-Policy: only our own files, and scripts and styles with the response's nonce. `script-src` has
 *   'self' instead of 'strict-dynamic', because module scripts import each other by URL in every browser. Uploaded files
 *   are never sent as JavaScript. Inline styles are allowed in attributes only, because React renders them there.
 *   Trusted Types: no text becomes HTML or script (`trustedTypesScript` allows React the one exception that it needs).
 *   Browsers report violations to `policyReportPath`: those that know the Reporting API, which needs https, in batches.
 *   JSON is no page, and loads nothing (OWASP REST Security Cheat Sheet).
 * - Strict-Transport-Security: two years, if BASE_URL is https.
 * - Referrer-Policy: other sites don't receive our URLs. Not `no-referrer`: browsers would send `Origin: null` with
 *   forms, which the origin check rejects.
 * - Cross-Origin-Opener-Policy, Cross-Origin-Resource-Policy, Origin-Agent-Cluster, X-Frame-Options: other sites can't
 *   reference our windows, embed our files or frame our pages.
 * - Permissions-Policy: no camera, microphone and so on; passkeys for our own pages.
 */
export type SecurityHeaders = {
  readonly fixed: Readonly<Record<string, string>>;
  /** The Content-Security-Policy of a response. */
  policy(nonce?: string): string;
};

/** Where browsers report violations of the Content-Security-Policy. */
export const policyReportPath = "/api/policy-reports";

/** A response's headers by lower-case name. */
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
 * @param o.isHttps whether BASE_URL is https
 * @param o.isDevelopment whether Vite serves the scripts and styles
 */
export function createSecurityHeaders(o: { isHttps: boolean; isDevelopment: boolean }): SecurityHeaders {
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
    ...(o.isHttps && {
      "strict-transport-security": "max-age=63072000; includeSubDomains",
      "reporting-endpoints": `policy="${policyReportPath}"`,
    }),
  };
  // Only the nonce differs between responses.
  const withoutNonce = contentSecurityPolicy(o);
  const template = contentSecurityPolicy({ nonce: "{nonce}", ...o });
  return {
    fixed,
    policy: (nonce) => (nonce === undefined ? withoutNonce : template.replaceAll("{nonce}", nonce)),
  };
}

/**
 * The default Content-Security-Policy. A response that needs another one sends its own.
 * @param o.nonce of the response; without it inline scripts and styles are blocked
 * @param o.formAction other origins that a form may be sent or redirected to
 * @param o.isHttps whether BASE_URL is https
 * @param o.isDevelopment allows Vite's WebSocket, inline styles and worker
 */
export function contentSecurityPolicy({
  nonce,
  formAction = [],
  isHttps = false,
  isDevelopment = false,
}: {
  nonce?: string;
  formAction?: readonly string[];
  isHttps?: boolean;
  isDevelopment?: boolean;
} = {}): string {
  const withNonce = nonce === undefined ? [] : [`'nonce-${nonce}'`];
  const directives: Record<string, string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...withNonce],
    // With a nonce, browsers ignore 'unsafe-inline'.
    "style-src": ["'self'", ...(isDevelopment ? ["'unsafe-inline'"] : withNonce)],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", ...(isDevelopment ? ["ws:", "wss:"] : [])],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'", ...(isDevelopment ? ["blob:"] : [])],
    "form-action": ["'self'", ...formAction],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    ...(!isDevelopment && { "require-trusted-types-for": ["'script'"], "trusted-types": ["default"] }),
    "report-uri": [policyReportPath],
    ...(isHttps && { "report-to": ["policy"] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

const jsonPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers of the connection, and headers that name the software. */
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
 * A handler's headers with ours. The handler's own security and cache headers win; without a Cache-Control, its response
 * is not cached.
 */
export function responseHeaders(own: Headers, security: SecurityHeaders, nonce: string): ResponseHeaders {
  const headers: ResponseHeaders = { ...security.fixed, "cache-control": "no-store" };
  const cookies: string[] = [];
  for (const [name, value] of own) {
    if (name === "set-cookie") cookies.push(value);
    else if (!droppedHeaders.has(name)) headers[name] = value;
  }
  if (cookies.length > 0) headers["set-cookie"] = cookies;

  const policy = headers["content-security-policy"];
  if (policy === undefined)
    headers["content-security-policy"] =
      headers["content-type"] === "application/json" ? jsonPolicy : security.policy(nonce);
  // frame-ancestors replaces the older header, which would be stricter than the handler's policy.
  else if (policy.includes("frame-ancestors") && !own.has("x-frame-options")) {
    delete headers["x-frame-options"];
  }
  return headers;
}
