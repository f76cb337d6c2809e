import type { IncomingMessage } from "node:http";

/** The paths on which programs authenticate with an API key instead of a cookie. */
const keyPaths = /^\/api\/rest\//;

/** Whether a request has an API key, and no cookie that a browser could have added to another site's request. */
export function hasKeyOnly({ headers }: IncomingMessage, path: string): boolean {
  return keyPaths.test(path) && /^bearer /i.test(headers.authorization ?? "") && headers.cookie === undefined;
}
