import { axeViolations } from "./support/interactions.ts";
import { expect, test } from "./support/test.ts";

test("the API documentation finds an operation, opens it by its link, and sends a request with the session or a key", async ({
  signedIn,
  expectProblem,
}) => {
  expectProblem(/status of 401/);
  const { page } = await signedIn({ role: "admin" });
  await page.goto("/api/docs#users.list");
  const operation = page.locator('[id="users.list"]');
  await operation.getByText("curl -X GET").waitFor();
  await operation.getByRole("button", { name: "Send request" }).click();
  await operation.getByText(/^200 OK · RateLimit: "requests"/).waitFor();
  expect(await axeViolations(page)).toEqual([]);

  await page.getByLabel("API key").fill("key_0");
  await operation.getByRole("button", { name: "Send request" }).click();
  await operation.locator(".answer", { hasText: "INVALID_API_KEY" }).waitFor();
  expect(await operation.locator(".curl").textContent()).toContain("Bearer $API_KEY");

  await page.getByLabel("Search operations").fill("account onboarding");
  expect(await page.locator(".operation:visible").count()).toBe(1);
  await page.getByLabel("Search operations").fill("nothing like this");
  await page.getByText("No operation found").waitFor();
});
