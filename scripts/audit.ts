import { spawnSync } from "node:child_process";
import { UserError } from "./bootstrap/errors.mjs";
import { npmCommand, reason } from "./bootstrap/npm.mjs";
import { projectDir } from "./support/project.ts";

/** The time frames of docs/security.md ("Updates"), in days. */
const daysToFix: Record<string, number> = { critical: 7, high: 7 };
const daysToFixOthers = 30;
const daysToUpdate = 90;
const daysToUpdateToMajor = 365;

const dayMs = 24 * 60 * 60 * 1_000;

/** The part of `npm audit --json` that is used. A text in `via` is the name of another package, which is listed itself. */
export type AuditReport = {
  vulnerabilities: Record<string, { via: (string | { title: string; url: string; severity: string })[] }>;
};
/** The same of `npm outdated --json --long`. */
export type OutdatedReport = Record<
  string,
  { current: string; wanted: string; latest: string; type: string }
>;

/** A package that is older than allowed, or will be. */
export type Finding = { text: string; dueAt: Date };

/** `npm run audit`: exits with 1 if a package that production installs has exceeded the time frames for updates. */
export async function run(): Promise<number> {
  const audit = npmJson<AuditReport>(["audit", "--omit=dev"], "vulnerabilities");
  const outdated = npmJson<OutdatedReport>(["outdated", "--long"]);
  const findings = [
    ...(await findVulnerabilities(audit, advisoryDate)),
    ...(await findOutdated(outdated, (name, version) =>
      Promise.resolve(npmJson<Record<string, string>>(["view", name, "time"], version)[version]),
    )),
  ].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  for (const { text, dueAt } of findings)
    console.log(`${isOverdue({ dueAt }) ? "✗" : "·"} ${text}: due ${dueAt.toISOString().slice(0, 10)}`);
  const overdue = findings.filter(isOverdue);
  console.log(`${overdue.length} overdue, ${findings.length - overdue.length} to update later.`);
  return overdue.length > 0 ? 1 : 0;
}

function isOverdue({ dueAt }: Pick<Finding, "dueAt">): boolean {
  return dueAt.getTime() <= Date.now();
}

/**
 * The packages with known vulnerabilities.
 * @param publishedAt when the advisory with a URL was published; undefined if that is unknown, so the package is due now
 */
export async function findVulnerabilities(
  { vulnerabilities }: AuditReport,
  publishedAt: (url: string) => Promise<string | undefined>,
): Promise<Finding[]> {
  const advisories = Object.entries(vulnerabilities).flatMap(([name, { via }]) =>
    via.filter((each) => typeof each !== "string").map((advisory) => ({ name, ...advisory })),
  );
  return await Promise.all(
    advisories.map(async ({ name, title, url, severity }) => ({
      text: `${name}: ${title} (${severity}, ${url})`,
      dueAt: dueAfter(await publishedAt(url), daysToFix[severity] ?? daysToFixOthers),
    })),
  );
}

/**
 * The packages of which a newer version exists, for each that the range of package.json allows, and the latest one.
 * @param publishedAt when a package's version was published
 */
export async function findOutdated(
  report: OutdatedReport,
  publishedAt: (name: string, version: string) => Promise<string | undefined>,
): Promise<Finding[]> {
  const newer = Object.entries(report)
    .filter(([, { type }]) => type === "dependencies")
    .flatMap(([name, { current, wanted, latest }]) =>
      [...new Set([wanted, latest])]
        .filter((version) => version !== current)
        .map((version) => ({ name, current, version })),
    );
  return await Promise.all(
    newer.map(async ({ name, current, version }) => ({
      text: `${name}: ${current} is installed, ${version} is available`,
      dueAt: dueAfter(
        await publishedAt(name, version),
        majorOf(version) === majorOf(current) ? daysToUpdate : daysToUpdateToMajor,
      ),
    })),
  );
}

/** The part of a version that changes with incompatible versions: 1 of 1.2.3, 0.1 of 0.1.2. */
function majorOf(version: string): string | undefined {
  return /^(0\.)?\d+/.exec(version)?.[0];
}

function dueAfter(publishedAt: string | undefined, days: number): Date {
  return publishedAt === undefined ? new Date() : new Date(Date.parse(publishedAt) + days * dayMs);
}

/** When an advisory was published, from GitHub's database, where npm has it from. */
async function advisoryDate(url: string): Promise<string | undefined> {
  const id = url.slice(url.lastIndexOf("/") + 1);
  const response = await fetch(`https://api.github.com/advisories/${id}`).catch(() => undefined);
  if (!response?.ok) return undefined;
  const { published_at: publishedAt } = (await response.json()) as { published_at?: string };
  return publishedAt;
}

/**
 * What an npm command prints as JSON. npm exits with 1 if it has findings.
 * @param property a property that the result must have
 * @throws UserError if the registry can't be reached, or has no such service
 */
function npmJson<Result>(args: string[], property?: string): Result {
  const [command, ...before] = npmCommand();
  const { stdout, stderr } = spawnSync(command, [...before, ...args, "--json"], {
    cwd: projectDir,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const result = stdout.startsWith("{") ? (JSON.parse(stdout) as object) : undefined;
  if (!result || (property && !(property in result)))
    throw new UserError(`npm ${args.join(" ")} is needed, but ${reason(stderr || stdout)}`);
  return result as Result;
}
