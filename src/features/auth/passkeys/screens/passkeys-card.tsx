import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
import { toast } from "#ui/toast/toast.ts";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { useIsImpersonated } from "../../impersonation/screens/use-is-impersonated.ts";
import { passkeysQuery, useAddPasskey, useRemovePasskey } from "../../queries.ts";
import { useNow } from "#ui/use-now.ts";
import { useRemoval } from "#ui/overlays/use-removal.tsx";
import { useDeviceName } from "../../sessions/device-name.ts";
import { parseUserAgent } from "#lib/user-agent.ts";
import { type Passkey, passkeyLimit } from "../schema.ts";
import { NamePasskey } from "./name-passkey.tsx";
import { PasskeyRow } from "./passkey-row.tsx";

/** The user's passkeys. */
export function PasskeysCard() {
  const { t } = useTranslation("authAccount");
  const list = useRef<HTMLDivElement>(null);
  const query = useQuery(passkeysQuery);
  const now = useNow(query.dataUpdatedAt);
  const { isOpen: isNaming, item: named, open: rename, close: closeNaming } = useItemDialog<Passkey>();
  const removal = usePasskeyRemoval(list);
  const isImpersonated = useIsImpersonated(); // optional: impersonation

  if (isImpersonated) return null; // optional: impersonation
  return (
    <Card title={t("passkeys.title")}>
      <Loaded query={query} rows={2}>
        {(passkeys) => (
          <div ref={list} tabIndex={-1} className="grid gap-4">
            <p className="text-muted-foreground">{t("passkeys.text")}</p>
            {passkeys.length > 0 && (
              <ul aria-label={t("passkeys.title")} className="grid divide-y divide-border">
                {passkeys.map((passkey) => (
                  <PasskeyRow
                    key={passkey.id}
                    passkey={passkey}
                    now={now}
                    onRename={rename}
                    onRemove={removal.open}
                  />
                ))}
              </ul>
            )}
            <AddPasskey isFull={passkeys.length >= passkeyLimit} onAdded={rename} />
          </div>
        )}
      </Loaded>
      <NamePasskey isOpen={isNaming} passkey={named} onClose={closeNaming} />
      {removal.dialog}
    </Card>
  );
}

type AddPasskeyProps = { isFull: boolean; onAdded: (passkey: Passkey) => void };

/** "Add a passkey", or the reason why that isn't possible. */
function AddPasskey({ isFull, onAdded }: AddPasskeyProps) {
  const { t, i18n } = useTranslation("authAccount");
  const nameOf = useDeviceName(String);
  const { mutateAsync: add, isPending } = useAddPasskey();
  const [message, setMessage] = useState("");

  async function press() {
    setMessage("");
    try {
      const added = await add(nameOf(parseUserAgent(navigator.userAgent)));
      toast.success(t("passkeys.added"));
      onAdded(added);
    } catch (error) {
      const authError = authErrorOf(error);
      const text = await loadErrorText(i18n, authError);
      // Canceling is not a failure.
      if (authError.code === "REGISTRATION_CANCELLED") setMessage(text);
      else toast.error(text);
    }
  }

  if (isFull) return <p className="text-sm text-muted-foreground">{t("passkeys.full")}</p>;
  return (
    <>
      <div className="hidden flex-wrap items-center gap-x-4 gap-y-2 in-data-passkeys:flex">
        <Button isBusy={isPending} onClick={() => void press()}>
          {t("passkeys.add")}
        </Button>
        <p role="status" className="text-sm text-muted-foreground">
          {message}
        </p>
      </div>
      <p className="text-sm text-muted-foreground in-data-passkeys:hidden">{t("passkeys.unsupported")}</p>
    </>
  );
}

/** Removes a passkey after a confirmation. */
function usePasskeyRemoval(list: React.RefObject<HTMLElement | null>) {
  const { t, i18n } = useTranslation("authAccount");
  const { mutateAsync: remove } = useRemovePasskey();
  return useRemoval<Passkey>({
    list,
    remove: ({ id }) => remove(id),
    title: t("passkeys.removeTitle"),
    text: ({ name }) => t("passkeys.removeText", { name: isolate(name) }),
    confirmLabel: t("passkeys.remove"),
    successText: t("passkeys.removed"),
    failureText: (error) => loadErrorText(i18n, authErrorOf(error)),
  });
}
