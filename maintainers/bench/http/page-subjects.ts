import type { Product } from "../lists/product.ts";
import { same, type Subject } from "./subject.ts";

/** Pages and files as a browser requests them. */
export async function pageSubjects({ url, administrator: { cookie } }: Product): Promise<Subject[]> {
  const headers = {
    accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "en",
    "sec-fetch-mode": "navigate",
  };
  const signedOut = (path: string): Subject => ({
    name: path,
    limit: "from memory",
    goal: 0.5,
    connect: same({ path, headers }),
  });
  const signedIn = (path: string): Subject => ({
    name: `${path} with data`,
    limit: "rendering",
    goal: 0.6,
    connect: same({ path, headers: { ...headers, cookie } }),
  });
  const file = (name: string, path: string): Subject => ({
    name,
    limit: "from memory",
    goal: 0.7,
    connect: same({ path, headers: { ...headers, accept: "*/*" } }),
  });
  const login = await (await fetch(`${url}/login`)).text();
  const script = /\/assets\/[\w-]+\.js/.exec(login)?.[0];
  if (script === undefined) throw new Error("The login page loads no script");

  return [
    signedOut("/login"),
    { ...signedOut("/login/verify?email=someone%40example.com"), name: "/login/verify" },
    { ...signedOut("/no-such-page"), name: "a page that does not exist", status: 404 },
    signedIn("/app/books"),
    signedIn("/manager/books"),
    signedIn("/app"),
    file("a built file", script),
    file("/up", "/up"),
  ];
}
