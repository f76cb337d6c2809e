/** What other features may use of accounts, on the server. */
export { checkEmailStrictly } from "../server/strict-email.ts";
