import { openHydrated } from "../support/interactions.ts";
import { addSession } from "../support/people.ts";
import { test } from "../support/test.ts";

test("what others change of a user is shown at once", async ({ newPageOf, addPerson, server }) => {
  const person = await addPerson({ name: "Live Person" });
  const page = await newPageOf({ role: "admin" }, { live: true });
  const other = await newPageOf({ role: "admin", name: "Ada Admin" });
  await openHydrated(page, `/manager/users/${person.id}`);
  await addSession(server.connection, person.email);
  await page.getByRole("region", { name: "User sessions" }).getByRole("listitem").waitFor();
  await openHydrated(other, `/manager/users/${person.id}/update`);
  await other.getByRole("textbox", { name: "Name" }).fill("Renamed Live");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: "Renamed Live" }).waitFor();
});
