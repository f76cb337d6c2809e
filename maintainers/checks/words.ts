import type { Project } from "../../tools/check/project.ts";
import type { Finding } from "../../tools/check/run-checks.ts";

/** Terms that this codebase doesn't use, and what to write instead. Identifiers are split into their words first. */
const terms: [RegExp, string][] = [
  [/\bstands?\b(?! for)|\bstood\b/i, "is stored, is shown, is printed, is"],
  [/\bwhoever\b/i, "anyone who, a user who"],
  [/\b(some|no)body\b(?!")|\bone[’']s( own)?\b/i, "a user, the caller, no one, its own"],
  [/(?<!connection )\brefus(e|es|ed|ing|als?)\b/i, "reject, deny, error"],
  [/\bdeaf\b|\bhear(s|d|ing)?\b/i, "disconnected, listen, receive"],
  [/\bpatien(ce|t)\b/i, "timeout, delay"],
  [/\blets? in\b|\bentrances?\b/i, "sign in, create a session"],
  [/\b(came|comes?|become) of\b/i, "result, happens to"],
  [
    /\brooms?\b(?! (for|to)\b)|\bdoors?\b|(?<!publishing )\bhouses?\b/i,
    "layer, module, public API, codebase",
  ],
  [/\barrows? points?\b/i, "dependency"],
  [/\boutliv(e|es|ed)\b/i, "retry after, survive"],
  [/\bweigh(s|ed|ing)?\b/i, "size, measure"],
  [/\bmend(s|ed|ing)?\b|\banew\b/i, "fix, again, new"],
  [/\b(is|are|was|were|be|been) told\b|\bt(old|ells?) of\b(?! changes\b)/i, "is notified, is reported"],
  [/\bsuch as\b/i, "for example, like"],
  [/\blook=["{]/i, "variant="],
  [/\b(is )?as seen\b|\bseen book\b/i, "matches version, versioned reference"],
  [
    /(?<!\b(only|this|that|any|the|each|no|at least) )\bone (can|may|must|wants|needs|sees|knows)\b/i,
    "a user, you",
  ],
  // Constants of libraries, in capital letters, keep their spelling.
  [/\b([cC]olour|[bB]ehaviour|[fF]avour|[cC]entre|[cC]ancelled|[gG]rey)/, "the American spelling"],
];

const files = [
  "{src,scripts,tools,testing,.storybook}/**/*.{ts,tsx,mjs,css}",
  "maintainers/{*,!(node_modules)/**}.{ts,mjs}",
  "src/**/messages/en.json",
  "{docs/**/,}*.md",
  "*.{ts,jsonc}",
];

/** Terms to replace in code, comments, docs and English texts. */
export function checkWords(project: Project): Finding[] {
  return project
    .files(...files)
    .filter((file) => !/\.gen\.ts$|^maintainers\/checks\/words(\.test)?\.ts$/.test(file))
    .flatMap((file) => findingsIn(file, project.read(file)));
}

function findingsIn(file: string, text: string): Finding[] {
  return text.split("\n").flatMap((line, index) => {
    const words = line.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
    return terms.flatMap(([term, instead]) => {
      const found = term.exec(words)?.[0];
      return found ? [{ file, line: index + 1, problem: `"${found}": write ${instead}` }] : [];
    });
  });
}
