import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { LocalTime } from "#ui/display/local-time.tsx";
import { CopyIcon } from "#ui/icons.ts";
import { toast } from "#ui/toast/toast.ts";
import { useClipboard } from "#ui/use-clipboard.ts";

/** From what the product was built. A downloaded archive has no commit and no branch. */
export type Build = {
  version: string;
  commit?: string | undefined;
  branch?: string | undefined;
  /** ISO 8601. */
  time?: string | undefined;
  /** Its name, if it isn't production. */
  environment?: string | undefined;
};

/** The version and where it comes from, to be copied into a bug report (specification, "Build info"). */
export function BuildInfo({ build }: { build: Build }) {
  const { t } = useTranslation("authAccount");
  const { version, commit, branch, time, environment } = build;

  const { copy } = useClipboard();
  async function copyInfo() {
    if (await copy(versionInfo(build))) toast.success(t("build.copied"));
    else toast.error(t("build.copyFailed"));
  }

  const facts = [
    { label: t("build.commitId"), value: commit },
    { label: t("build.branch"), value: branch },
    { label: t("build.time"), value: time && <LocalTime value={new Date(time)} /> },
    { label: t("build.environment"), value: environment ?? t("build.production") },
  ];
  return (
    <footer className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 text-sm text-muted-foreground">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-semibold">
          <Isolated>{t("build.version", { version: isolate(version) })}</Isolated>
        </p>
        <dl className="flex flex-wrap gap-x-4">
          {facts.map(
            ({ label, value }) =>
              value && (
                <div key={label} className="flex gap-x-1.5">
                  <dt>{label}</dt>
                  <dd className="min-w-0 text-foreground">
                    <bdi>{value}</bdi>
                  </dd>
                </div>
              ),
          )}
        </dl>
      </div>
      <Button variant="quiet" className="-mx-4 noscript:hidden" onClick={() => void copyInfo()}>
        <CopyIcon className="size-5" />
        {t("build.copy")}
      </Button>
    </footer>
  );
}

/** In English, for those who read bug reports. */
function versionInfo({ version, commit, branch, time, environment = "production" }: Build): string {
  const facts = Object.entries({ Commit: commit, Branch: branch, Built: time, Environment: environment });
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  return [`${brand.name} ${version}`, ...lines].join("\n");
}
