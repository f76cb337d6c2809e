import { runGit } from "./git.ts";

/** From what a product is built. */
export type BuildSource = { commit: string | undefined; branch: string | undefined };

/** The variables in which hosts and CI name the commit and the branch. Their checkouts often have no branch, or no .git. */
const variables = [
  { commit: "GITHUB_SHA", branches: ["GITHUB_HEAD_REF", "GITHUB_REF_NAME"] },
  { commit: "CI_COMMIT_SHA", branches: ["CI_COMMIT_REF_NAME"] },
  { commit: "VERCEL_GIT_COMMIT_SHA", branches: ["VERCEL_GIT_COMMIT_REF"] },
  // Netlify
  { commit: "COMMIT_REF", branches: ["BRANCH"] },
];

/**
 * The commit and branch of the sources (specification, "Build info"): from the environment, or else from git. Both are
 * missing in a downloaded archive, also inside another repository.
 */
export function readBuildSource(projectDir: string, env: NodeJS.ProcessEnv): BuildSource {
  const found = variables.find(({ commit }) => env[commit]);
  if (found) {
    const branch = found.branches.map((name) => env[name]).find(Boolean);
    return { commit: env[found.commit]?.slice(0, 7), branch };
  }
  const git = (...args: string[]) => runGit(projectDir, ...args);
  if (git("rev-parse", "--show-prefix") !== "") return { commit: undefined, branch: undefined };
  return {
    commit: git("rev-parse", "HEAD")?.slice(0, 7),
    // Missing if no branch is checked out.
    branch: git("symbolic-ref", "--short", "HEAD"),
  };
}

/** When a build begins, in ISO 8601; SOURCE_DATE_EPOCH makes it reproducible (reproducible-builds.org). */
export function readBuildTime({ SOURCE_DATE_EPOCH: seconds }: NodeJS.ProcessEnv): string {
  return (seconds ? new Date(Number(seconds) * 1_000) : new Date()).toISOString();
}
