import { expect, test } from "vitest";
import { retryAfterReauth, onSessionExpired } from "./session-expiry.ts";

const unauthorized = () => Promise.reject(Object.assign(new Error(), { code: "UNAUTHORIZED" }));

/** A call that fails without a session the first few times. */
function failingCall(failures: number) {
  let calls = 0;
  return { next: () => (++calls <= failures ? unauthorized() : Promise.resolve("done")), count: () => calls };
}

test("calls without a session are retried after one sign-in for all of them", async () => {
  let finishSignIn = (_isSignedIn: boolean) => {};
  let prompts = 0;
  const unregister = onSessionExpired(() => {
    prompts += 1;
    return new Promise((resolve) => (finishSignIn = resolve));
  });
  const calls = [failingCall(1), failingCall(1)];
  const results = Promise.all(calls.map((call) => retryAfterReauth(call)));
  await expect.poll(() => prompts).toBe(1);
  finishSignIn(true);
  expect(await results).toEqual(["done", "done"]);
  expect(prompts).toBe(1);
  unregister();
});

test("a user who cancels signing in gets the error, and is prompted again next time", async () => {
  let prompts = 0;
  const unregister = onSessionExpired(() => {
    prompts += 1;
    return Promise.resolve(false);
  });
  for (const expected of [1, 2]) {
    await expect(retryAfterReauth(failingCall(1))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(prompts).toBe(expected);
  }
  unregister();
});

test("without a prompt, and for other errors, the call fails as before", async () => {
  const call = failingCall(1);
  await expect(retryAfterReauth(call)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(call.count()).toBe(1);
  const unregister = onSessionExpired(() => Promise.resolve(true));
  await expect(retryAfterReauth({ next: () => Promise.reject(new Error("no")) })).rejects.toThrow("no");
  unregister();
});
