/** Whether a request may write, or end sessions: operations that the browser calls (RPC) know themselves. */
export function mayWrite({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  if (pathname.startsWith("/api/rpc/")) return false;
  return pathname.startsWith("/api/auth/") || !["GET", "HEAD", "OPTIONS"].includes(method);
}
