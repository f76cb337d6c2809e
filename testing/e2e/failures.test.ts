import { readdirSync, readFileSync } from "node:fs";
import { sendOperation } from "../operations.ts";
import { newContext } from "./support/browser-context.ts";
import { query } from "./support/people.ts";
import { signInByForm } from "./support/sign-in.ts";
import { userHome } from "./support/places.ts";
import { expect, testWithServer } from "./support/test.ts";

/** Statements of the database that fail, because it lacks a table. */

/** The cookies of an administrator, whose session the database doesn't find. */
const test = testWithServer().extend("context", { scope: "file" }, async ({ browser, server }) => {
  const context = await newContext(browser, server.url);
  const { email } = await server.addPerson({ role: "admin" });
  await signInByForm(context, email, server.mail, server.url);
  await query(server.connection, `ALTER TABLE session RENAME TO other`, []);
  return context;
});

const pageFunctionId = () =>
  readdirSync("dist/client/assets")
    .filter((name) => name.endsWith(".js"))
    .flatMap((name) => /[\da-f]{64}/.exec(readFileSync(`dist/client/assets/${name}`, "utf8")) ?? [])[0];

test.for([
  ["a page", userHome],
  ["its server function", "/_serverFn/ID?createServerFn"],
  ["an operation", "/api/rpc/users/list"],
  ["a download", "/api/users.csv"], // optional: csv
  ["live updates", "/api/live"], // optional: live
  ["authentication", "/api/auth/get-session"],
] as const)(
  "the response of %s has no more of the failure than its reference",
  async ([, path], { context, server }) => {
    const [, operation] = path.split("/api/rpc/");
    const response = await (operation
      ? sendOperation(context, operation)
      : context.request.get(path.replace("ID", pageFunctionId() ?? ""), {
          headers: { "x-tsr-serverFn": "true" },
        }));
    expect(response.status()).toBe(500);
    const [token = "missing"] =
      (await context.cookies()).find(({ name }) => name.includes("session"))?.value.split(".") ?? [];
    const text = await response.text();
    expect(text).not.toContain(token);
    expect(text).not.toMatch(/failed query|relation|make_interval|node_modules|\bat .*:\d+:\d+/i);
    const reference = response.headers()["x-request-id"] ?? "missing";
    // The others leave it to the header.
    if (!/^\/(api\/auth|_serverFn)\//.test(path)) expect(text).toContain(reference);
    const entries = () =>
      server
        .log()
        .split("\n")
        .filter((line) => line.includes(reference));
    await expect.poll(() => entries().join("\n")).toContain("does not exist");
  },
);
