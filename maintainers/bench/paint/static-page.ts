import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { projectDir } from "../../../scripts/support/project.ts";

const dist = join(projectDir, "dist", "client");

/** A page that the product sent, and the header that makes Chromium start a process for it. */
export type SentPage = { path: string; html: string; openerPolicy: string };

/** Serves pages without scripts and preloads, with their markup, one style sheet and its fonts, from memory. */
export async function serveStaticPages(pages: SentPage[]) {
  const files = new Map<string, { type: string; bytes: Buffer; isCompressed: boolean }>();
  const openerPolicies = new Map(pages.map(({ path, openerPolicy }) => [path, openerPolicy]));
  for (const { path, html } of pages) {
    const styles = stylesOf(html);
    add(path, "text/html; charset=utf-8", withoutScripts(html, path));
    add(`${path}.css`, "text/css; charset=utf-8", styles);
    for (const [, font = ""] of styles.matchAll(/url\(["']?(\/assets\/[^"')]+\.woff2)/g)) {
      files.set(font, { type: "font/woff2", bytes: readFileSync(join(dist, font)), isCompressed: false });
    }
  }
  const server = createServer((req, res) => {
    const path = req.url ?? "";
    const file = files.get(path);
    if (!file) return void res.writeHead(404).end();
    const openerPolicy = openerPolicies.get(path);
    res.writeHead(200, {
      "content-type": file.type,
      "content-length": file.bytes.length,
      "cache-control": "no-store",
      ...(file.isCompressed && { "content-encoding": "br" }),
      ...(openerPolicy && { "cross-origin-opener-policy": openerPolicy }),
    });
    res.end(file.bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };

  function add(path: string, type: string, text: string): void {
    files.set(path, { type, bytes: brotliCompressSync(text), isCompressed: true });
  }
}

/** The style sheets that a page names, as one. */
function stylesOf(html: string): string {
  return [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)]
    .map(([, file = ""]) => readFileSync(join(dist, file), "utf8"))
    .join("\n");
}

function withoutScripts(html: string, path: string): string {
  return html
    .replace(/<script\b[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="(stylesheet|(late-)?modulepreload|preload)"[^>]*>/g, "")
    .replace("</head>", `<link rel="stylesheet" href="${path}.css"></head>`);
}
