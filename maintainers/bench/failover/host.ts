import { execFileSync, spawn } from "node:child_process";
import { closeSync, existsSync, openSync } from "node:fs";
import { UserError } from "../../../scripts/bootstrap/errors.mjs";

/** Hosts of their own on this machine: network namespaces on one bridge, each with an address. */
export type Host = {
  address: string;
  /** Starts a program on it, as an account of this machine. @param log the file that its output is added to */
  spawn(account: string, log: string, program: string, ...args: string[]): void;
  /** Sends a signal to all of its processes. */
  signal(name: NodeJS.Signals): void;
  /** A firewall rule that drops all packets from and to it, or no longer does. */
  cut(isCut: boolean): void;
};

/** Where this machine is seen from the hosts. */
export const bridgeAddress = "10.213.7.254";
const bridge = "bench-bridge";
const nameOf = (number: number) => `bench-${number}`;

/** Programs with the Debian packages that they are from. */
const programs = {
  "/usr/sbin/ip": "iproute2",
  "/usr/sbin/nft": "nftables",
  "/usr/bin/patroni": "patroni",
  "/usr/bin/etcd": "etcd-server",
  "/usr/sbin/haproxy": "haproxy",
  "/usr/bin/redis-server": "redis-server",
  "/usr/lib/postgresql": "postgresql",
};

/** @throws UserError if this machine can't run the benchmark */
export function requirePrograms(): void {
  if (process.getuid?.() !== 0) throw new UserError("Run this as root: it makes network namespaces.");
  const missing = Object.entries(programs).filter(([path]) => !existsSync(path));
  const packages = [...missing.map(([, name]) => name), ...(missing.length > 0 ? ["python3-etcd"] : [])];
  if (packages.length > 0)
    throw new UserError(`Install Debian's packages first: apt-get install ${packages.join(" ")}`);
}

/** Makes the network with this many hosts. `removeHosts` takes all of it away. */
export function makeHosts(count: number): Host[] {
  removeHosts(count);
  ip("link", "add", bridge, "type", "bridge");
  ip("addr", "add", `${bridgeAddress}/24`, "dev", bridge);
  ip("link", "set", bridge, "up");
  return Array.from({ length: count }, (_, index) => makeHost(index + 1));
}

function makeHost(number: number): Host {
  const name = nameOf(number);
  const address = `10.213.7.${number}`;
  const inside = (...args: string[]) => ["netns", "exec", name, ...args];
  ip("netns", "add", name);
  ip("link", "add", `${name}-out`, "type", "veth", "peer", "name", "eth0", "netns", name);
  ip("link", "set", `${name}-out`, "master", bridge, "up");
  ip(...inside("ip", "addr", "add", `${address}/24`, "dev", "eth0"));
  for (const device of ["lo", "eth0"]) ip(...inside("ip", "link", "set", device, "up"));
  return {
    address,
    spawn(account, log, program, ...args) {
      const output = openSync(log, "a");
      const as = [`--reuid=${account}`, `--regid=${account}`, "--init-groups"];
      const child = spawn("ip", inside("setpriv", ...as, program, ...args), {
        cwd: "/",
        stdio: ["ignore", output, output],
        env: { PATH: process.env.PATH, LANG: "C.UTF-8" },
      });
      closeSync(output);
      child.unref();
    },
    signal(kind) {
      for (const pid of pidsOf(name)) {
        try {
          process.kill(pid, kind);
        } catch {
          // It has ended.
        }
      }
    },
    cut(isCut) {
      const chain = (hook: string, device: string) =>
        `chain ${hook} { type filter hook ${hook} priority 0; policy drop; ${device} lo accept; }`;
      const text = isCut
        ? `table inet cut {\n${chain("input", "iif")}\n${chain("output", "oif")}\n}`
        : "delete table inet cut";
      execFileSync("ip", inside("nft", "-f", "-"), { input: text });
    },
  };
}

function pidsOf(name: string): number[] {
  return execFileSync("ip", ["netns", "pids", name], { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter(Boolean)
    .map(Number);
}

/** Ends all processes of the hosts, and takes the network away. */
export function removeHosts(count: number): void {
  for (let number = 1; number <= count; number += 1) {
    const name = nameOf(number);
    if (!existsSync(`/run/netns/${name}`)) continue;
    for (const pid of pidsOf(name)) process.kill(pid, "SIGKILL");
    ip("netns", "delete", name);
  }
  if (existsSync(`/sys/class/net/${bridge}`)) ip("link", "delete", bridge);
}

function ip(...args: string[]): void {
  execFileSync("ip", args, { stdio: ["ignore", "ignore", "inherit"] });
}
