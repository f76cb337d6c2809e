import type { AnyRoute } from "@tanstack/react-router";
import { Route as rootRoute } from "./routes/__root.tsx";
import { Route as onboarding } from "./routes/onboarding.tsx";
import { Route as startPage } from "./routes/index.tsx";

/*
 * The routes of the pages before an area: those of routeTree.gen.ts without the areas, whose search parameters, texts and
 * links would otherwise be in the scripts of login. Leaving these pages for an area loads a document.
 */

const root: AnyRoute = rootRoute as never;

/** The login pages by file: "./routes/login/verify.tsx" is /login/verify. */
const loginPages = import.meta.glob<AnyRoute>("./routes/login/*.tsx", { eager: true, import: "Route" });

/** Whether a page is one of these, so that its document needs no other routes. */
export function hasOwnDocument(pathname: string): boolean {
  return /^\/(login|onboarding)(\/|$)/.test(pathname);
}

/** Their tree. */
export function loginRoutes(): AnyRoute {
  const { "./routes/login/route.tsx": login, ...pages } = loginPages;
  if (!login) throw new Error("The login pages have no layout");
  const children = Object.entries(pages).map(([file, page]) => {
    const path = file.replace(/^\.\/routes\/login|(index)?\.tsx$/g, "");
    return place(page, path, login);
  });
  const top = [
    place(startPage as never, "/", root),
    place(onboarding as never, "/onboarding", root),
    place(login, "/login", root),
  ];
  login.addChildren(children as never);
  root.addChildren(top as never);
  return root;
}

function place(route: AnyRoute, path: string, parent: AnyRoute): AnyRoute {
  route.update({ id: path, path, getParentRoute: () => parent } as never);
  return route;
}
