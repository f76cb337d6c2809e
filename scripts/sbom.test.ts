import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSbom, type Lock } from "./sbom.ts";
import { projectDir } from "./support/project.ts";
import { temporaryFolder } from "./support/testing.ts";

const lock = JSON.parse(readFileSync(join(projectDir, "package-lock.json"), "utf8")) as Lock;

type Sbom = ReturnType<typeof createSbom>;

function runSbom(...args: string[]): string {
  const script = join(projectDir, "scripts/run.mjs");
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, "sbom", ...args], {
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  expect([status, stderr]).toEqual([0, ""]);
  return stdout;
}

test("npm run sbom prints CycloneDX with exactly the packages that production installs, and their hashes", () => {
  const { components, ...sbom } = JSON.parse(runSbom()) as Sbom;
  expect(sbom).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.6", version: 1 });
  const installed = Object.entries(lock.packages).filter(([path, { dev }]) => path && !dev);
  const names = installed.map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")} ${version}`);
  expect(names).toContain(`sharp ${lock.packages["node_modules/sharp"]?.version}`);
  expect(components.map(({ name, version }) => `${name} ${version}`).sort()).toEqual(
    [...new Set(names)].sort(),
  );
  for (const { hashes, licenses } of components) {
    expect(hashes).toEqual([{ alg: "SHA-512", content: expect.stringMatching(/^[\da-f]{128}$/) }]);
    expect(licenses).toEqual([{ expression: expect.any(String) }]);
  }
});

test("every package of the bill is a dependency of the product, through packages that the bill contains", () => {
  const { components, dependencies, metadata } = createSbom(lock);
  const usesOf = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set<string>();
  const follow = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const each of usesOf.get(ref) ?? []) follow(each);
  };
  follow(metadata.component["bom-ref"]);
  reached.delete(metadata.component["bom-ref"]);
  expect([...reached].sort()).toEqual(components.map(({ purl }) => purl).sort());
});

test("npm run sbom -- --output writes the same text to a file, each time", () => {
  const file = join(temporaryFolder(), "sbom.json");
  expect(runSbom("--output", file)).toBe("");
  expect(readFileSync(file, "utf8")).toBe(runSbom());
});
