import { serverI18n } from "#i18n/i18n.ts";
import { expect, test } from "../support/test.ts";

test("all tabs say that live updates are paused while their stream fails, and no longer once it is back", async ({
  newPageOf,
  expectProblem,
}) => {
  expectProblem(/api\/live|503/);
  const stream = /\/api\/live\?/;
  const page = await newPageOf({ role: "admin" }, { live: true });
  const context = page.context();
  await context.route(stream, (route) => route.fulfill({ status: 503 }));
  await page.goto("/manager/users");
  const other = await context.newPage();
  await other.goto("/manager/account");
  const { t } = await serverI18n("en");
  const notices = [page, other].map((tab) => tab.getByRole("status").getByText(t("components:livePaused")));
  for (const notice of notices) await notice.waitFor();

  await context.unroute(stream);
  for (const notice of notices) await expect.poll(() => notice.count()).toBe(0);
});
