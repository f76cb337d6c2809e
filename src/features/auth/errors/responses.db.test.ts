import { BASE_ERROR_CODES } from "@better-auth/core/error";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { admin, captcha, emailOTP, organization } from "better-auth/plugins";
import { expect, test } from "vitest";
import { specifiedErrors } from "../../../../testing/specified-errors.ts";
import { createBrowser, testAuth } from "../testing.ts";

/** The errors of better-auth and of its plugins that have the specification's codes. */
const errors: Readonly<Record<string, { code: string; message: string }>> = {
  ...BASE_ERROR_CODES,
  ...admin().$ERROR_CODES,
  ...captcha({ provider: "hcaptcha", secretKey: "secret" }).$ERROR_CODES,
  ...organization().$ERROR_CODES,
  ...emailOTP({ sendVerificationOTP: () => Promise.resolve() }).$ERROR_CODES,
  // What the plugin for CAPTCHAs answers and doesn't list.
  SERVICE_UNAVAILABLE: { code: "SERVICE_UNAVAILABLE", message: "CAPTCHA service unavailable" },
};

const failing = {
  id: "failing",
  endpoints: {
    fail: createAuthEndpoint("/fail", { method: "GET" }, ({ query }) => {
      throw new APIError("BAD_REQUEST", errors[(query as { code: string }).code]);
    }),
  },
} satisfies BetterAuthPlugin;

const env = testAuth({ plugins: [failing] });

/** better-auth's sentences, where the specification says only that there is one for the code. */
const open: Readonly<Record<string, string>> = {
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: "You are not allowed to change users role",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: "You are not allowed to list users sessions",
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: "You are not allowed to revoke users sessions",
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: "You are not allowed to set users password",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "You are not allowed to invite a user with this role",
};

test("what better-auth and its plugins answer with a code of the specification has its message", async () => {
  const codes = Object.keys(specifiedErrors);
  expect(codes.filter((code) => !(code in errors))).toEqual([]);
  const answers = [];
  for (const code of codes) {
    const { body } = await createBrowser(env.auth).get(`/fail?code=${code}`);
    answers.push(body);
  }
  expect(answers).toEqual(codes.map((code) => ({ code, message: open[code] ?? specifiedErrors[code] })));
});

test("an invalid email is answered with the specification's message", async () => {
  const response = await createBrowser(env.auth).requestCode("no email");
  expect(response).toMatchObject({ status: 400, body: { code: "INVALID_EMAIL", message: "Invalid email" } });
});
