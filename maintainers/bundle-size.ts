import { join } from "node:path";
import { measureComponents, type ComponentSize } from "./bundle-size/components.ts";
import { measurePages, type PageSize } from "./bundle-size/pages.ts";
import { projectDir } from "../scripts/support/project.ts";

/** The pages whose size testing/e2e/bundle-size.test.ts limits, and the list in Manager. */
const pages = ["/login/", "/app/books/", "/manager/books/"];

/** `npm run bundle-size`: prints the size of each component of src/ui, and of the scripts of the last build's pages. */
export async function run(): Promise<number> {
  console.log("Each component of src/ui alone, in kB of gzip, without React, the router and src/i18n.\n");
  console.log(componentLines(await measureComponents(join(projectDir, "src", "ui"))).join("\n"));
  const sizes = await measurePages(join(projectDir, "dist"), pages);
  console.log("\nThe scripts of pages in the last build, in kB of brotli.\n");
  console.log(sizes ? pageLines(sizes).join("\n") : "There is none: run `npm run build`.");
  return 0;
}

/** A line for each component, grouped by folder, the largest of a folder first. */
export function componentLines(sizes: ComponentSize[]): string[] {
  const folders = Object.entries(
    Object.groupBy(sizes, ({ path }) => (path.includes("/") ? path.split("/")[0] : ".") ?? "."),
  );
  return folders
    .sort(([a], [b]) => a.localeCompare(b))
    .flatMap(([, components = []]) => components.sort((a, b) => total(b) - total(a)).map(componentLine));
}

function componentLine({ path, script, style, lazy }: ComponentSize): string {
  const more = [style && `styles ${kilobytes(style)}`, lazy && `lazy ${kilobytes(lazy)}`].filter(Boolean);
  return `${kilobytes(script).padStart(6)}  ${path}${more.map((text) => `  + ${text}`).join("")}`;
}

function total({ script, style }: ComponentSize): number {
  return script + style;
}

/** A line for each page, followed by one for each of its scripts. */
export function pageLines(sizes: PageSize[]): string[] {
  return sizes.flatMap(({ route, scripts }) => [
    `${kilobytes(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).padStart(6)}  ${route}`,
    ...scripts.map(({ file, bytes }) => `${kilobytes(bytes).padStart(10)}  ${file}`),
  ]);
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
