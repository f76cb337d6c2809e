import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { ConfirmForm } from "./confirm-form.tsx";

const dialog = () => page.getByRole("dialog", { name: "Leave?" });

async function open() {
  await renderComponent(
    <>
      <button command="show-modal" commandfor="leaving">
        Leave
      </button>
      <ConfirmForm id="leaving" title="Leave?" text="It ends." action="/logout" />
    </>,
  );
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
