import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Node } from "./cluster.ts";

/** HAProxy in front of the databases, the instances and the bucket. */
export type Proxy = {
  /** Takes a server out, or in again. */
  setServing(server: string, isServing: boolean): Promise<void>;
  stop(): void;
};

/** Ports of the proxy. */
export const ports = { postgres: 25_432, app: 23_000, bucket: 29_000 };

/** Starts it. @param bucketPort where the bucket is on this machine */
export async function startProxy(
  folder: string,
  { nodes, instances, bucketPort }: { nodes: Node[]; instances: number[]; bucketPort: number },
): Promise<Proxy> {
  const socket = join(folder, "haproxy.sock");
  const file = join(folder, "haproxy.cfg");
  writeFileSync(
    file,
    `global
  stats socket ${socket} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen postgres
  mode tcp
  bind 127.0.0.1:${ports.postgres}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`).join("\n")}
listen app
  bind 127.0.0.1:${ports.app}
  option forwardfor
  option redispatch 1
  option httpchk GET /ready
  http-check expect status 200
  default-server check inter 1s fall 2 rise 1
${instances.map((port) => `  server i${port} 127.0.0.1:${port}`).join("\n")}
listen bucket
  bind 127.0.0.1:${ports.bucket}
  server s3 127.0.0.1:${bucketPort}
`,
  );
  const child: ChildProcess = spawn("haproxy", ["-db", "-f", file], { stdio: "ignore" });
  // Until it has checked them twice, it takes all servers for working ones.
  await sleep(4_000);
  return {
    setServing: (server, isServing) => tell(socket, `${isServing ? "enable" : "disable"} server ${server}`),
    stop: () => void child.kill(),
  };
}

function tell(socket: string, command: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connect(socket)
      .on("error", reject)
      .on("close", () => resolve())
      .end(`${command}\n`)
      .resume();
  });
}
