import { useTranslation } from "#i18n/use-translation.tsx";
import type { ConfirmationMethod } from "#rpc/context.ts";
import { TextButton } from "#ui/controls/text-button.tsx";
import { PostForm } from "#ui/form/post-form.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { parseUserAgent } from "#lib/user-agent.ts";
import { ConfirmIdentity } from "../../confirmation/screens/confirm-identity.tsx";
import { addPasskey } from "../../queries.ts";
import { useDeviceName } from "../../sessions/device-name.ts";
import { ConfirmWithPasskey, openAfterConfirmation, PasskeyButton } from "./passkey-button.tsx";

type RequirePasskeyScreenProps = { email: string; methods: ConfirmationMethod[]; redirect: string };

/** The page of a user who can't go on without a passkey (AUTH_REQUIRE_PASSKEY): they use or add one. */
export function RequirePasskeyScreen({ email, methods, redirect }: RequirePasskeyScreenProps) {
  const { t } = useTranslation("authConfirmation");
  const hasPasskey = methods.includes("passkey");
  const title = t(hasPasskey ? "title" : "add.title");
  const proceed = () => openAfterConfirmation(redirect);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <Heading>{title}</Heading>
      <p className="mt-2 mb-6 text-muted-foreground">{t("add.text")}</p>
      <div className="grid gap-6">
        {hasPasskey ? (
          <ConfirmWithPasskey onConfirmed={proceed} />
        ) : (
          <AddRequiredPasskey email={email} onAdded={proceed} />
        )}
        <p className="in-data-passkeys:hidden">{t("unsupported")}</p>
        <PostForm action="/logout" failed={t("common:failures.signOut")}>
          <TextButton type="submit">{t("add.logOut")}</TextButton>
        </PostForm>
      </div>
    </>
  );
}

/** "Add a passkey", for a user who can't go on without one. */
function AddRequiredPasskey({ email, onAdded }: { email: string; onAdded: () => void }) {
  const { t } = useTranslation("authConfirmation");
  const nameOf = useDeviceName(String);
  const add = () => addPasskey(nameOf(parseUserAgent(navigator.userAgent)));
  return (
    <>
      <PasskeyButton label={t("add.submit")} act={add} onDone={onAdded} />
      <ConfirmIdentity email={email} />
    </>
  );
}
