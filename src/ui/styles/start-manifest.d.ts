/** What TanStack Start knows of the built files (`ServerManifest` of @tanstack/router-core). */
declare module "tanstack-start-manifest:v" {
  export const tsrStartManifest: () => {
    routes: Record<string, { css?: readonly unknown[] } | undefined>;
  };
}
