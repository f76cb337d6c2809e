import { expect, test } from "vitest";
import { packStarter, projectTest } from "./projects.ts";

const starter = packStarter();

test(
  "a project with nothing optional, another name and another prefix passes its checks, the tests of what these change and the attacks, and has nothing of what was left out",
  projectTest,
  async () => {
    const optional = Object.keys(starter.readPacked().optional);
    const project = await starter.create("none", "--without", optional.join(","), "--name", "Naught & Co.");
    expect(project.git("status", "--porcelain")).toBe("");
    expect(JSON.parse(project.read("package.json"))).toMatchObject({ flyleaf: { features: [] } });
    expect(project.read("README.md")).toMatch(/^# Naught & Co\.\n/);
    const traces = [
      "-ilE",
      "storybook|genre|passkey|impersonat|dashboard",
      "--",
      "src",
      ":!*.test.ts",
      ":!*.test.tsx",
    ];
    expect(() => project.git("grep", ...traces)).toThrow();

    await project.run("rename", "L'Été & co.", "--prefix", "my-cellar");
    await project.run("check", "name", "format");
    await project.run("build");
    await project.test("unit", "src/app", "src/brand", "src/features", "scripts/rename");
    await project.test("database", "src/app", "src/server/mail", "listen");
    await project.test("e2e", "e2e/users", "e2e/landing", "e2e/attacks", "e2e/https", "e2e/reading");
  },
);
