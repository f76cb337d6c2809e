import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { GlobeIcon } from "#ui/icons.ts";
import { toast } from "#ui/toast/toast.ts";
import type { AccountSearch } from "../../account/account-search.ts";
import { AccountRow, FactLine, TimeFact } from "../../account/screens/account-row.tsx";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { useIsImpersonated } from "../../impersonation/screens/use-is-impersonated.ts";
import { linkedAccountsQuery, startLinking, useUnlinkAccount } from "../../queries.ts";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import type { SocialProvider } from "../providers.ts";
import type { LinkedAccount } from "../schema.ts";

type LinkedAccountsCardProps = {
  /** Those that are configured. */
  providers: readonly SocialProvider[];
  search: AccountSearch;
};

/** The user's accounts at social providers. Hidden if there are neither accounts nor providers. */
export function LinkedAccountsCard({ providers, search }: LinkedAccountsCardProps) {
  const { t, i18n } = useTranslation("authAccount");
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(linkedAccountsQuery);
  const { mutateAsync: unlink } = useUnlinkAccount();
  const removal = useRemoval<LinkedAccount>({
    list,
    remove: ({ id }) => unlink(id),
    title: t("links.removeTitle"),
    text: ({ name }) => t("links.removeText", { name: isolate(name) }),
    confirmLabel: t("links.remove"),
    successText: t("links.removed"),
    failureText: (error) => loadErrorText(i18n, authErrorOf(error)),
  });
  useResultToast(search);
  const isImpersonated = useIsImpersonated(); // optional: impersonation

  const others = providers.filter(({ id }) => !query.data?.some(({ provider }) => provider === id));
  if (isImpersonated) return null; // optional: impersonation
  if (providers.length === 0 && !query.data?.length) return null;
  return (
    <Card title={t("links.title")}>
      <Loaded query={query} rows={1}>
        {(accounts) => (
          <div ref={list} tabIndex={-1} className="grid gap-4">
            <p className="text-muted-foreground">{t("links.text")}</p>
            {accounts.length > 0 && (
              <ul aria-label={t("links.title")} className="grid divide-y divide-border">
                {accounts.map((linked) => (
                  <LinkedAccountRow key={linked.id} linked={linked} onRemove={removal.open} />
                ))}
              </ul>
            )}
            {others.length > 0 && <LinkButtons providers={others} />}
          </div>
        )}
      </Loaded>
      {removal.dialog}
    </Card>
  );
}

type LinkedAccountRowProps = { linked: LinkedAccount; onRemove: (linked: LinkedAccount) => void };

function LinkedAccountRow({ linked, onRemove }: LinkedAccountRowProps) {
  const { t, i18n } = useTranslation("authAccount");
  const { name, createdAt } = linked;
  return (
    <AccountRow
      icon={GlobeIcon}
      name={name}
      actions={[{ label: t("links.remove"), run: () => onRemove(linked) }]}
    >
      <FactLine>
        <TimeFact time={createdAt}>
          {t("links.since", { day: formatDate(i18n.language, createdAt) })}
        </TimeFact>
      </FactLine>
    </AccountRow>
  );
}

/** A button for each provider, which leads to the provider. */
function LinkButtons({ providers }: { providers: readonly SocialProvider[] }) {
  const { t, i18n } = useTranslation("authAccount");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [busyWith, setBusyWith] = useState<string>();

  async function link(provider: string) {
    setBusyWith(provider);
    try {
      await startLinking(provider, path);
    } catch (error) {
      toast.error(await loadErrorText(i18n, authErrorOf(error)));
      setBusyWith(undefined);
    }
  }

  return (
    <div className="flex flex-wrap gap-2">
      {providers.map(({ id, name }) => (
        <Button key={id} isBusy={busyWith === id} onClick={() => void link(id)}>
          {/* One child, as the button puts a gap between children. */}
          <span>
            <Isolated>{t("links.add", { name: isolate(name) })}</Isolated>
          </span>
        </Button>
      ))}
    </div>
  );
}

/** Shows once whether an account was linked, when the browser returns from the provider. */
function useResultToast({ link, error }: AccountSearch) {
  const { t } = useTranslation("authAccount");
  const navigate = useNavigate();
  const showResult = useEffectEvent(() => {
    if (error === "account_already_linked_to_different_user") toast.error(t("links.taken"));
    else if (error) toast.error(t("links.failed"));
    else toast.success(t("links.added"));
    void navigate({ to: ".", search: {}, replace: true, resetScroll: false });
  });
  const hasResult = link !== undefined || error !== undefined;
  useEffect(() => {
    if (hasResult) showResult();
  }, [hasResult]);
}
