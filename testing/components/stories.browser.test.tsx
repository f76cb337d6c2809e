import { composeStories, type Meta, type StoryFn } from "@storybook/react-vite";
import axe from "axe-core";
import type { ComponentType } from "react";
import { beforeEach, describe, expect, test } from "vitest";
import { cdp, page } from "vitest/browser";
import "#ui/styles/app.css";
import { renderComponent } from "../render.tsx";
import type { Appearance } from "./providers.tsx";

/**
 * Every story in the looks below: axe finds nothing, nothing is wider than the screen, no text is missing. The short
 * form is part of `npm test`; `npm run test:long` adds the other languages, themes and widths.
 */

type Stories = { default: Meta } & Record<string, StoryFn>;
const files = import.meta.glob<Stories>("../../src/**/*.stories.tsx", { eager: true });

const looks: (Appearance & { width: number })[] = import.meta.env.FLYLEAF_LONG
  ? (["en", "fr", "ar", "sw", "pseudo"] as const).flatMap((language) =>
      (["light", "dark"] as const).flatMap((theme) =>
        [320, 390, 768, 1280].map((width) => ({ language, theme, width })),
      ),
    )
  : [
      { language: "en", theme: "light", width: 1280 },
      { language: "ar", theme: "dark", width: 390 },
      { language: "pseudo", theme: "dark", width: 768 },
      { language: "ar", theme: "light", width: 320 },
    ];

/** What a page has around every part, and a part alone has not. */
const rulesOfPages = { region: { enabled: false }, "page-has-heading-one": { enabled: false } };

beforeEach(async () => {
  document.title = "A part";
  // Nothing moves, so that everything is looked at in its place.
  await cdp().send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-motion", value: "reduce" }],
  });
});

describe.for(Object.entries(files))("%s", ([, module]) => {
  const stories = Object.entries(composeStories(module)) as [string, ComponentType][];

  test.for(stories)("%s stands in nobody's way", async ([name, Story]) => {
    for (const look of looks) {
      await page.viewport(look.width, 800);
      const { container, unmount } = await renderComponent(<Story />, look);
      const where = `${name} in ${look.language}, ${look.theme}, ${look.width} px`;
      const { violations } = await axe.run(document.body, {
        resultTypes: ["violations"],
        rules: rulesOfPages,
      });
      expect(
        violations.map(
          ({ id, nodes }) =>
            `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("\n")}`,
        ),
        where,
      ).toEqual([]);
      expect(document.documentElement.scrollWidth, where).toBeLessThanOrEqual(look.width);
      expect(container.textContent, where).not.toMatch(/\b(components|common):|\{\{/);
      await unmount();
    }
  });
});
