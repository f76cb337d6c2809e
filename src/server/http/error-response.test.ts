import { expect, test } from "vitest";
import { errorResponse, tooManyRequests } from "./error-response.ts";

test("an error is JSON with a code and a message, and is not cached", async () => {
  const response = errorResponse(400, "BAD_AREA", "Give four whole numbers.");
  expect(response.status).toBe(400);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.has("retry-after")).toBe(false);
  expect(await response.json()).toEqual({ code: "BAD_AREA", message: "Give four whole numbers." });
});

test("a request over its limit gets 429 with the seconds to wait, in the header and in the body", async () => {
  const response = tooManyRequests({ retryAfterSeconds: 42 });
  expect(response.status).toBe(429);
  expect(response.headers.get("retry-after")).toBe("42");
  expect(await response.json()).toMatchObject({
    code: "TOO_MANY_REQUESTS",
    data: { retryAfterSeconds: 42 },
  });
});
