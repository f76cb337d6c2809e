import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Button } from "../controls/button.tsx";
import { ConfirmForm, useConfirmFormTrigger } from "./confirm-form.tsx";

const dialog = () => page.getByRole("dialog", { name: "Leave?" });

function LeaveButton() {
  return <Button {...useConfirmFormTrigger("leaving")}>Leave</Button>;
}

const confirmation = (
  <>
    <LeaveButton />
    <ConfirmForm id="leaving" title="Leave?" text="It ends." action="/logout" failed="Failed" />
  </>
);

async function open() {
  await renderComponent(confirmation);
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.element(dialog()).toBeVisible();
}

test("the first focus is on Cancel, and Enter cancels", async () => {
  await open();
  expect(document.activeElement?.textContent).toBe("Cancel");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("Escape closes it and restores the focus", async () => {
  await open();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(document.activeElement?.textContent).toBe("Leave");
});

/** Resolves with the next form post. */
function nextPost() {
  return new Promise<string>((resolve) =>
    document.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        const { method, action } = event.target as HTMLFormElement;
        resolve(`${method} ${new URL(action).pathname}`);
      },
      { once: true },
    ),
  );
}

test("Confirm posts the form", async () => {
  await open();
  const post = nextPost();
  await page.getByRole("button", { name: "Confirm" }).click();
  expect(await post).toBe("post /logout");
});

test("it can be canceled, opened again and confirmed with the keyboard", async () => {
  await open();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  const post = nextPost();
  await userEvent.keyboard("{Enter}{Tab}{Enter}");
  expect(await post).toBe("post /logout");
});

test("without JavaScript it opens and closes as a popover", async () => {
  const i18n = await loadI18n("en");
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<TestProviders i18n={i18n}>{confirmation}</TestProviders>);
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.element(dialog().getByRole("button", { name: "Confirm" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  container.remove();
});
