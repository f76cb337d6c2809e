import sourceStylesheet from "#ui/styles/app.css?url";

/** The path of the stylesheet that all pages have. In development Vite serves the source. */
export async function stylesheetPath(): Promise<string> {
  if (import.meta.env.DEV) return sourceStylesheet;
  const { tsrStartManifest } = await import("tanstack-start-manifest:v");
  const [stylesheet] = tsrStartManifest().routes.__root__?.css ?? [];
  if (typeof stylesheet !== "string") throw new Error("The build has no stylesheet");
  return stylesheet;
}
