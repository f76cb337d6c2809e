import { post } from "../auth-client.ts";

/** Sends a sign-in code. */
export const sendSignInCode = (email: string) =>
  post("/email-otp/send-verification-otp", { email, type: "sign-in" });

/** Signs in with a code. */
export const submitSignInCode = (email: string, otp: string) => post("/sign-in/email-otp", { email, otp });
