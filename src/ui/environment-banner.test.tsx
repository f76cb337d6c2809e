import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EnvironmentBanner } from "./environment-banner.tsx";

test("the banner shows the environment's name and emoji in its color", () => {
  const environment = { name: "staging", emoji: "🚧", color: "#dda0dd", textColor: "#000000" };
  const html = renderToStaticMarkup(<EnvironmentBanner {...environment} />);
  expect(html).toContain("<bdi>staging</bdi>");
  expect(html).toContain("🚧");
  expect(html).toContain("background:#dda0dd");
});
