import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launch, makeFolder, type Running, temporaryPaths } from "./debian.ts";
import { packages } from "./packages.ts";

/** A proxy in front of instances of the product, with the configuration that docs/settings.md prints. */
export type Proxy = Running & {
  /** For a proxy that doesn't ask instances for their state: takes one out before it is stopped, or in again. */
  setServing?(port: number, isServing: boolean): Promise<void>;
};

/** nginx, and its log so far. */
type Nginx = Proxy & { log(): string };

/**
 * A configuration as docs/settings.md prints it, with other addresses.
 * @param language of its block
 * @param replaced texts that it must have, and what replaces them
 */
function printedConfiguration(language: string, replaced: Record<string, string>): string {
  const docs = readFileSync("docs/settings.md", "utf8");
  let text = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "ms").exec(docs)?.[1] ?? "";
  for (const [from, to] of Object.entries(replaced)) {
    if (!text.includes(from)) throw new Error(`The ${language} in docs/settings.md lacks "${from}"`);
    text = text.replace(from, to);
  }
  return text;
}

export async function startHaproxy(port: number, instances: readonly number[]): Promise<Proxy> {
  const folder = makeFolder();
  const file = join(folder, "haproxy.cfg");
  const servers = instances.map((instance) => `  server s${instance} 127.0.0.1:${instance}`);
  const backend = printedConfiguration("haproxy", {
    "  server one 127.0.0.1:3001\n  server two 127.0.0.1:3002": servers.join("\n"),
  });
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend app_front
  bind 127.0.0.1:${port}
  default_backend app
${backend}`,
  );
  const { stop } = await launch(packages.haproxy, ["-db", "-V", "-f", file], "", folder, port);
  return { url: `http://localhost:${port}`, stop };
}

export async function startCaddy(port: number, instances: readonly number[]): Promise<Proxy> {
  const folder = makeFolder();
  const file = join(folder, "Caddyfile");
  const site = printedConfiguration("caddyfile", {
    "books.example.com": `http://localhost:${port}`,
    "127.0.0.1:3001 127.0.0.1:3002": instances.map((instance) => `127.0.0.1:${instance}`).join(" "),
  });
  writeFileSync(
    file,
    `{
  admin off
  auto_https off
  storage file_system ${folder}
}
${site}`,
  );
  const args = ["run", "--adapter", "caddyfile", "--config", file];
  const { stop } = await launch(packages.caddy, args, "", folder, port);
  return { url: `http://localhost:${port}`, stop };
}

export async function startNginx(port: number, instances: readonly number[]): Promise<Nginx> {
  const folder = makeFolder();
  const file = join(folder, "nginx.conf");
  const logFile = join(folder, "access.log");
  const configure = (serving: ReadonlySet<number>) => {
    const servers = instances.map((each) => `server 127.0.0.1:${each}${serving.has(each) ? "" : " down"};`);
    const site = printedConfiguration("nginx", {
      "server 127.0.0.1:3001; server 127.0.0.1:3002;": servers.join(" "),
      "listen 443 ssl;": `listen 127.0.0.1:${port};`,
      "/var/log/nginx/app.log": logFile,
    });
    writeFileSync(
      file,
      `daemon off; pid ${folder}/pid; error_log stderr; events {}
http {
${temporaryPaths(folder)}
${site}
}
`,
    );
  };
  const serving = new Set(instances);
  configure(serving);
  const { pid, stop } = await launch(packages["nginx-light"], ["-c", file], "", folder, port);
  return {
    url: `http://localhost:${port}`,
    stop,
    log: () => readFileSync(logFile, "utf8"),
    async setServing(instance, isServing) {
      if (isServing) serving.add(instance);
      else serving.delete(instance);
      configure(serving);
      process.kill(pid, "SIGHUP");
      await sleep(1_000); // Nothing tells that all new connections are those of the new configuration.
    },
  };
}
