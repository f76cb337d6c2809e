const repository = "https://github.com/flyleaf-dev/flyleaf";

/**
 * Whose product this is. Change these, the logo beside this file, the pictures in public/ (favicon.svg,
 * apple-touch-icon.png, site.webmanifest) and the colours in src/ui/styles/tokens.css, and it is yours.
 */
export const brand = {
  name: "Flyleaf",
  /** What it is, for those who find it: search engines, installed apps, the API's description. */
  sentence: "A calm place for your books, and a starter for a product of your own.",
  repository,
  documentation: `${repository}#readme`,
  issues: `${repository}/issues/new`,
  email: "hello@flyleaf.example",
} as const;
