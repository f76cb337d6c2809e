#!/usr/bin/env node
import { ask } from "./ask.mjs";
import { createProject } from "./create-project.mjs";
import { CreateError, help, parseOptions, withProposals } from "./options.mjs";
import { readTemplate } from "./template.mjs";

const template = readTemplate();
try {
  const { values, typed } = parseOptions(process.argv.slice(2), template);
  if (values.help) console.log(help(template));
  else if (values.version) console.log(template.version);
  else {
    const isAsking = !values.yes && process.stdin.isTTY;
    await createProject(isAsking ? await ask(typed, template) : withProposals(typed), template);
  }
} catch (error) {
  console.error(error instanceof CreateError ? `\n${error.message}\n` : error);
  process.exitCode = 1;
}
