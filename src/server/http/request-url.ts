import { isLoopback } from "#server/config.ts";

/**
 * The address asked for, always under `baseUrl`: neither Host nor X-Forwarded-Host has a say in it.
 * Undefined where the target is no path, or one that is not text in UTF-8, or holds a NUL.
 */
export function requestUrl(target: string, baseUrl: URL): URL | undefined {
  // A proxy may send the absolute form (RFC 9112, section 3.2.2): its path counts.
  const path = target.startsWith("/") ? target : /^https?:\/\/[^/?#]*(.*)$/i.exec(target)?.[1];
  if (path === undefined) return undefined;
  const url = URL.parse(baseUrl.origin + path);
  return url && isDecodable(url.pathname) ? url : undefined;
}

/** Whether Host names this machine by another loopback name (127.0.0.1 for localhost) than `baseUrl` does. */
export function isLoopbackAlias(host: string | undefined, baseUrl: URL): boolean {
  if (!host || host === baseUrl.host || !isLoopback(baseUrl.hostname)) return false;
  const asked = URL.parse(`${baseUrl.protocol}//${host}`);
  return (
    asked !== null && asked.host !== baseUrl.host && asked.port === baseUrl.port && isLoopback(asked.hostname)
  );
}

function isDecodable(pathname: string): boolean {
  if (!pathname.includes("%")) return true;
  try {
    return !decodeURIComponent(pathname).includes("\0");
  } catch {
    return false;
  }
}
