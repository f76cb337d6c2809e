#!/usr/bin/env node
import { ask } from "./ask.mjs";
import { createProject } from "./create-project.mjs";
import { help, parseOptions, withProposals } from "./options.mjs";
import { readTemplate } from "./template.mjs";

try {
  const template = readTemplate();
  const { values, typed } = parseOptions(process.argv.slice(2), template);
  if (values.help) console.log(help(template));
  else if (values.version) console.log(template.version);
  else {
    const isAsking = !values.yes && process.stdin.isTTY;
    await createProject(isAsking ? await ask(typed, template) : withProposals(typed), template);
  }
} catch (error) {
  const isForUser = error instanceof Error && "isForUsers" in error;
  console.error(isForUser ? `\n${error.message}\n` : error);
  process.exitCode = 1;
}
