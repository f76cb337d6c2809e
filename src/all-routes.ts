/* What the browser loads for the areas, and the server for all pages. The login pages have less: login-routes.ts. */

export { createPageQueries } from "#app/page-queries.tsx";
export { routeTree } from "./routeTree.gen.ts";
