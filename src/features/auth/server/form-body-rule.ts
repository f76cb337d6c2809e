import type { BodyRule } from "#server/http/request-rules.ts";

/** The pages whose forms also work without JavaScript. */
export const formBodyRule: BodyRule = {
  path: /^\/(?:login(?:\/(?:social|verify|confirm|undo-email|link))?|onboarding|logout|stop-impersonating)\/?$/,
  contentTypes: ["application/x-www-form-urlencoded"],
};
