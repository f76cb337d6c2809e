import type { HttpContext } from "./http-context.ts";

/** The paths on which programs authenticate with an API key instead of a cookie. */
const keyPaths = /^\/api\/rest\//;

/** Whether a request has an API key, and no cookie that a browser could have added to another site's request. */
export function hasKeyOnly({ req: { headers }, path }: Pick<HttpContext, "req" | "path">): boolean {
  const hasKey = keyPaths.test(path) && /^bearer /i.test(headers.authorization ?? "");
  return hasKey && headers.cookie === undefined;
}
