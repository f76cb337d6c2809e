import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { loadI18n, TestProviders } from "../../../../testing/components/providers.tsx";
import { MultiSelect } from "./multi-select.tsx";
import { Select } from "./select.tsx";

const field = {
  id: "genre",
  name: "genre",
  options: [{ id: "1", label: "Poetry" }],
  onChange: () => {},
};

test("the server renders the chosen labels, and the ids for the form", async () => {
  const i18n = await loadI18n("en");
  const page = (part: ReactNode) => renderToString(<TestProviders i18n={i18n}>{part}</TestProviders>);

  const one = page(<Select {...field} value="1" />);
  expect(one).toContain('value="Poetry"');
  expect(one).toMatch(/<input [^>]*aria-hidden="true" name="genre" value="1"/);
  expect(one.match(/ id="genre"/g)).toHaveLength(1);

  const several = page(<MultiSelect {...field} value={["1", "Cookery"]} />);
  expect(several).toContain("<bdi>Poetry</bdi>");
  expect(several).toContain("<bdi>Cookery</bdi>");
  expect(several.match(/type="hidden" name="genre"/g)).toHaveLength(2);
});
