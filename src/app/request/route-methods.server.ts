import { type AnyRoute, createRouter } from "@tanstack/react-router";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";
import { seeOther } from "../routing/form.ts";

type ServerRoute = { component?: unknown; beforeLoad?: unknown; server?: { handlers?: object } };

/**
 * Responds to methods that a route doesn't have (RFC 9110, section 15.5.6), for which TanStack Start would render a page. Who opens
 * the address of a form goes to the start.
 * @returns a function whose result is undefined if the route has the method, or if there is no route
 */
export function routeMethods(routeTree: AnyRoute): (request: Request) => Response | undefined {
  // It only finds routes: nothing is loaded or rendered by it.
  const router = createRouter({ routeTree });
  return ({ method, url }) => {
    const { pathname } = new URL(url);
    const [, params, route] = router.getMatchedRoutes(pathname);
    if (!route || params["**"]) return undefined;
    const { component, beforeLoad, server } = route.options as ServerRoute;
    const handled = Object.keys(server?.handlers ?? {});
    const isRead = handled.includes("GET") || component !== undefined || beforeLoad !== undefined;
    const allowed = [...(isRead ? ["GET", "HEAD"] : []), ...handled.filter((each) => each !== "GET")];
    if (allowed.includes(method)) return undefined;
    const isForm = method === "GET" && !pathname.startsWith("/api/");
    return isForm ? seeOther("/") : methodNotAllowed(...allowed)();
  };
}
