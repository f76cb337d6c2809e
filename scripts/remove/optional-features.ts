/** What belongs to an optional feature, besides the lines that are marked with its name (marked-lines.ts). */
export type OptionalFeature = {
  /** What a person loses, in a sentence. */
  description: string;
  /** Files and folders, as patterns. */
  files: string[];
  /** Packages that only it uses. */
  packages?: string[];
  /** Scripts of package.json. */
  scripts?: string[];
};

/** Features of the product that it works without. Those with a folder and two lines of their own need no declaration. */
export const optionalFeatures: Record<string, OptionalFeature> = {
  storybook: {
    description: "Storybook, with the stories of all components and their tests.",
    files: [
      ".storybook",
      "scripts/storybook.ts",
      "src/**/*.stories.tsx",
      "testing/components/stories.browser.test.tsx",
    ],
    packages: ["@storybook/react-vite", "storybook"],
    scripts: ["storybook"],
  },
};
