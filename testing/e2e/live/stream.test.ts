import { expect, test } from "../support/test.ts";

test("the stream names its type and charset", async ({ newPageOf, server }) => {
  const cookies = await (await newPageOf()).context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  const controller = new AbortController();
  const stream = await fetch(`${server.url}/api/live`, { headers: { cookie }, signal: controller.signal });
  expect(stream.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
  controller.abort();
});
