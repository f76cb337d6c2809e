import { newAddress } from "../../testing/e2e/support/people.ts";
import { flow } from "./flow.ts";

flow("a new user signs in, enters a name, and logs out after a confirmation", async ({ page, mail }) => {
  const email = newAddress();
  await page.open("/app/books");
  await page.reached("/login?redirect=%2Fapp%2Fbooks");
  await page.role("textbox", "Email").fill(email);
  await page.role("button", "Continue with email").click();
  await page.role("heading", "Verification").shown();
  await page.role("textbox", "Code").fill(await mail.codeFor(email));

  await page.role("heading", "Welcome").shown();
  await page.role("textbox", "What is your name?").fill("Nadia");
  await page.role("button", "Continue").click();
  await page.role("heading", "Books").shown();
  await page.role("region", "Notifications").text("Welcome Nadia").shown();
  await page.reached("/app/books");

  await page.open("/app/account");
  const dialog = page.role("dialog", "Account Sign Out");
  await page.css("main").role("button", "Log out").click();
  await dialog.role("button", "Cancel").click();
  await dialog.gone();
  await page.css("main").role("button", "Log out").click();
  await dialog.role("button", "Confirm").click();
  await page.reached("/login");
});

flow("a user signs in in Arabic and in the dark theme, both chosen on the login page", async (context) => {
  const { page, mail, addPerson } = context;
  const { email } = await addPerson();
  await page.open("/login");
  await page.role("button", /^Theme/).click();
  await page.role("menuitemradio", "Dark").click();
  await page.css("html[data-theme=dark]").shown();
  await page.role("button", /^Language/).click();
  await page.role("menuitemradio", /Arabic/).click();
  await page.css("html[lang=ar][dir=rtl]").shown();
  await page.role("textbox", "البريد الإلكتروني").fill(email);
  await page.window.press("Enter");
  await page.reached(/^\/login\/verify/);
  await page.css("#code").fill(await mail.codeFor(email));
  await page.reached("/app");
  await page.css("html[lang=ar][data-theme=dark]").shown();
});

flow("an unknown page says so and leads back", async ({ page, signIn, expectProblem }) => {
  expectProblem(/404/);
  await signIn();
  await page.open("/app/books");
  await page.open("/app/nowhere");
  await page.text("This page could not be found").shown();
  await page.role("button", "Go back").click();
  await page.role("heading", "Books").shown();
  await page.role("list", "Books").role("listitem").shown();
});
