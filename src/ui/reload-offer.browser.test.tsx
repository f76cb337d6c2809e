import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../testing/render.tsx";
import "./styles/app.css";
import { offerReload, reportBuild, ReloadOffer } from "./reload-offer.tsx";

const offer = () => page.getByRole("status").getByText("A new version is available.");
const dismiss = () => page.getByRole("button", { name: "Dismiss" }).click();

// One page only: it knows its builds as long as it is open.
test(
  "a reload is offered once for each other build that responds, and can be dismissed",
  { retry: 0 },
  async () => {
    await renderComponent(<ReloadOffer build="one" />);
    for (const build of ["one", null, undefined]) reportBuild(build);
    await expect.element(offer()).not.toBeInTheDocument();

    reportBuild("two");
    await expect.element(offer()).toBeVisible();
    await expect.element(page.getByRole("button", { name: "Reload" })).toBeVisible();
    await dismiss();
    await expect.element(offer()).not.toBeInTheDocument();
    // While two builds run, the page's own responds in turn.
    for (const build of ["one", "two"]) reportBuild(build);
    await expect.element(offer()).not.toBeInTheDocument();

    reportBuild("three");
    await expect.element(offer()).toBeVisible();
    await dismiss();
    // A part of the page could not be loaded.
    offerReload();
    await expect.element(offer()).toBeVisible();
  },
);
