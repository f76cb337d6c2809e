import { isLoopback } from "#server/config.ts";

/**
 * The URL of a request, always on `baseUrl`'s origin: Host and X-Forwarded-Host are ignored.
 * Undefined if the target is not a path, not valid UTF-8, or contains a NUL.
 */
export function requestUrl(target: string, baseUrl: URL): URL | undefined {
  // A proxy may send the absolute form (RFC 9112, section 3.2.2): its path is used.
  const path = target.startsWith("/") ? target : /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (path === undefined) return undefined;
  const url = URL.parse(baseUrl.origin + path);
  return url && isDecodable(url.pathname) ? url : undefined;
}

/** Whether Host is another loopback name for this machine than `baseUrl` has, for example 127.0.0.1 for localhost. */
export function isLoopbackAlias(host: string | undefined, baseUrl: URL): boolean {
  if (!host || host === baseUrl.host || !isLoopback(baseUrl.hostname)) return false;
  const url = URL.parse(`${baseUrl.protocol}//${host}`);
  return url !== null && url.host !== baseUrl.host && url.port === baseUrl.port && isLoopback(url.hostname);
}

function isDecodable(pathname: string): boolean {
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}
