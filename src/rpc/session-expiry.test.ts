import { expect, test } from "vitest";
import { retryAfterReauth, onSessionExpired } from "./session-expiry.ts";

const refused = () => Promise.reject(Object.assign(new Error(), { code: "UNAUTHORIZED" }));

/** Calls of which the first are refused. */
function callsRefused(times: number) {
  let calls = 0;
  return { next: () => (++calls <= times ? refused() : Promise.resolve("done")), count: () => calls };
}

test("calls that were refused are made again once the person has signed in, who is asked once", async () => {
  let signIn = (_isDone: boolean) => {};
  let questions = 0;
  const end = onSessionExpired(() => {
    questions += 1;
    return new Promise((resolve) => (signIn = resolve));
  });
  const calls = [callsRefused(1), callsRefused(1)];
  const answers = Promise.all(calls.map((call) => retryAfterReauth(call)));
  await expect.poll(() => questions).toBe(1);
  signIn(true);
  expect(await answers).toEqual(["done", "done"]);
  expect(questions).toBe(1);
  end();
});

test("one who does not want to sign in gets the refusal, and is asked again the next time", async () => {
  let questions = 0;
  const end = onSessionExpired(() => {
    questions += 1;
    return Promise.resolve(false);
  });
  for (const expected of [1, 2]) {
    await expect(retryAfterReauth(callsRefused(1))).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    expect(questions).toBe(expected);
  }
  end();
});

test("where nobody asks, and for any other error, the call fails as it did", async () => {
  const call = callsRefused(1);
  await expect(retryAfterReauth(call)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
  expect(call.count()).toBe(1);
  const end = onSessionExpired(() => Promise.resolve(true));
  await expect(retryAfterReauth({ next: () => Promise.reject(new Error("no")) })).rejects.toThrow("no");
  end();
});
