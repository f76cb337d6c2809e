import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { runnerImport } from "vite";
import { launchOptions } from "../../testing/browser.ts";

/** Pictures in public/, with their width and height, and the part of it that the logo fills. */
const icons = [
  { file: "icon-192.png", size: 192, part: 1 },
  { file: "icon-512.png", size: 512, part: 1 },
  // Systems cut these to a shape.
  { file: "icon-maskable-512.png", size: 512, part: 0.62 },
  { file: "apple-touch-icon.png", size: 180, part: 0.62 },
];

/**
 * Draws the pictures in public/ again, with the logo, name and description in src/brand, and the colors and fonts in
 * src/ui/styles. Needs an installed browser (`findBrowser`).
 * @returns the files
 */
export async function drawPictures(dir: string): Promise<string[]> {
  const load = async <Module>(file: string) =>
    (await runnerImport<Module>(join(dir, file), { configFile: false, root: dir, logLevel: "error" })).module;
  const { brand } = await load<typeof import("../../src/brand/brand.ts")>("src/brand/brand.ts");
  const { Logo } = await load<typeof import("../../src/brand/logo.tsx")>("src/brand/logo.tsx");
  const style = (file: string) =>
    readFileSync(join(dir, "src/ui/styles", file), "utf8").replaceAll(
      /@import "(.+)"/g,
      '@import "$1/index.css"',
    );
  const head = `<!doctype html>
    <base href="${pathToFileURL(join(dir, "node_modules")).href}/" />
    <style>${style("fonts.css")}</style>
    <style>
      ${style("tokens.css")}
      :root { color-scheme: light dark }
      body { display: grid; place-content: center; height: 100vh; margin: 0; background: var(--background) }
      svg { color: var(--accent) }
    </style>`;

  const browser = await chromium.launch(await launchOptions());
  try {
    const page = await browser.newPage();
    // Only the page of a file may load the fonts' files.
    await page.goto(pathToFileURL(join(dir, "package.json")).href);
    await page.setContent(head + renderToStaticMarkup(createElement(Logo)));
    const readColor = () => page.locator("svg").evaluate((svg) => getComputedStyle(svg).color);
    await page.emulateMedia({ colorScheme: "dark" });
    const dark = await readColor();
    await page.emulateMedia({ colorScheme: "light" });
    const logo = await page.locator("svg").evaluate(squareLogo);
    const colors = `svg{color:${await readColor()}}@media(prefers-color-scheme:dark){svg{color:${dark}}}`;
    writeFileSync(join(dir, "public/favicon.svg"), `${logo.replace(">", `><style>${colors}</style>`)}\n`);

    for (const { file, size, part } of icons) {
      await page.setViewportSize({ width: size, height: size });
      const background = part === 1 ? "<style>body { background: none }</style>" : "";
      await page.setContent(`${head}${background}<div style="width: ${size * part}px">${logo}</div>`);
      await page.screenshot({ path: join(dir, "public", file), omitBackground: true });
    }

    await page.setViewportSize({ width: 1200, height: 630 });
    const texts = [
      createElement("h1", { key: 1, dir: "auto" }, brand.name),
      createElement("p", { key: 2, dir: "auto" }, brand.description),
    ];
    await page.setContent(`${head}
      <style>
        body { justify-items: center; font: 40px / 1.3 var(--serif); color: var(--muted-foreground); text-align: center }
        svg { width: 100px }
        h1, p { max-width: 1000px; text-wrap: balance }
        h1 { margin: 32px 0 20px; font-size: 72px; font-weight: 600; line-height: 1.1; color: var(--foreground) }
        p { margin: 0 }
      </style>
      ${logo}${renderToStaticMarkup(texts)}`);
    await page.screenshot({ path: join(dir, "public/social.jpg"), quality: 90 });
  } finally {
    await browser.close();
  }
  return ["favicon.svg", ...icons.map(({ file }) => file), "social.jpg"].map((file) => `public/${file}`);
}

/** The text of a logo whose square is as small as its shapes allow, without classes. Runs in the browser. */
function squareLogo(svg: Element): string {
  const { x, y, width, height } = (svg as SVGSVGElement).getBBox();
  const side = Math.max(width, height);
  const box = [x - (side - width) / 2, y - (side - height) / 2, side, side];
  svg.setAttribute("viewBox", box.map((each) => Math.round(each * 100) / 100).join(" "));
  svg.removeAttribute("class");
  svg.removeAttribute("aria-hidden");
  return new XMLSerializer().serializeToString(svg);
}
