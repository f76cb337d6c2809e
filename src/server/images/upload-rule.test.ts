import { expect, test } from "vitest";
import { send, startServer } from "#server/http/testing.ts";
import { imageUploadRule, maxImageBytes } from "./store-image.ts";

test("images of up to 10 MB can be uploaded to the paths of features, from our own pages", async () => {
  const server = await startServer(
    async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
    { bodyRules: [imageUploadRule(/^\/api\/pictures$/)], limits: { lingerTimeoutMs: 50 } },
  );
  const upload = (path: string, type: string, size: number, origin = server.url) =>
    send(server, path, { method: "POST", headers: { origin, "content-type": type }, body: "x".repeat(size) });
  for (const type of ["image/jpeg", "image/png", "image/webp", "image/avif", "application/octet-stream"]) {
    expect(await upload("/api/pictures", type, 2_000_000)).toMatchObject({ status: 200, text: "2000000" });
  }
  expect((await upload("/api/pictures", "image/png", maxImageBytes)).text).toBe(String(maxImageBytes));
  expect((await upload("/api/pictures", "image/png", maxImageBytes + 1)).status).toBe(413);
  expect((await upload("/api/pictures", "image/svg+xml", 10)).status).toBe(415);
  expect((await upload("/api/pictures", "multipart/form-data; boundary=x", 10)).status).toBe(415);
  expect((await upload("/api/pictures/1", "image/png", 10)).status).toBe(415);
  expect((await upload("/api/pictures", "image/png", 10, "https://evil.example")).status).toBe(403);
});
