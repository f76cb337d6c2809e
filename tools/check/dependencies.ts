import { matchesGlob, posix } from "node:path";
import type { Finding } from "./finding.ts";
import { isTest, stringOf, walk, type Project, type SourceFile, type SyntaxNode } from "./project.ts";

/** The rooms of the house, and what each may import besides itself. What is not named here may not be imported. */
const rooms: { room: string; files: string; imports: string[] }[] = [
  { room: "lib", files: "src/lib/**", imports: [] },
  { room: "brand", files: "src/brand/**", imports: [] },
  { room: "access", files: "src/access.ts", imports: [] },
  { room: "build", files: "src/build.ts", imports: [] },
  { room: "i18n", files: "src/i18n/**", imports: ["lib"] },
  { room: "ui", files: "src/ui/**", imports: ["lib", "brand", "build", "i18n"] },
  { room: "server", files: "src/server/**", imports: ["lib", "brand", "access", "build", "i18n"] },
  { room: "rpc", files: "src/rpc/**", imports: ["lib", "brand", "access", "build", "i18n", "server", "top"] },
  {
    room: "features",
    files: "src/features/**",
    imports: ["lib", "brand", "access", "build", "i18n", "ui", "server", "rpc"],
  },
  {
    room: "routing",
    files: "src/routing/**",
    imports: ["lib", "brand", "access", "build", "i18n", "ui", "rpc", "features", "top"],
  },
  {
    room: "routes",
    files: "src/routes/**",
    imports: ["lib", "brand", "access", "build", "i18n", "ui", "server", "rpc", "features", "routing", "top"],
  },
  // Where the process, the router and the lists of features put the rooms together.
  {
    room: "top",
    files: "src/*.{ts,tsx}",
    imports: ["lib", "brand", "access", "build", "i18n", "ui", "server", "rpc", "features", "routing"],
  },
];

/** What a feature shows to the other features. */
const doors = ["contract.ts", "queries.ts", "schema.ts", "table.ts", "shared/**"];

/** Files of a feature that run in the browser, and those that must stay on the server. */
const inBrowser = [
  "src/features/*/screens/**",
  "src/features/*/*.tsx",
  "src/features/*/!(mails)/**/*.tsx",
  "src/features/*/{queries,schema,contract}.ts",
];
const onServer = ["src/features/*/{api,store,table}.ts"];

/** Arrows that stay inside a room, or are drawn between rooms, and yet may not be. */
const exceptions: { from: string[]; to: string[]; why: string }[] = [
  {
    from: inBrowser,
    to: ["src/server/**", ...onServer],
    why: "the browser must not reach the server: ask through queries.ts and the contract",
  },
  {
    from: onServer,
    to: ["src/ui/**", "src/features/*/screens/**", "src/features/*/queries.ts"],
    why: "what runs on the server only knows no screens",
  },
  {
    from: ["src/routes/**", "src/routing/**"],
    to: onServer,
    why: "a page gets its data through the feature's queries.ts or contract",
  },
];

type Import = { path: string; line: number };

/** Imports of src that go against the arrows. */
export function checkDependencies(project: Project): Finding[] {
  const findings: Finding[] = [];
  for (const path of project.files("src/**/*.{ts,tsx}")) {
    // Made from the folders, and imported for types or by the router only.
    if (path.endsWith(".gen.ts")) continue;
    for (const { path: target, line } of importsOf(project.source(path))) {
      const problem = against(path, target);
      if (problem) findings.push({ file: path, line, problem: `imports ${target}: ${problem}` });
    }
  }
  return findings;
}

/** Why a file may not import another one, if it may not. */
function against(from: string, to: string): string | undefined {
  if (!to.startsWith("src/")) {
    const isAllowed = isTest(from) || to === "package.json";
    return isAllowed ? undefined : "the product imports nothing that lies outside of src, tests apart";
  }
  const fromRoom = roomOf(from);
  const toRoom = roomOf(to);
  if (!fromRoom) return `${from} lies in no room: name its folder in tools/check/dependencies.ts`;
  if (!toRoom) return "it lies in no room: name its folder in tools/check/dependencies.ts";
  if (to.endsWith("/routeTree.gen.ts") && from !== "src/router.tsx")
    return "only the router knows the routes";
  if (fromRoom !== toRoom && !fromRoom.imports.includes(toRoom.room)) {
    return `${fromRoom.room} may import only ${[...fromRoom.imports, "itself"].join(", ")}`;
  }
  return againstDoors(from, to) ?? (isTest(from) ? undefined : againstExceptions(from, to));
}

function againstDoors(from: string, to: string): string | undefined {
  const [own, other] = [featureOf(from), featureOf(to)];
  if (!own || !other || own === other) return undefined;
  const inside = to.slice(`src/features/${other}/`.length);
  if (doors.some((door) => matchesGlob(inside, door))) return undefined;
  return `another feature may import only ${doors.join(", ")} of ${other}`;
}

function againstExceptions(from: string, to: string): string | undefined {
  const matches = (path: string, patterns: string[]) =>
    patterns.some((pattern) => matchesGlob(path, pattern));
  return exceptions.find((rule) => matches(from, rule.from) && matches(to, rule.to))?.why;
}

function roomOf(path: string) {
  return rooms.find(({ files }) => matchesGlob(path, files));
}

function featureOf(path: string): string | undefined {
  return /^src\/features\/([^/]+)\//.exec(path)?.[1];
}

/** The project's own files that a file imports, types included, by their paths from the project's folder. */
function importsOf(source: SourceFile): Import[] {
  const imports: Import[] = [];
  walk(source.program, (node) => {
    const specifier = specifierOf(node);
    const path = specifier === undefined ? undefined : resolve(source.path, specifier);
    if (path !== undefined) imports.push({ path, line: source.lineAt(node.start) });
  });
  return imports;
}

function specifierOf(node: SyntaxNode): string | undefined {
  const kinds = [
    "ImportDeclaration",
    "ExportNamedDeclaration",
    "ExportAllDeclaration",
    "ImportExpression",
    "TSImportType",
  ];
  return kinds.includes(node.type) ? stringOf(node.source) : undefined;
}

/** Packages resolve to nothing. */
function resolve(from: string, specifier: string): string | undefined {
  const file = specifier.replace(/\?.*$/, "");
  if (file.startsWith("#")) return posix.join("src", file.slice(1));
  return file.startsWith(".") ? posix.join(posix.dirname(from), file) : undefined;
}
