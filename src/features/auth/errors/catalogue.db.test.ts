import { isContractProcedure } from "@orpc/contract";
import { expect, test } from "vitest";
import { findMessage } from "#i18n/messages.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import { authContract } from "../contract.ts";
import { createBrowser, testAuth } from "../testing.ts";
import { authErrors } from "./definitions.ts";
import { loginErrorCodes, isLoginError } from "./login-errors.ts";

// optional: social
const oidc = { clientId: "client", clientSecret: "secret", issuer: "http://127.0.0.1:9", name: "Provider" };
// end: social
const env = testAuth({
  auth: { oidc }, // optional: social
});

/** The codes of the specification's section 8. */
const specified = `
USER_NOT_FOUND FAILED_TO_CREATE_USER FAILED_TO_CREATE_SESSION FAILED_TO_UPDATE_USER FAILED_TO_GET_SESSION
FAILED_TO_GET_USER_INFO USER_EMAIL_NOT_FOUND USER_ALREADY_EXISTS USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL
EMAIL_CAN_NOT_BE_UPDATED INVALID_PASSWORD INVALID_EMAIL INVALID_EMAIL_OR_PASSWORD EMAIL_NOT_VERIFIED
PASSWORD_TOO_SHORT PASSWORD_TOO_LONG USER_ALREADY_HAS_PASSWORD CREDENTIAL_ACCOUNT_NOT_FOUND
SOCIAL_ACCOUNT_ALREADY_LINKED PROVIDER_NOT_FOUND INVALID_TOKEN ID_TOKEN_NOT_SUPPORTED FAILED_TO_UNLINK_LAST_ACCOUNT
ACCOUNT_NOT_FOUND SESSION_EXPIRED OTP_EXPIRED INVALID_OTP YOU_CANNOT_BAN_YOURSELF BANNED_USER
YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS YOU_ARE_NOT_ALLOWED_TO_LIST_USERS
YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS YOU_ARE_NOT_ALLOWED_TO_BAN_USERS
YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS
YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD MISSING_RESPONSE SERVICE_UNAVAILABLE VERIFICATION_FAILED UNKNOWN_ERROR
YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS
ORGANIZATION_ALREADY_EXISTS ORGANIZATION_NOT_FOUND USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION
YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION NO_ACTIVE_ORGANIZATION
ORGANIZATION_MEMBERSHIP_LIMIT_REACHED USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION MEMBER_NOT_FOUND ROLE_NOT_FOUND
YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER
YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM TEAM_ALREADY_EXISTS TEAM_NOT_FOUND
YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS UNABLE_TO_REMOVE_LAST_TEAM
YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION
YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION
USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION INVITATION_NOT_FOUND YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION
YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION
YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE FAILED_TO_RETRIEVE_INVITATION`
  .trim()
  .split(/\s+/)
  .concat("YOU_ARE_NOT_ALLOWED_TO_IMPERSONATE_USERS"); // optional: impersonation

/** The English messages of those that don't simply restate the code. */
const messages: Readonly<Record<string, string>> = {
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: "User already exists. Use another email.",
  INVALID_TOKEN: "invalid token",
  ID_TOKEN_NOT_SUPPORTED: "id_token not supported",
  FAILED_TO_UNLINK_LAST_ACCOUNT: "You cannot unlink your last account",
  SESSION_EXPIRED: "Session expired. Re-authenticate to perform this action.",
  OTP_EXPIRED: "otp expired",
  INVALID_OTP: "invalid otp",
  BANNED_USER: "You have been banned from this application",
  YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE: "You are not allowed to change users’ roles",
  YOU_ARE_NOT_ALLOWED_TO_LIST_USERS_SESSIONS: "You are not allowed to list users’ sessions",
  YOU_ARE_NOT_ALLOWED_TO_REVOKE_USERS_SESSIONS: "You are not allowed to revoke users’ sessions",
  YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD: "You are not allowed to set users’ passwords",
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: "You are not allowed to invite users with this role",
  MISSING_RESPONSE: "Missing CAPTCHA response",
  SERVICE_UNAVAILABLE: "CAPTCHA service unavailable",
  VERIFICATION_FAILED: "Captcha verification failed",
  UNKNOWN_ERROR: "An error occurred",
};

/** ORGANIZATION_NOT_FOUND: "Organization not found". */
function restate(code: string): string {
  const text = code.toLowerCase().replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The codes without a text, by language. */
async function withoutText(codes: Iterable<string>): Promise<string[]> {
  const missing: string[] = [];
  for (const { key } of languages) {
    const i18n = await serverI18n(key);
    for (const code of codes) {
      const names = [
        isLoginError(code) ? `auth:errors.${code}` : `authErrors:codes.${code}`,
        `authKeys:errors.${code}`, // The form has the texts of its own errors. // optional: api-keys
      ];
      if (!names.some((name) => i18n.exists(name, { count: 1 }))) missing.push(`${key} ${code}`);
    }
  }
  return missing;
}

test("every code of the specification has a text in every language", async () => {
  expect(specified.length).toBeGreaterThan(70);
  expect(await withoutText(["NO_SUCH_CODE"])).toHaveLength(languages.length);
  expect(await withoutText([...specified, ...loginErrorCodes])).toEqual([]);
});

test("every code of the specification has its English message", async () => {
  const { auth, authErrors: others } = (await serverI18n("en")).messagesOf("en");
  const textOf = (code: string) =>
    findMessage(others, `codes.${code}`, "en") ?? findMessage(auth, `errors.${code}`, "en");
  // On the login page, some have another text than the response.
  const inResponses: Readonly<Record<string, { message: string }>> = authErrors;
  for (const code of specified)
    expect([code, inResponses[code]?.message ?? textOf(code)]).toEqual([
      code,
      messages[code] ?? restate(code),
    ]);
});

test("every error of the account's operations has one", async () => {
  const codes = Object.values(authContract).flatMap((operation) =>
    isContractProcedure(operation) ? Object.keys(operation["~orpc"].errorMap) : [],
  );
  expect(codes).toContain("LAST_ADMINISTRATOR");
  // Any operation may return these: their texts are in `common`.
  expect(await withoutText(new Set(codes).difference(new Set(["TOO_SLOW", "BAD_REQUEST"])))).toEqual([]);
});

test("every error of an invalid request has one", async () => {
  const codes = new Set<string>();
  const browser = createBrowser(env.auth);
  for (const path of [...env.auth.openPaths, "/nowhere"]) {
    for (const response of [
      await browser.get(path),
      await browser.post(path, { unknown: true }),
      await browser.post(path, "x", { "content-type": "text/plain" }),
      await browser.post(path, {}, { origin: "https://evil.example" }),
    ]) {
      const { code } = (response.body ?? {}) as { code?: string };
      if (response.status >= 400 && code) codes.add(code);
    }
  }
  expect(codes.size).toBeGreaterThan(4);
  expect(await withoutText(codes)).toEqual([]);
});
