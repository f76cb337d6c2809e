import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { useTranslation } from "#i18n/use-translation.tsx";
import { renderComponent } from "../../../../testing/render.tsx";
import { specifiedErrors } from "../../../../testing/specified-errors.ts";
import { loadErrorText, useErrorText } from "./error-text.ts";

/** Codes that these screens explain to people in other words than in the response (specification, section 5). */
const onScreens: Readonly<Record<string, string>> = {
  INVALID_EMAIL: "Email is invalid",
  INVALID_OTP: "Code is invalid",
  OTP_EXPIRED: "This code has expired or was already used. Send a new code.",
  // The product's own, since it has no CAPTCHA.
  SERVICE_UNAVAILABLE: "The service is unavailable right now. Please try again in a moment.",
};

function Explained({ code }: { code: string }) {
  return <li>{useErrorText({ code })}</li>;
}

let loadText: (code: string) => Promise<string>;

function Toasts() {
  const { i18n } = useTranslation();
  loadText = (code) => loadErrorText(i18n, { code });
  return null;
}

test("every code of the specification has its English text, on fields and in toasts", async () => {
  const codes = Object.keys(specifiedErrors);
  const expected = codes.map((code) => onScreens[code] ?? specifiedErrors[code]);
  await renderComponent(
    <ul>
      <Toasts />
      {codes.map((code) => (
        <Explained key={code} code={code} />
      ))}
    </ul>,
  );
  const shown = () =>
    page
      .getByRole("listitem")
      .elements()
      .map(({ textContent }) => textContent);
  await expect.poll(shown).toEqual(expected);
  expect(await Promise.all(codes.map((code) => loadText(code)))).toEqual(expected);
});

test('a denial without a code of its own is "Not authorized"', async () => {
  await renderComponent(<Explained code="FORBIDDEN" />);
  await expect.element(page.getByText("Not authorized")).toBeVisible();
});
