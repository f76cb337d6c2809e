import type { OpenAPI } from "@orpc/contract";
import { z } from "zod";
import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";
import { allowedEndpoint, allowedPaths } from "./allow-list.ts";

/** What each open endpoint does. */
const summaries: Readonly<Record<string, string>> = {
  "/get-session": "Read the current session and its user",
  "/sign-out": "End the current session",
  "/revoke-sessions": "End all your sessions",
  "/revoke-other-sessions": "End all your sessions except the current one",
  "/update-user": "Change your name",
  "/delete-user": "Delete your account permanently, with the code that was sent",
  "/verify-email": "Verify an email by a link",
  "/admin/list-users": "List users",
  "/admin/stop-impersonating": "Return to the administrator's session",
  "/email-otp/send-verification-otp": "Send a code to sign in with",
  "/sign-in/email-otp": "Sign in with the code that was sent",
  "/passkey/generate-authenticate-options": "Start signing in with a passkey",
  "/passkey/verify-authentication": "Sign in with a passkey",
  "/sign-in/social": "Start signing in with a social provider",
  "/link-social": "Start linking an account at a social provider",
  "/callback/github": "Return from GitHub",
  "/callback/google": "Return from Google",
  "/callback/oidc": "Return from the OpenID Connect provider",
};

const examples: Readonly<Record<string, object>> = {
  "/update-user": { name: "Ada Lovelace" },
  "/delete-user": { token: "123456" },
  "/email-otp/send-verification-otp": { email: "ada@example.com", type: "sign-in" },
  "/sign-in/email-otp": { email: "ada@example.com", otp: "123456" },
  "/sign-in/social": { provider: "github", callbackURL: "/app" },
  "/link-social": { provider: "github", callbackURL: "/app/account", errorCallbackURL: "/app/account" },
};

/** Describes the open endpoints of the authentication service (OpenAPI 3.1), from the allow-list. */
export function describeAuth({ baseUrl }: { baseUrl: URL }): OpenAPI.Document {
  return {
    openapi: "3.1.1",
    info: { title: `${brand.name}: authentication`, version: build.version },
    servers: [{ url: new URL("/api/auth", baseUrl).href }],
    paths: Object.fromEntries(allowedPaths.map((path) => [path, pathOf(path)])),
  };
}

function pathOf(path: string): OpenAPI.PathItemObject {
  const { method = "GET", body, needsSession, needsConfirmation } = allowedEndpoint(path) ?? {};
  const schema = body && z.toJSONSchema(body, { io: "input", unrepresentable: "any" });
  const operation: OpenAPI.OperationObject = {
    operationId: `auth-service${path.replaceAll("/", ".")}`,
    summary: summaries[path],
    description: [
      needsSession && "Needs a session.",
      needsConfirmation && "Needs a confirmation within 10 minutes.",
    ]
      .filter(Boolean)
      .join(" "),
    tags: ["Authentication"],
    ...(schema && {
      requestBody: {
        content: {
          "application/json": { schema: schema as OpenAPI.SchemaObject, example: examples[path] ?? {} },
        },
      },
    }),
    responses: { 200: { description: "OK" } },
  };
  return { [method.toLowerCase()]: operation };
}
