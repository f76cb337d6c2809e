import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";

const queries = [
  ...[
    "",
    "?",
    "?raw",
    "?raw??",
    "?url",
    "?import",
    "?import&raw",
    "?raw&import",
    "?inline",
    "?init",
    "?direct",
  ],
  ...[
    "?url&inline&import",
    "?import&inline=1.wasm?init",
    "?.svg",
    "?.svg?.wasm?init",
    "?x=.svg&import",
    "?.js",
  ],
  ...[
    "?.css",
    "?lang.css",
    "?inline&.css",
    "?worker",
    "?worker&inline",
    "?sharedworker&url",
    "?commonjs-proxy",
  ],
  ...["?worker_file&type=module", "?html-proxy&index=0.js", "?vite-wasm-instance", "?v=1", "?t=1", "?raw#"],
];

/**
 * Targets of requests that could make a server send a file of the project.
 * @param projectDir absolute
 * @param file relative to it, separated by "/"
 */
export function spellingsOf(projectDir: string, file: string): string[] {
  const folder = encodeURI(projectDir);
  const absolute = `${folder}/${file}`;
  const encoded = [...file].map((each) => `%${each.charCodeAt(0).toString(16)}`).join("");
  const up = "../".repeat(projectDir.split("/").length);
  const paths = [
    ...[`/${file}`, `//${file}`, `/./${file}`, `/${file}/`, `/${file}.`, `/${file}/.`, `/${file}%20`],
    ...[
      `/${file}.map`,
      `/${file}%00.js`,
      `/${file}\\`,
      `/${file}::$DATA`,
      `/${file.toUpperCase()}`,
      absolute,
    ],
    ...[`/${encoded}`, `/${encoded.replaceAll("%", "%25")}`, `/${file.replaceAll("/", "%2f")}`],
    ...[
      `/${file.replaceAll("/", "\\")}`,
      `\\${file}`,
      `/${file.replaceAll("/", "//")}`,
      `http://localhost/${file}`,
    ],
    ...["src", "public", "node_modules", "src/ui/..", "assets", "@vite", "@id", "x"].flatMap((start) => [
      `/${start}/../${file}`,
      `/${start}/%2e%2e/${file}`,
      `/${start}/..%2f${file}`,
      `/${start}/%252e%252e/${file}`,
      `/${start}/..\\${file}`,
      `/${start}/..%5c${file}`,
      `/${start}/..;/${file}`,
    ]),
    ...[
      "/@fs",
      "/@fs/",
      "/@fs//",
      "/@FS",
      "/%40fs",
      "/@id",
      "/@id/",
      "/@id/@fs",
      "/@id/__x00__",
      "/@id//@fs",
    ].map((prefix) => prefix + absolute),
    ...[
      `/@fs/${up}${absolute}`,
      `/@fs/./${absolute}`,
      `/@fs${folder}/src/../${file}`,
      `/@fs/x/..${absolute}`,
    ],
    ...[
      `/@fs${folder}/src/%2e%2e/${file}`,
      `/@fs${absolute.replaceAll("/", "%2f")}`,
      `/@fs/file://${absolute}`,
    ],
    ...[
      `/@id/${file}`,
      `/@id/./${file}`,
      `/@id/__x00__${file}`,
      `/@id/__x00__@x/../../${file}`,
      `/@id/file://${absolute}`,
    ],
    ...[
      `/@vite/client/../../${file}`,
      `/@id/virtual:x/../../${file}`,
      `/__vite_ping/../${file}`,
      `/@react-refresh/../${file}`,
    ],
    ...[
      `/src/client.tsx#/../../${file}`,
      `/src/client.tsx%23/../../${file}`,
      `/src/client.tsx?/../../${file}`,
    ],
    ...[`/src/client.tsx%3f/../../${file}`, `/.${absolute}`, `/__vitest_attachment__?path=${absolute}`],
  ];
  const usual = [`/${file}`, `/@fs${absolute}`, `/src/../${file}`];
  return [
    ...paths.flatMap((path) => [path, `${path}?raw`]),
    ...usual.flatMap((path) => queries.map((query) => path + query)),
  ];
}

const agent = new Agent({ keepAlive: true, maxSockets: 20 });

/**
 * Sends a GET request for exactly this target.
 * @param destination what the browser would load: Sec-Fetch-Dest
 */
export function getTarget(
  url: string,
  target: string,
  destination: "script" | "empty" = "empty",
): Promise<{ status: number; body: string; headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(url);
  const headers = { "sec-fetch-dest": destination };
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: target, headers, agent }, (response) => {
      const { statusCode: status = 0, headers } = response;
      text(response).then((body) => resolve({ status, body, headers }), reject);
    })
      .on("error", reject)
      .end();
  });
}
