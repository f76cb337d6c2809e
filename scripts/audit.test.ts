import { expect, test } from "vitest";
import { type AuditReport, findOutdated, findVulnerabilities, type OutdatedReport } from "./audit.ts";

const url = (id: string) => `https://github.com/advisories/${id}`;
const advisory = (severity: string, id = severity) => ({ title: "Something leaks", url: url(id), severity });
const day = (date: Date) => date.toISOString().slice(0, 10);

test("a vulnerable package is due 7 days after a critical or high advisory, 30 days after another one", async () => {
  const report: AuditReport = {
    vulnerabilities: {
      pg: { via: [advisory("critical"), advisory("moderate")] },
      sharp: { via: [advisory("high"), advisory("low")] },
      // It uses pg, which is listed itself.
      "drizzle-orm": { via: ["pg"] },
    },
  };
  const findings = await findVulnerabilities(report, () => Promise.resolve("2026-01-01T12:00:00Z"));
  expect(findings.map(({ text, dueAt }) => [text, day(dueAt)])).toEqual([
    [`pg: Something leaks (critical, ${url("critical")})`, "2026-01-08"],
    [`pg: Something leaks (moderate, ${url("moderate")})`, "2026-01-31"],
    [`sharp: Something leaks (high, ${url("high")})`, "2026-01-08"],
    [`sharp: Something leaks (low, ${url("low")})`, "2026-01-31"],
  ]);
});

test("it is due at once if the advisory's date is unknown", async () => {
  const report = { vulnerabilities: { pg: { via: [advisory("low")] } } };
  const [finding] = await findVulnerabilities(report, () => Promise.resolve(undefined));
  expect(finding?.dueAt.getTime()).toBeLessThanOrEqual(Date.now());
});

test("a package is due 90 days after a compatible version, a year after another one; tools of the development aren't", async () => {
  const report: OutdatedReport = {
    pg: { current: "8.0.0", wanted: "8.1.0", latest: "9.0.0", type: "dependencies" },
    drizzle: { current: "0.1.0", wanted: "0.1.0", latest: "0.2.0", type: "dependencies" },
    vite: { current: "8.0.0", wanted: "8.1.0", latest: "8.1.0", type: "devDependencies" },
  };
  const dates: Record<string, string> = {
    "pg 8.1.0": "2026-01-01T12:00:00Z",
    "pg 9.0.0": "2026-02-01T12:00:00Z",
    "drizzle 0.2.0": "2026-02-01T12:00:00Z",
  };
  const findings = await findOutdated(report, (name, version) =>
    Promise.resolve(dates[`${name} ${version}`]),
  );
  expect(findings.map(({ text, dueAt }) => [text, day(dueAt)])).toEqual([
    ["pg: 8.0.0 is installed, 8.1.0 is available", "2026-04-01"],
    ["pg: 8.0.0 is installed, 9.0.0 is available", "2027-02-01"],
    ["drizzle: 0.1.0 is installed, 0.2.0 is available", "2027-02-01"],
  ]);
});
