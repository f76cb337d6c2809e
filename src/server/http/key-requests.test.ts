import { expect, test } from "vitest";
import { send, startServer } from "./testing.ts";

test("a change with an API key needs no Origin, unless it has a cookie or is not REST", async () => {
  const server = await startServer(() => new Response("hello"));
  const authorization = "Bearer key_0";
  const post = async (path: string, headers: Record<string, string>) =>
    (await send(server, path, { method: "POST", headers })).status;
  expect(await post("/api/rest/books", { authorization })).toBe(200);
  expect(await post("/api/rest/books", {})).toBe(403);
  expect(await post("/api/rest/books", { authorization, cookie: "a=b" })).toBe(403);
  expect(await post("/api/rest/books", { authorization: "Basic eDp5" })).toBe(403);
  for (const path of ["/api/rpc/books/create", "/api/auth/sign-out", "/api/covers", "/login"])
    expect(await post(path, { authorization })).toBe(403);
});
