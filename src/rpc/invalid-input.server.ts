import { ORPCError, type ValidationError } from "@orpc/server";
import { inputProblemOf, type InputIssue } from "#lib/input-issue.ts";

/** An input of a list's length can have thousands. */
const maxIssues = 100;

/** The error of an invalid input, as every operation's contract describes it: field names and codes. */
export function invalidInput(issues: ValidationError["issues"], input: unknown) {
  return new ORPCError("BAD_REQUEST", {
    defined: true,
    status: 400,
    message: "The input is invalid.",
    data: {
      issues: issues.slice(0, maxIssues).map((issue): InputIssue => {
        const path = (issue.path ?? []).map((segment) =>
          String(typeof segment === "object" ? segment.key : segment),
        );
        const value = path.reduce<unknown>(
          (part, key) => (part as Record<string, unknown> | null | undefined)?.[key],
          input,
        );
        return { field: path.join("."), ...inputProblemOf(issue, value) };
      }),
    },
  });
}
