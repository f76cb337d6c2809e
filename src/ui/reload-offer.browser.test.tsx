import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../testing/render.tsx";
import "./styles/app.css";
import { offerReload, reportBuild, useReloadOffer } from "./reload-offer.tsx";
import { toast } from "./toast/toast.ts";
import { Toaster } from "./toast/toaster.tsx";

function Root({ build }: { build: string }) {
  useReloadOffer(build);
  return <Toaster />;
}

const offers = () => page.getByRole("status").getByText("A new version is available.");
/** How many are shown, once a later message has been shown. */
async function countOffers() {
  const dismissMessage = toast.success("Saved");
  await expect.element(page.getByText("Saved")).toBeVisible();
  dismissMessage();
  await expect.element(page.getByText("Saved")).not.toBeInTheDocument();
  return offers().elements().length;
}

// One page only: it knows its builds as long as it is open.
test(
  "a reload is offered once for each other build that responds, and can be dismissed",
  { retry: 0 },
  async () => {
    await renderComponent(<Root build="one" />);
    for (const build of ["one", null, undefined]) reportBuild(build);
    expect(await countOffers()).toBe(0);

    reportBuild("two");
    await expect.element(offers()).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
    reportBuild("three");
    expect(await countOffers()).toBe(1);

    await page.getByRole("button", { name: "Dismiss" }).click();
    // While two builds run, the page's own responds in turn.
    for (const build of ["one", "two", "three"]) reportBuild(build);
    expect(await countOffers()).toBe(0);

    // A part of the page could not be loaded.
    offerReload();
    await expect.element(offers()).toBeVisible();
  },
);
