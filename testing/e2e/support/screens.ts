import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { allOf } from "../../feature-testing.ts";
import { operationCallOf } from "../../operations.ts";
import { projectDir } from "../../../scripts/support/project.ts";

/** Values for the parameters of routes, by the route's path. */
const parameters: Record<string, (page: Page) => Promise<string>> = {
  ...Object.assign({}, ...allOf("parameters")),
  "/manager/users/$id": userId,
  "/manager/users/$id/update": userId,
};

/** Search parameters that a route needs. */
const searches: Record<string, string> = {
  "/login/verify": "?email=a%40example.com",
  "/login/undo-email": "?token=x",
  "/login/link": "?token=x",
};

/** The paths of all routes that have a component, from the generated route tree: "/manager/books/$id". */
export function screenPaths(): string[] {
  const source = readFileSync(join(projectDir, "src/routeTree.gen.ts"), "utf8");
  const files = new Map(
    [...source.matchAll(/^import \{ Route as (\w+)Import \} from "(.+)";/gm)].map(([, name, file]) => [
      name,
      file,
    ]),
  );
  const paths = /interface FileRoutesByTo \{(.*?)\n\}/s.exec(source)?.[1] ?? "";
  return [...paths.matchAll(/"(.+)": typeof (\w+);/g)].flatMap(([, path = "", name]) =>
    existsSync(join(projectDir, "src", `${files.get(name)}.tsx`)) ? [path] : [],
  );
}

/**
 * A URL of a route, with values for its parameters.
 * @param page signed in as a user who may open the route
 * @throws if the route has a parameter and no value
 */
export async function screenUrl(page: Page, path: string): Promise<string> {
  const search = searches[path] ?? "";
  if (!path.includes("$")) return path + search;
  const value = parameters[path];
  if (!value) throw new Error(`Add a value for the parameter of ${path} to its feature's testing.ts`);
  return path.replace(/\$\w+/, await value(page)) + search;
}

async function userId(page: Page): Promise<string> {
  const call = operationCallOf(page.context());
  const { items } = await call<{ items: { id: string }[] }>("users/list", { searchTerm: "user@example.com" });
  return items[0]?.id ?? "";
}
