/**
 * The limit of pages with data: React's `renderToString` alone, as often as a request comes. This process runs the built
 * product, has it render each page once for the request's user, and keeps the tree that it handed to React, with all its
 * data. From then on nothing but that tree is rendered: no session, statement, router, serialization or compression.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import ReactDOMServer from "react-dom/server";
import { loadBuilt } from "../../../scripts/support/built.ts";

type Tree = Parameters<typeof ReactDOMServer.renderToString>[0];

const { renderToString } = ReactDOMServer;
let latest: Tree;
Reflect.set(ReactDOMServer, "renderToString", (tree: Tree) => {
  latest = tree;
  return renderToString(tree);
});

const { built, run } = await loadBuilt();
const product = await run({ ...built, env: process.env });
const trees = new Map<string, Promise<Tree>>();

const server = createServer((req, res) => {
  const path = req.url ?? "";
  const tree = trees.get(path) ?? renderOnce(path, req.headers);
  trees.set(path, tree);
  void tree.then((page) => {
    renderToString(page);
    res.writeHead(200, { "content-length": 0 }).end();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));

/** Requests a page from the product, and returns the tree that it rendered. */
async function renderOnce(path: string, { host: _, ...headers }: IncomingMessage["headers"]): Promise<Tree> {
  const response = await fetch(product.url + path, { headers: headers as Record<string, string> });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return latest;
}
