import { fork } from "node:child_process";
import { request } from "node:http";
import { fileURLToPath } from "node:url";
import type { DatabaseConnection } from "../../../src/server/database/connection.ts";
import type { Usage } from "../lists/report-usage.ts";
import { freePort } from "../../../testing/ports.ts";
import { reportUsage } from "../lists/usage-of.ts";
import type { HttpRequest } from "./subject.ts";

/** A response that the limit sends from memory, by its path. */
export type StoredResponse = { path: string; status: number; headers: Record<string, string>; body: string };

/** What limit-main.ts needs, in its first message. Bodies are in Base64. */
export type LimitOptions = {
  connection: DatabaseConnection;
  authSecret: string;
  stored: StoredResponse[];
};

/** The program that the product is compared with, in its own process. */
export type Limit = { url: URL; usage: () => Promise<Usage>; stop: () => void };

export async function startLimit(options: LimitOptions): Promise<Limit> {
  return await start("limit-main.ts", {}, options);
}

/** @param settings of the product that renders the pages */
export async function startRendering(settings: Record<string, string>): Promise<Limit> {
  return await start("render-main.ts", { ...settings, PORT: String(await freePort()) });
}

async function start(main: string, settings: Record<string, string>, message?: LimitOptions): Promise<Limit> {
  const { env, usage } = await reportUsage();
  const file = fileURLToPath(new URL(main, import.meta.url));
  const child = fork(file, {
    env: { ...process.env, ...settings, ...env, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  if (message) child.send(message);
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve(Number(message)));
    child.once("exit", (code) => reject(new Error(`The limit ended with code ${code}`)));
  });
  return { url: new URL(`http://localhost:${port}`), usage, stop: () => void child.kill() };
}

/** Requests a response once, so that the limit can send the same bytes. */
export function storeResponse(origin: string, { path, headers }: HttpRequest): Promise<StoredResponse> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { headers }, (res) => {
      const chunks: Buffer[] = [];
      res.on("data", (chunk: Buffer) => chunks.push(chunk));
      res.on("error", reject);
      res.on("end", () => {
        const { connection: _, "keep-alive": __, date: ___, ...own } = res.headers;
        resolve({
          path,
          status: res.statusCode ?? 0,
          headers: Object.fromEntries(Object.entries(own).map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(chunks).toString("base64"),
        });
      });
    });
    sent.on("error", reject);
    sent.end();
  });
}
