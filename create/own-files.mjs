/** The README of a new project. @param {string} name */
export const readme = (name) => `# ${name}

## Start

You need Node 20 or newer, with npm.

\`\`\`sh
npm start
\`\`\`

serves http://localhost:3000 with an embedded PostgreSQL. Sign in as \`admin@example.com\`: the login pages fill the code in.
To change code, run \`npm run dev\` instead.

## Test

\`\`\`sh
npm test
\`\`\`

## Make it yours

- \`npm run rename -- "My Cellar"\` gives it another name. The logo and the links are in \`src/brand/\`, the colors in
  \`src/ui/styles/tokens.css\`.
- \`npm run new -- resource wine name:text! vintage:year\` writes [a resource, a field or a page](docs/add.md).
- \`npm run remove\` takes [features](docs/remove.md) away.
- \`npm run update\` merges [a newer version](docs/update.md) of Flyleaf, from which this product was made.

[docs/architecture.md](docs/architecture.md) shows where things are, [docs/settings.md](docs/settings.md) lists the settings, and
[docs/deploy.md](docs/deploy.md) says how to put it on a server.
`;

/**
 * The license of a new project, with that of the starter, which its own asks for.
 * @param {{ license: string, holder: string, starter: string }} o
 */
export function licenseText({ license, holder, starter }) {
  const rights = `Copyright (c) ${new Date().getFullYear()} ${holder}`;
  const own =
    license === "MIT" ? starter.replace(/^Copyright .*$/m, rights) : `${rights}\n\nAll rights reserved.\n`;
  return `${own}\n---\n\nParts of this product are from Flyleaf:\n\n${starter}`;
}
