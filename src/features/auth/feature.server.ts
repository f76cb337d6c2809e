import type { BodyRule } from "#server/http/request-rules.ts";
import type { ServerFeature } from "../feature.server.ts";
import { authContract } from "./contract.ts";

/** The pages whose forms also work without JavaScript. */
const formPages = [
  "login",
  "login/social", // optional: social
  "login/verify",
  "login/confirm",
  "login/undo-email",
  "login/link",
  "onboarding",
  "logout",
  "stop-impersonating", // optional: impersonation
];

export const formBodyRule: BodyRule = {
  path: new RegExp(`^/(?:${formPages.join("|")})/?$`),
  contentTypes: ["application/x-www-form-urlencoded"],
  // Of many short fields, a megabyte would take seconds to parse.
  maxBytes: 16 * 1024,
};

export const authServerFeature = {
  contract: authContract,
  readsPrimary: true, // optional: replicas
  api: async () => (await import("./api.ts")).authApi,
  bodyRules: [formBodyRule],
} as const satisfies ServerFeature;
