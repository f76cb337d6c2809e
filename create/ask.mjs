import { CreateError, folderProblem, nameProblem, proposed } from "./options.mjs";
import { languagesOf } from "./languages.mjs";

/**
 * Asks for what was not typed.
 * @param {Partial<import("./options.mjs").Options>} typed
 * @param {import("./template.mjs").Template} template
 * @returns {Promise<import("./options.mjs").Options>}
 * @throws CreateError after Ctrl-C or Esc
 */
export async function ask(typed, template) {
  const { version, optional } = template;
  // @ts-expect-error The published package has it, this repository has not.
  const prompts = await import("@clack/prompts");
  /** @param {Promise<any>} question */
  const answer = async (question) => {
    const value = await question;
    if (prompts.isCancel(value)) throw new CreateError("Nothing was made.");
    return value;
  };
  /** @param {string} message @param {string} proposal @param {(text: string) => string | undefined} problem */
  const askText = (message, proposal, problem) =>
    answer(
      prompts.text({
        message,
        placeholder: proposal,
        defaultValue: proposal,
        validate: (/** @type {string | undefined} */ text) => problem(text || proposal),
      }),
    );
  const askWithout = async () => {
    const names = Object.keys(optional).filter((name) => !optional[name]?.language);
    /** @type {string[]} */
    const wanted = await answer(
      prompts.multiselect({
        message: "Which features? You can remove more later.",
        options: names.map((value) => ({ value, hint: optional[value]?.description.replace(/\.$/, "") })),
        initialValues: names,
        required: false,
      }),
    );
    return names.filter((name) => !wanted.includes(name));
  };
  const askLanguages = async () => {
    const names = languagesOf(template);
    if (names.length === 0) return names;
    return await answer(
      prompts.multiselect({
        message: "Which languages besides English?",
        options: names.map((value) => ({ value, label: optional[value]?.language })),
        initialValues: names,
        required: false,
      }),
    );
  };
  const askLicense = () =>
    answer(
      prompts.select({
        message: "Which license?",
        options: [
          { value: "UNLICENSED", label: "All rights reserved" },
          { value: "MIT", label: "MIT", hint: "everyone may use, change and share it" },
        ],
      }),
    );

  prompts.intro(`A new application from Flyleaf ${version}`);
  const folder = typed.folder ?? (await askText("Which folder?", proposed.folder, folderProblem));
  const name = typed.name ?? (await askText("What is its name?", proposed.name(folder), nameProblem));
  const without = typed.without ?? (await askWithout());
  const languages = typed.languages ?? (await askLanguages());
  const license = typed.license ?? (await askLicense());
  const holder =
    typed.holder ?? (await askText("Who holds the copyright?", proposed.holder(name), () => undefined));
  prompts.outro(`Making ${name}`);
  return { folder, name, without, languages, license, holder };
}
