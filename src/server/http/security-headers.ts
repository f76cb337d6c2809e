export type SecurityHeaders = ReturnType<typeof createSecurityHeaders>;

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
 * The security headers of every response, and its Content-Security-Policy.
 * @param o.isHttps whether BASE_URL is https
 * @param o.isDevelopment whether Vite serves the scripts and styles
 * @param o.assetsOrigin of a CDN from which browsers load built and stored files
 */
export function createSecurityHeaders(o: {
  isHttps: boolean;
  isDevelopment: boolean;
  assetsOrigin?: string;
}) {
  const permissions = [
    ...deniedFeatures.map((feature) => `${feature}=()`),
    ...allowedFeatures.map((feature) => `${feature}=(self)`),
  ];
  const fixed: Record<string, string> = {
    "x-content-type-options": "nosniff",
    // Not `no-referrer`: browsers would send `Origin: null` with forms, which the origin check rejects.
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
  const withoutNonce = contentSecurityPolicy(o);
  const withNonce = contentSecurityPolicy({ ...o, inline: ["'nonce-{nonce}'"] });
  const policy = (nonce?: string) => (nonce ? withNonce.replaceAll("{nonce}", nonce) : withoutNonce);
  return { fixed, policy, ofFiles: fileHeaders(o.assetsOrigin) };
}

/**
 * The headers that let pages load files through a CDN. Its cache has them for all pages, so they name no origin: what it
 * caches is for everyone.
 */
export function fileHeaders(assetsOrigin: string | undefined): Record<string, string> {
  return assetsOrigin === undefined
    ? {}
    : { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
}

/**
 * The default Content-Security-Policy. A response that needs another one sends its own.
 * @param o.inline what allows inline scripts and styles: the response's nonce, or, for a page that is sent to many, their hashes
 * @param o.formAction other origins that a form may be sent or redirected to
 * @param o.isHttps whether BASE_URL is https
 * @param o.isDevelopment allows Vite's WebSocket, inline styles and worker
 * @param o.assetsOrigin of a CDN from which browsers load built and stored files
 */
export function contentSecurityPolicy({
  inline = [],
  formAction = [],
  isHttps = false,
  isDevelopment = false,
  assetsOrigin,
}: {
  inline?: readonly string[];
  formAction?: readonly string[];
  isHttps?: boolean;
  isDevelopment?: boolean;
  assetsOrigin?: string;
} = {}): string {
  const own = ["'self'", ...(assetsOrigin ? [assetsOrigin] : [])];
  const directives: Record<string, string[]> = {
    "default-src": ["'none'"],
    // Not 'strict-dynamic': module scripts import each other by URL. Uploaded files are never sent as JavaScript.
    "script-src": [...own, ...inline],
    // With a nonce or a hash, browsers ignore 'unsafe-inline'.
    "style-src": [...own, ...(isDevelopment ? ["'unsafe-inline'"] : inline)],
    // React renders styles into attributes.
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": [
      ...own,
      "data:",
      "blob:", // optional: images
    ],
    "font-src": own,
    // The service worker fetches what pages load.
    "connect-src": [...own, ...(isDevelopment ? ["ws:", "wss:"] : [])],
    "manifest-src": ["'self'"],
    "worker-src": ["'self'", ...(isDevelopment ? ["blob:"] : [])],
    "form-action": ["'self'", ...formAction],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
    // Trusted Types: no text becomes HTML or script, but for React's one exception (`trustedTypesScript`).
    ...(!isDevelopment && { "require-trusted-types-for": ["'script'"], "trusted-types": ["default"] }),
    "report-uri": [policyReportPath],
    // The Reporting API, which needs https, sends violations in batches.
    ...(isHttps && { "report-to": ["policy"] }),
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}
