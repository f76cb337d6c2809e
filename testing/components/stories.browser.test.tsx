import { composeStories, type Meta, type StoryFn } from "@storybook/react-vite";
import axe from "axe-core";
import type { ComponentType } from "react";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { cdp, page } from "vitest/browser";
import "#ui/styles/app.css";
import { renderComponent } from "../render.tsx";
import type { Appearance } from "./providers.tsx";
import { languages } from "#i18n/languages.ts";
import { rightToLeft } from "../languages.ts";

type Stories = { default: Meta } & Record<string, StoryFn>;
const files = import.meta.glob<Stories>("../../src/**/*.stories.tsx", { eager: true });

/** `npm run test:long` renders every combination of language, theme and width; `npm test` only some. */
const appearances: (Appearance & { width: number })[] = import.meta.env.TEST_LONG
  ? [...languages.map(({ key }) => key), "pseudo" as const].flatMap((language) =>
      (["light", "dark"] as const).flatMap((theme) =>
        [320, 390, 768, 1280].map((width) => ({ language, theme, width })),
      ),
    )
  : [
      { language: "en", theme: "light", width: 1280 },
      { language: rightToLeft ?? "en", theme: "dark", width: 390 },
      { language: "pseudo", theme: "dark", width: 768 },
      { language: rightToLeft ?? "en", theme: "light", width: 320 },
    ];

/** Only pages have landmarks and a level-one heading. */
const pageRules = { region: { enabled: false }, "page-has-heading-one": { enabled: false } };

beforeEach(async () => {
  document.title = "A component";
  // No animations: everything is checked in its final position.
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-motion", value: "reduce" }],
  });
});
// Other files use the same page.
afterAll(() => cdp().send("Emulation.setEmulatedMedia", { features: [] }));

describe.for(Object.entries(files))("%s", ([, module]) => {
  const stories = Object.entries(composeStories(module)) as [string, ComponentType][];

  test.for(stories)("%s has no accessibility violation, overflow or missing text", async ([name, Story]) => {
    for (const appearance of appearances) {
      await page.viewport(appearance.width, 800);
      const { container, unmount } = await renderComponent(<Story />, appearance);
      const label = `${name} in ${appearance.language}, ${appearance.theme}, ${appearance.width} px`;
      const { violations } = await axe.run(document.body, {
        resultTypes: ["violations"],
        rules: pageRules,
      });
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
        ),
        label,
      ).toEqual([]);
      expect(document.documentElement.scrollWidth, label).toBeLessThanOrEqual(appearance.width);
      expect(container.textContent, label).not.toMatch(/\b(components|common):|\{\{/);
      await unmount();
    }
  });
});
