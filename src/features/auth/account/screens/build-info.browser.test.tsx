import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { brand } from "#brand/brand.ts";
import { Toaster } from "#ui/toast/toaster.tsx";
import { renderComponent } from "../../../../../testing/render.tsx";
import { BuildInfo } from "./build-info.tsx";

const build = {
  version: "1.2.3",
  commit: "0123456",
  branch: "main",
  time: "2026-01-02T03:04:05.000Z",
  environment: "staging",
};

function open(shown: Parameters<typeof BuildInfo>[0]["build"]) {
  return renderComponent(
    <>
      <BuildInfo build={shown} />
      <Toaster />
    </>,
  );
}

test("users copy the version, the commit, the branch, the time and the environment", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await open(build);
  await expect.element(page.getByText("Version 1.2.3")).toBeVisible();
  await page.getByRole("button", { name: "Copy version info" }).click();
  await expect.element(page.getByText("Version info copied to clipboard")).toBeVisible();
  expect(copied.mock.calls).toEqual([
    [
      `${brand.name} 1.2.3\nCommit: 0123456\nBranch: main\nBuilt: 2026-01-02T03:04:05.000Z\nEnvironment: staging`,
    ],
  ]);
});

test("a build from an archive has no commit; a failed copy is reported", async () => {
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("No"));
  await open({ version: "1.2.3", time: build.time });
  await page.getByRole("button", { name: "Copy version info" }).click();
  await expect.element(page.getByText("Failed to copy the version info")).toBeVisible();
  expect(copied.mock.calls).toEqual([
    [`${brand.name} 1.2.3\nBuilt: 2026-01-02T03:04:05.000Z\nEnvironment: production`],
  ]);
  await expect.element(page.getByText("Commit")).not.toBeInTheDocument();
});
