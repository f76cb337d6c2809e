import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { onTestFinished } from "vitest";
import type { DatabaseConnection } from "../src/server/database/connection.ts";

/**
 * A proxy before the database that can stop to pass anything on, as a suspended machine or a lost route does, or lead to
 * another server, as a virtual IP address does.
 * @param o.change changes what the product sends
 * @param o.delayMs how long each answer takes, as from a distant database
 */
export async function startDatabaseProxy(
  connection: DatabaseConnection,
  { change = (sent: Buffer): Buffer => sent, delayMs = 0 } = {},
) {
  // It parses URLs.
  const { user = "", database = "", password, ...address } = new pg.Client(connection);
  let { host, port } = address;
  const sockets: Socket[] = [];
  let isStalled = false;
  let counter = { trips: 0 };
  const server = createServer((client) => {
    const target = host.startsWith("/") ? connect(join(host, `.s.PGSQL.${port}`)) : connect({ host, port });
    let sent = { counter, trip: 0 };
    client.on("data", (chunk: Buffer) => {
      sent = { counter, trip: counter.trips + 1 };
      target.write(change(chunk));
    });
    target.on("data", (chunk: Buffer) => {
      const { counter, trip } = sent;
      const pass = () => {
        counter.trips = Math.max(counter.trips, trip);
        client.write(chunk);
      };
      if (delayMs === 0) pass();
      else setTimeout(pass, delayMs);
    });
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on("close", () => to.destroy());
      from.on("error", () => undefined);
      if (isStalled) from.pause();
      sockets.push(from);
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return {
    connection: {
      ...{ user, database, password },
      host: "127.0.0.1",
      port: (server.address() as AddressInfo).port,
    },
    /**
     * How many answers the product waited for, one after another, while a function ran. Statements that are sent within
     * `delayMs`, on whichever connections, are one trip.
     */
    async countTrips(run: () => Promise<void>): Promise<number> {
      const own = { trips: 0 };
      counter = own;
      await run();
      return own.trips;
    },
    /** How many were made so far. */
    countConnections: () => sockets.length / 2,
    /** Leads new connections to another server on this machine. */
    moveTo: (other: { port: number }) => ({ host, port } = { host: "127.0.0.1", port: other.port }),
    stall() {
      isStalled = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isStalled = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
