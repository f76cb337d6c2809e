import type { Response } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, startWithCdn } from "./cdn.ts";
import { requirePackages } from "./debian.ts";

test("pages load their scripts, styles and fonts from a CDN, which keeps those, and drawings from their own origin", async (context) => {
  requirePackages(context, "postgresql", "nginx-light");
  const { url, cdnUrl, client } = await startWithCdn();
  const { page, files: loaded, problems } = await openPage(url, client);
  await page.goto("/manager/users");
  await page.getByRole("link", { name: "New user" }).click();
  await page.getByRole("heading", { level: 1, name: "New user" }).waitFor();
  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  expect(problems).toEqual([]);
  const isDrawing = (file: Response) => file.url().endsWith(".svg");
  await expect.poll(() => loaded.filter(isDrawing).map((file) => new URL(file.url()).origin)).toEqual([url]);
  const files = loaded.filter((file) => !isDrawing(file));
  const kinds = new Set(files.map((file) => file.url().split(".").at(-1)));
  expect(kinds).toEqual(new Set(["css", "js", "woff2"]));
  expect(files.map((file) => new URL(file.url()).origin)).toEqual(files.map(() => cdnUrl));
  expect(problems).toEqual([]);

  const fetchTwice = async (path: string) => {
    await fetch(cdnUrl + path);
    const response = await fetch(cdnUrl + path, { headers: client.headers() });
    return response.headers;
  };
  for (const file of files) {
    const headers = await fetchTwice(new URL(file.url()).pathname);
    expect(Object.fromEntries(headers)).toMatchObject({
      "x-cache": "HIT",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(headers.get("set-cookie")).toBeNull();
  }
  for (const path of ["/login", "/manager/users", "/api/auth/get-session", "/assets/missing-12345678.js"]) {
    expect((await fetchTwice(path)).get("x-cache")).toBe("MISS");
  }
});
