/**
 * With what cookies and the names of database connections start. Lowercase letters, digits and hyphens. It
 * outlasts the product's name: with another prefix, everyone signs in again (`npm run rename -- --help`).
 */
const prefix = "flyleaf";

const repository = "https://github.com/flyleaf-dev/flyleaf";

/**
 * To rebrand the product, change this file, the logo and the colors in src/ui/styles/tokens.css. `npm run rename` changes
 * the name, and draws the pictures in public/.
 */
export const brand = {
  name: "Flyleaf",
  prefix,
  /** What the product is, in a few words, for those who sign in: in every language. */
  tagline: {
    en: "A calm place for your books",
    fr: "Un lieu calme pour vos livres", // optional: fr
    ar: "مكان هادئ لكتبك", // optional: ar
    sw: "Mahali tulivu kwa vitabu vyako", // optional: sw
  },
  /** Of amounts of money (ISO 4217). */
  currency: "EUR",
  /** For search engines, installed apps and the API documentation. */
  description: "A calm place for your books, and a starter for a product of your own.",
  repository,
  documentation: `${repository}#readme`,
  issues: `${repository}/issues/new`,
  /** Creates a copy of the product. */
  createCommand: "npm create flyleaf@latest",
  email: "hello@flyleaf.example",
  /** So that secret scanners find API keys in code. Keys with an earlier prefix stay valid. */ // optional: api-keys
  apiKeyPrefix: `${prefix}_`, // optional: api-keys
  /** For /.well-known/security.txt. The languages are those in which reports are read. */
  security: {
    contact: "mailto:hello@flyleaf.example",
    policy: `${repository}/blob/main/SECURITY.md`,
    languages: ["en"],
  },
} as const;
