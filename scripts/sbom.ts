import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Arguments } from "./bootstrap/commands.mjs";
import { projectDir } from "./support/project.ts";

/** `npm run sbom`: prints the software bill of materials, or writes it to the file `--output`. */
export function run({ options: { output } }: Arguments): void {
  const lock = JSON.parse(readFileSync(join(projectDir, "package-lock.json"), "utf8")) as Lock;
  const text = `${JSON.stringify(createSbom(lock), null, 2)}\n`;
  if (output) writeFileSync(String(output), text);
  else process.stdout.write(text);
}

type Names = Record<string, string>;

type LockedPackage = {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  dependencies?: Names;
  optionalDependencies?: Names;
  peerDependencies?: Names;
};

/** The part of package-lock.json (version 3) that is used. The project itself has the path "". */
export type Lock = { name: string; version: string; packages: Record<string, LockedPackage> };

/**
 * The packages that a production installation can contain, on any system, in the format CycloneDX 1.6. The same lock
 * file always results in the same text, so there is no time and no serial number. `npm sbom` leaves out packages that
 * are also used in development.
 */
export function createSbom({ name, version, packages }: Lock) {
  const paths = Object.keys(packages).filter((path) => path && !packages[path]?.dev);
  const refOf = (path: string) => purl(nameOf(path), packages[path]?.version ?? "");
  const project = purl(name, version);

  const components = new Map<string, ReturnType<typeof component>>();
  const dependencies = new Map<string, Set<string>>();
  for (const path of ["", ...paths]) {
    const locked = packages[path];
    if (!locked) continue;
    const ref = path ? refOf(path) : project;
    if (path) components.set(ref, component(nameOf(path), locked));
    const uses = { ...locked.dependencies, ...locked.optionalDependencies, ...locked.peerDependencies };
    const found = Object.keys(uses).flatMap((each) => findInstalled(packages, path, each) ?? []);
    const refs = found.filter((each) => !packages[each]?.dev).map(refOf);
    dependencies.set(ref, (dependencies.get(ref) ?? new Set()).union(new Set(refs)));
  }
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": project, name, version, purl: project } },
    components: [...components.values()],
    dependencies: [...dependencies].map(([ref, uses]) => ({ ref, dependsOn: [...uses].sort() })),
  };
}

function component(name: string, { version, integrity, license, optional }: LockedPackage) {
  const ref = purl(name, version);
  const [, hash] = /^sha512-(\S+)/.exec(integrity ?? "") ?? [];
  return {
    type: "library",
    "bom-ref": ref,
    name,
    version,
    scope: optional ? "optional" : "required",
    ...(hash && { hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] }),
    ...(license && { licenses: [{ expression: license }] }),
    purl: ref,
  };
}

/** https://github.com/package-url/purl-spec */
function purl(name: string, version: string): string {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}

/** The path of the package that Node finds by this name from another package's path. */
function findInstalled(packages: Lock["packages"], from: string, name: string): string | undefined {
  const path = `${from && `${from}/`}node_modules/${name}`;
  if (packages[path]) return path;
  if (!from) return undefined;
  return findInstalled(packages, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))), name);
}
