import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { isLoopback, type Config } from "#server/config.ts";
import { StartError } from "#server/start-error.ts";

type Address = Pick<Config, "host" | "port">;

/** @throws StartError if a server can't listen there, before a command does what takes longer or can't be undone */
export async function checkAddress(address: Address): Promise<void> {
  const server = createServer();
  await listen(server, address);
  server.close();
  await once(server, "close");
}

/**
 * Browsers open `localhost` at either of its addresses, so another program on the second one would answer for this one.
 * @throws StartError
 */
export async function listen(http: Server, { host, port }: Address): Promise<void> {
  if (port > 0 && isLoopback(host))
    for (const address of ["127.0.0.1", "::1"]) await checkFree(address, port);
  http.listen({ host, port });
  await once(http, "listening").catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(listenErrorMessage(code, host, port));
  });
}

/** @throws StartError if another program listens there. Other errors don't count: the machine may not have the address. */
async function checkFree(host: string, port: number): Promise<void> {
  const server = createServer();
  server.listen({ host, port });
  try {
    await once(server, "listening");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EADDRINUSE") throw new StartError(listenErrorMessage(code, host, port));
    return;
  }
  server.close();
  await once(server, "close");
}

function listenErrorMessage(code: string | undefined, host: string, port: number): string {
  const otherPort = port < 65_535 ? port + 1 : port - 1;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} is in use: stop the program that uses it, or choose another port with PORT=${otherPort}.`;
    case "EACCES":
      return `This user may not listen on port ${port}: choose one above 1023, for example PORT=3000.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EINVAL":
      return `HOST=${host} is not an address of this machine: choose one that is, for example HOST=127.0.0.1.`;
    default:
      return `The server can't listen on ${host}, port ${port} (${code}): check HOST and PORT.`;
  }
}
