import { readdirSync, readFileSync } from "node:fs";
import { userHome } from "./support/places.ts";
import { expect, test } from "./support/test.ts";
import { otherLanguage } from "../languages.ts";

/** The scripts that browsers load. */
const scripts = () =>
  readdirSync("dist/client/assets")
    .filter((name) => name.endsWith(".js"))
    .map((name) => readFileSync(`dist/client/assets/${name}`, "utf8"));

const pageFunctionId = () => scripts().flatMap((script) => /[\da-f]{64}/.exec(script) ?? [])[0];

test("every page has a policy with its own nonce, and no inline script without it", async ({ server }) => {
  const [first, second] = await Promise.all([fetch(`${server.url}/login`), fetch(`${server.url}/login`)]);
  const nonce = (response: Response) =>
    /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy") ?? "")?.[1];
  expect(nonce(first)).toBeTruthy();
  expect(nonce(first)).not.toBe(nonce(second));
  const policy = first.headers.get("content-security-policy") ?? "";
  expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain("unsafe");
  expect(policy).toContain("frame-ancestors 'none'");
  const html = await first.text();
  for (const [script] of html.matchAll(/<script\b[^>]*>/g))
    expect(script).toContain(`nonce="${nonce(first)}"`);
  expect(first.headers.get("x-content-type-options")).toBe("nosniff");
  expect(first.headers.get("referrer-policy")).toBe("same-origin");
  expect(first.headers.get("permissions-policy")).toContain("camera=()");
});

test("the GET server function returns the language, theme, environment and session, without a token", async ({
  newPageOf,
}) => {
  const page = await newPageOf({ name: "Nadia" }, { theme: "dark" });
  await page.goto(`${userHome}?lng=${otherLanguage}`);
  const call = (path: string) => page.context().request.get(path, { headers: { "x-tsr-serverFn": "true" } });
  const response = await call(`/_serverFn/${pageFunctionId()}?createServerFn`);
  expect(response.status()).toBe(200);
  const text = await response.text();
  for (const value of [otherLanguage, "dark", "Nadia", "version"]) expect(text).toContain(`"${value}"`);
  const token = (await page.context().cookies())
    .find(({ name }) => name.includes("session"))
    ?.value.split(".")[0];
  expect(token).toBeTruthy();
  expect(text).not.toContain(token);
  expect((await call("/_serverFn/made-up?createServerFn")).status()).toBe(404);
});

test("every text and XML response names its charset", async ({ newPageOf }) => {
  const context = (await newPageOf()).context();
  const paths = [
    "/",
    userHome,
    "/nowhere",
    "/assets/gone.js",
    "/up",
    "/ready",
    "/api/auth/nothing",
    "/api/rest/x", // optional: rest
    "/api/openapi.json", // optional: rest
    "/api/covers", // optional: images
  ];
  const files = ["/favicon.svg", "/robots.txt", "/.well-known/security.txt"];
  for (const path of [...paths, ...files, "/_serverFn/x"]) {
    const type = (await context.request.get(path)).headers()["content-type"] ?? "";
    expect(`${path}: ${type}`).toMatch(/; ?charset=utf-8$|: application\/json$/i);
  }
});

test.for([
  ["/_serverFn/", 404],
  ["/_serverFn//x", 404],
  ["/_serverFn/__proto__", 404],
  ["/_serverFn/%5F_proto__", 404],
  ["/_serverFn/constructor", 404],
  ["/_serverFn/x?payload=%7B", 400],
] as const)(
  "a call of %s, which is no server function's, is the caller's mistake",
  async ([path, status], { server }) => {
    expect((await fetch(server.url + path)).status).toBe(status);
  },
);

const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

test.for([
  ["/", "GET, HEAD"],
  ["/login", "GET, HEAD, POST"],
  ["/manager/users", "GET, HEAD"],
  ["/manager/users/new", "GET, HEAD"],
  ["/api/account/data", "GET, HEAD"],
  ["/api/docs", "GET, HEAD"], // optional: rest
  ["/api/live", "GET, HEAD"], // optional: live
  ["/dev/mailbox", "GET, HEAD"],
  ["/up", "GET, HEAD"],
  ["/ready", "GET, HEAD"],
  ["/favicon.svg", "GET, HEAD"],
  ["/api/auth/get-session", "GET, HEAD"],
  ["/api/auth/sign-out", "POST"],
  ["/logout", "POST"],
] as const)("%s takes %s, and responds to other methods with these", async ([path, allow], { server }) => {
  const headers = { origin: server.url };
  for (const method of methods) {
    const response = await fetch(server.url + path, { method, headers, redirect: "manual" });
    const isTaken = allow.split(", ").includes(method);
    // Who opens the address of a form goes to the start.
    const isForm = path === "/logout" && method === "GET";
    const other = { status: isForm ? 303 : 405, allow: isForm ? null : allow };
    if (isTaken) expect([path, method, response.status]).not.toContain(405);
    else
      expect({ status: response.status, allow: response.headers.get("allow") }, `${method} ${path}`).toEqual(
        other,
      );
  }
});

test("an unknown path is not found by any method", async ({ server }) => {
  for (const method of methods) {
    const response = await fetch(`${server.url}/nowhere`, { method, headers: { origin: server.url } });
    expect([method, response.status]).toEqual([method, 404]);
  }
});

test.for([
  "/login",
  "/login/verify",
  "/login/social", // optional: social
  "/login/confirm",
  "/onboarding",
])("a request to %s without a form is the sender's mistake", async (path, { server }) => {
  const post = (init: RequestInit) =>
    fetch(server.url + path, { method: "POST", redirect: "manual", ...init }).then(({ status }) => status);
  const headers = { origin: server.url };
  expect(await post({ headers })).toBe(400);
  expect(await post({ headers: { ...headers, "content-type": "application/json" }, body: "{}" })).toBe(415);
});

test("only signed-in users learn the commit and the time of the build", async ({ server, newPageOf }) => {
  const getPage = async (get: (path: string) => Promise<{ text(): Promise<string> }>) =>
    await (await get(`/_serverFn/${pageFunctionId()}?createServerFn`)).text();
  const { request } = (await newPageOf()).context();
  const headers = { "x-tsr-serverFn": "true" };
  const [time = ""] =
    /\d{4}-\d\d-\d\dT[\d:.]+Z/.exec(await getPage((path) => request.get(path, { headers }))) ?? [];
  expect(time).not.toBe("");
  const texts = [
    await getPage((path) => fetch(server.url + path, { headers })),
    await (await fetch(`${server.url}/login`)).text(),
    await (await fetch(`${server.url}/ready`)).text(),
    await (await fetch(`${server.url}/api/openapi.json`)).text(), // optional: rest
    ...scripts(),
  ];
  for (const text of texts) {
    expect(text).not.toContain(time);
    expect(text).not.toMatch(/"?commit"?:\s*["'`]/);
  }
});

test("a page that violates the policy is reported to the server, which counts it", async ({
  server,
  newPage,
  expectProblem,
}) => {
  const violations = async () => {
    const { details } = (await (await fetch(`${server.url}/ready`)).json()) as {
      details: Record<string, string>;
    };
    return Number(details.policyViolations ?? 0);
  };
  const before = await violations();
  expectProblem(/Content Security Policy/);
  const page = await newPage();
  await page.goto("/login");
  await page.evaluate(() =>
    document.body.append(Object.assign(new Image(), { src: "https://evil.example/x" })),
  );
  await expect.poll(violations).toBeGreaterThan(before);
});

test("a text becomes neither HTML nor script in a page", async ({ newPage, expectProblem }) => {
  expectProblem(/Trusted/);
  const page = await newPage();
  await page.goto("/login");
  const errors = await page.evaluate(() => {
    const attempts = [
      () => (document.body.innerHTML = "<img src=x onerror=alert(1)>"),
      () => (document.createElement("script").text = "alert(1)"),
      () => (document.createElement("script").src = "/assets/x.js"),
      () => document.createElement("div").insertAdjacentHTML("beforeend", "<p>x</p>"),
      () => document.createRange().createContextualFragment("<p>x</p>"),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return "allowed";
      } catch (error) {
        return (error as Error).name;
      }
    });
  });
  expect(errors).toEqual(errors.map(() => "TypeError"));
});

test("security.txt names a contact", async ({ server }) => {
  const response = await fetch(`${server.url}/.well-known/security.txt`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toMatch(/^Contact: mailto:/);
});

test("the embedded mailbox is disabled if a mail server is set", async ({ server }) => {
  expect((await fetch(`${server.url}/dev/mailbox`)).status).toBe(404);
});

// optional: tour
test("the tour is disabled if a mail server is set", async ({ server }) => {
  expect((await fetch(`${server.url}/dev/tour`)).status).toBe(404);
});

test("browsers get nothing of the tour", () => {
  expect(scripts().length).toBeGreaterThan(10);
  expect(scripts().filter((script) => script.includes("A tour in three minutes")).length).toBe(0);
});
// end: tour
