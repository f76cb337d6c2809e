import { cpSync, existsSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { externalOnServer } from "../tools/external-on-server.ts";
import { buildProduct } from "./build.ts";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { projectDir } from "./support/project.ts";

const packageDir = "dist/package";

/** `npm run package`: builds, and collects what a server of this system needs in one folder. */
export async function run(args: string[]): Promise<void> {
  parseArguments(args, { help: `Builds, and collects what a server needs in ${packageDir}.` });
  const steps = createSteps();
  await buildProduct(steps);
  const target = join(projectDir, packageDir);
  await steps.run("Collecting the package", () => collectPackage(target));
  const bytes = globSync(`${target}/**/*`).reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(
    `${packageDir} has ${Math.round(bytes / 1_000_000)} MB. docs/deploy.md says what to do with it.`,
  );
}

/** Copies the build, the migrations, and the packages that are not bundled. */
function collectPackage(target: string) {
  const { name, version, type } = JSON.parse(readFileSync(join(projectDir, "package.json"), "utf8")) as {
    name: string;
    version: string;
    type: string;
  };
  rmSync(target, { recursive: true, force: true });
  const folders = ["dist/client", "dist/server", "migrations", ...foldersOfPackages(externalOnServer)];
  for (const folder of folders) cpSync(join(projectDir, folder), join(target, folder), { recursive: true });
  // What Node compiled here is for this machine.
  rmSync(join(target, "dist/server/compiled"), { recursive: true, force: true });
  cpSync(join(projectDir, "LICENSE"), join(target, "LICENSE"));
  writeFileSync(
    join(target, "package.json"),
    `${JSON.stringify({ name, version, private: true, type }, null, 2)}\n`,
  );
}

/** The installed folders of packages and all that they depend on, relative to the project. */
function foldersOfPackages(names: readonly string[]): string[] {
  const folders = new Set<string>();
  const add = (name: string, neededBy: string, isOptional: boolean) => {
    const folder = findPackage(name, neededBy);
    // npm installs optional packages for this system only.
    if (!folder && isOptional) return;
    if (!folder) throw new Error(`The package ${name} is not installed, and ${neededBy} needs it.`);
    if (folders.has(folder)) return;
    folders.add(folder);
    const { dependencies, optionalDependencies = {} } = JSON.parse(
      readFileSync(join(projectDir, folder, "package.json"), "utf8"),
    ) as Partial<Record<"dependencies" | "optionalDependencies", Record<string, string>>>;
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies }))
      add(each, folder, each in optionalDependencies);
  };
  for (const name of names) add(name, ".", false);
  return [...folders].sort();
}

/** The folder from which Node loads a package that is imported in another folder. */
function findPackage(name: string, importedIn: string): string | undefined {
  for (let folder = join(projectDir, importedIn); ; folder = dirname(folder)) {
    const candidate = join(folder, "node_modules", name);
    if (existsSync(candidate)) return relative(projectDir, candidate);
    if (folder === projectDir) return undefined;
  }
}
