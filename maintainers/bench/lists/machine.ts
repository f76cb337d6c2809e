import { arch, cpus, totalmem } from "node:os";

/** The machine and Node version of a measurement. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpu?.model.trim()} (${arch()}), ${memory} GB, Node ${process.versions.node}`;
}
