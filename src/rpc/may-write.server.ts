/** Whether a request may write, or end sessions. Of one to /api/rpc, its operation says so. */
export function mayWrite({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  if (pathname.startsWith("/api/rpc/")) return false;
  return pathname.startsWith("/api/auth/") || !["GET", "HEAD", "OPTIONS"].includes(method);
}
