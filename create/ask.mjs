import { folderProblem, licenses, nameOf, nameProblem } from "./options.mjs";

/**
 * Asks for what the arguments don't say.
 * @param {import("./options.mjs").Options} options proposals
 * @param {import("./template.mjs").Template} template
 * @returns {Promise<import("./options.mjs").Options>}
 */
export async function ask(options, { version, optional }) {
  const prompts = await import("@clack/prompts");
  prompts.intro(`Flyleaf ${version}`);
  const answers = await prompts.group(
    {
      folder: () =>
        prompts.text({
          message: "Folder",
          initialValue: options.folder,
          validate: (folder = "") => folderProblem(folder),
        }),
      name: ({ results }) =>
        prompts.text({
          message: "Name of the product",
          initialValue: nameOf(results.folder ?? options.folder),
          validate: (name = "") => nameProblem(name),
        }),
      features: () =>
        prompts.multiselect({
          message: "What to have (space changes, enter goes on). You can remove more later.",
          options: Object.entries(optional).map(([value, { description }]) => ({ value, hint: description })),
          initialValues: Object.keys(optional).filter((name) => !options.without.includes(name)),
          required: false,
        }),
      license: () =>
        prompts.select({
          message: "License",
          options: licenses.map((value) => ({
            value,
            hint: value === "UNLICENSED" ? "all rights reserved" : undefined,
          })),
          initialValue: options.license,
        }),
      holder: ({ results }) =>
        prompts.text({ message: "Who has the rights", initialValue: `The authors of ${results.name}` }),
    },
    {
      onCancel() {
        prompts.cancel("Nothing was made.");
        process.exit(1);
      },
    },
  );
  const { features, ...chosen } = answers;
  return { ...chosen, without: Object.keys(optional).filter((name) => !features.includes(name)) };
}
