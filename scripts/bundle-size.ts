import { join } from "node:path";
import { projectDir } from "./support/project.ts";
import { measureComponents, type ComponentSize } from "../tools/bundle-size/components.ts";
import { measurePages, type PageSize } from "../tools/bundle-size/pages.ts";

/** Those that the budget of testing/e2e/bundle-size.test.ts is about, and Manager's list. */
const pages = ["/login/", "/app/books/", "/manager/books/"];

/** `npm run bundle-size`: what each part of src/ui costs a page, and what the pages of the last build load. */
export async function run(): Promise<void> {
  console.log("Each part of src/ui alone, in kB of gzip. React, the router and i18next are not counted.\n");
  console.log(componentLines(await measureComponents(join(projectDir, "src", "ui"))).join("\n"));
  const weights = await measurePages(join(projectDir, "dist"), pages);
  if (!weights) return console.log("\nNothing has been built yet: `npm run build` makes what pages load.");
  console.log("\nThe scripts that pages of the last build name, in kB of brotli.\n");
  console.log(pageLines(weights).join("\n"));
}

/** A line for each part, room by room, the heaviest of a room first. */
export function componentLines(weights: ComponentSize[]): string[] {
  const rooms = Object.entries(
    Object.groupBy(weights, ({ path }) => (path.includes("/") ? path.split("/")[0] : ".") ?? "."),
  );
  return rooms
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([, parts = []]) => parts.sort((one, other) => total(other) - total(one)).map(componentLine));
}

function componentLine({ path, script, style, later }: ComponentSize): string {
  const more = [style && `styles ${kilobytes(style)}`, later && `later ${kilobytes(later)}`].filter(Boolean);
  return `${kilobytes(script).padStart(6)}  ${path}${more.map((text) => `  + ${text}`).join("")}`;
}

function total({ script, style }: ComponentSize): number {
  return script + style;
}

/** A line for each page, and beneath it one for each of its scripts. */
export function pageLines(weights: PageSize[]): string[] {
  return weights.flatMap(({ route, scripts }) => [
    `${kilobytes(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).padStart(6)}  ${route}`,
    ...scripts.map(({ file, bytes }) => `${kilobytes(bytes).padStart(10)}  ${file}`),
  ]);
}

function kilobytes(bytes: number): string {
  return (bytes / 1_000).toFixed(1);
}
