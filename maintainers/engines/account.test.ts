import { newAddress } from "../../testing/e2e/support/people.ts";
import { flow } from "./flow.ts";

flow(
  "a user changes their name and email and revokes a session",
  async ({ page, signIn, mail, signInElsewhere }) => {
    const { email } = await signIn({ name: "Ada Byron" });
    await signInElsewhere(email);
    await page.open("/app/account");
    await page.role("link", "Change your name").click();
    const drawer = page.role("dialog", "Update your name");
    await drawer.role("textbox", "Name").fill("Ada Lovelace");
    await drawer.role("button", "Update").click();
    await page.role("region", "Notifications").text("Name updated").shown();
    await drawer.gone();
    await page.role("region", "Your profile").text("Ada Lovelace").shown();

    const sessions = page.role("region", "Your sessions");
    await sessions.role("button", /Revoke/).click();
    await page
      .role("dialog")
      .role("button", /Revoke/)
      .click();
    await sessions.text("You’re logged in on this device only.").shown();

    const newEmail = newAddress();
    await page.role("button", "Change your email").click();
    const dialog = page.role("dialog", "Change your email");
    await dialog.role("textbox", "New email").fill(newEmail);
    await page.window.press("Enter");
    await dialog.role("textbox", "Code").fill(await mail.codeFor(newEmail));
    await page.role("region", "Your profile").text(newEmail).shown();
    await dialog.gone();
  },
);
