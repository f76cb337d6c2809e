import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { loadI18n, TestProviders } from "../../../../testing/components/providers.tsx";
import { Select } from "./select.tsx";

const field = {
  id: "genre",
  name: "genre",
  options: [{ id: "1", label: "Poetry" }],
  onChange: () => {},
};

test("the server renders the chosen label, and the id for the form", async () => {
  const i18n = await loadI18n("en");
  const one = renderToString(
    <TestProviders i18n={i18n}>
      <Select {...field} value="1" />
    </TestProviders>,
  );
  expect(one).toContain('value="Poetry"');
  expect(one).toMatch(/<input [^>]*aria-hidden="true" name="genre" value="1"/);
  expect(one.match(/ id="genre"/g)).toHaveLength(1);
});
