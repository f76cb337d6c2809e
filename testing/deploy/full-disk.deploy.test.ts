import { expect, onTestFinished, test } from "vitest";
import { newAddress } from "../e2e/support/people.ts";
import { mountSmallDisk, requirePackages, startPostgres } from "./debian.ts";
import { startInstances } from "./instances.ts";

test("on a full disk of the database, writes answer 503 and reads go on; with space again, all works", async (context) => {
  requirePackages(context, "postgresql");
  const disk = mountSmallDisk(300);
  if (!disk) return context.skip("Left out: this account may not mount a disk");
  onTestFinished(disk.unmount);
  const postgres = await startPostgres(disk.folder);
  onTestFinished(postgres.stop);
  const instances = await startInstances({ count: 1, databaseUrl: postgres.url });
  const url = `http://localhost:${instances.ports[0]}`;
  const client = await instances.signIn(url);
  const send = async (operation: string, input: object) => {
    const body = JSON.stringify({ json: input });
    const headers = { ...client.headers(), "content-type": "application/json", origin: url };
    return (await fetch(`${url}/api/rpc/${operation}`, { method: "POST", headers, body })).status;
  };
  const write = async () => {
    return await send("users/create", { name: "Ada Lovelace", email: newAddress(), roles: ["user"] });
  };
  const read = () => send("users/list", {});
  const readiness = async () => {
    const response = await fetch(`${url}/ready`);
    const { details } = (await response.json()) as { details: { writes: string } };
    return { status: response.status, writes: details.writes };
  };

  disk.fill();
  const statuses = new Set<number>();
  // The last pages of the tables still have space.
  for (let count = 0; count < 1_000 && !statuses.has(503); count += 1) statuses.add(await write());
  expect([...statuses].filter((status) => status >= 300)).toEqual([503]);
  await expect.poll(readiness).toEqual({ status: 200, writes: "failing: the disk is full" });
  expect(await read()).toBe(200);

  disk.free();
  await expect.poll(write).toBeLessThan(300);
  await expect.poll(readiness).toEqual({ status: 200, writes: "ok" });
});
