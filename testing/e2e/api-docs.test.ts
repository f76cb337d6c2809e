import { axeViolations } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

test("the API documentation finds an operation, opens it by its link, and sends a request", async ({
  signedIn,
}) => {
  const { page } = await signedIn({ role: "admin" });
  await page.goto("/api/docs#users.list");
  const operation = page.locator('[id="users.list"]');
  await operation.getByText("curl -X GET").waitFor();
  await operation.getByRole("button", { name: "Send request" }).click();
  await operation.getByText(/^200 OK · RateLimit: "requests"/).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByLabel("Search operations").fill("account onboarding");
  expect(await page.locator(".operation:visible").count()).toBe(1);
  await page.getByLabel("Search operations").fill("nothing like this");
  await page.getByText("No operation found").waitFor();
});
