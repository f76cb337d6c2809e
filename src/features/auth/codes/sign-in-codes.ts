import { callAuth } from "../auth-client.ts";
import { authErrorOf } from "../errors/error-text.ts";

/** Sends a sign-in code. */
export const sendSignInCode = (email: string) =>
  oneTabAtATime(() => callAuth("/email-otp/send-verification-otp", { email, type: "sign-in" }));

/** Signs in with a code. */
export const submitSignInCode = (email: string, otp: string) =>
  oneTabAtATime(() => callAuth("/sign-in/email-otp", { email, otp }));

/** Each response sets the cookie for the codes of all tabs: without turns, it would undo what another one has just set. */
function oneTabAtATime<Result>(request: () => Promise<Result>): Promise<Result> {
  return "locks" in navigator ? navigator.locks.request("sign-in codes", request) : request();
}

/** Signs in with a code, and leads to `redirect`, or to the page about a missing account. @throws if the code is wrong */
export async function signInWithCode(
  { email, redirect }: { email: string; redirect: string },
  code: string,
): Promise<void> {
  try {
    await submitSignInCode(email, code);
  } catch (thrown) {
    if (authErrorOf(thrown).code !== "SIGNUP_DISABLED") throw thrown;
    return location.assign("/login/error?error=signup_disabled");
  }
  // A full page load: nothing of a previous user stays in memory.
  location.assign(`/login?${new URLSearchParams({ redirect })}`);
}
