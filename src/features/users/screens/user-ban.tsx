import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { useTimeZone } from "#ui/display/local-time.tsx";
import { ConfirmDialog } from "#ui/overlays/confirm-dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { useBanUser, useUnbanUser } from "../queries.ts";
import type { Ban, ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

const loadBanDialog = () => import("./ban-dialog.tsx");

/** The button that bans a user or lifts their ban, with its dialog. */
export function BanButton({ user }: { user: ListedUser }) {
  const { t } = useTranslation("users");
  const dialog = useOnDemand(loadBanDialog, { isLikely: true });
  const [isBanning, setBanning] = useState(false);
  const [isUnbanning, setUnbanning] = useState(false);
  const { mutateAsync: ban } = useBanUser();
  return (
    <>
      {user.ban ? (
        <Button onClick={() => setUnbanning(true)}>{t("unban.action")}</Button>
      ) : (
        <Button {...dialog.intent} onClick={() => void dialog.use(() => setBanning(true))}>
          {t("ban.action")}
        </Button>
      )}
      {dialog.module && (
        <dialog.module.BanDialog
          isOpen={isBanning}
          onClose={() => setBanning(false)}
          title={<Isolated>{t("ban.title", { user: isolate(user.name ?? user.email) })}</Isolated>}
          onBan={async (input) => {
            await ban({ id: user.id, ...input });
            toast.success(t("ban.done"));
          }}
          failed={t("ban.failed")}
        />
      )}
      <UnbanDialog user={user} isOpen={isUnbanning} onClose={() => setUnbanning(false)} />
    </>
  );
}

type UnbanDialogProps = { user: ListedUser; isOpen: boolean; onClose: () => void };

function UnbanDialog({ user: { id, name, email }, isOpen, onClose }: UnbanDialogProps) {
  const { t } = useTranslation("users");
  const { mutateAsync: unban } = useUnbanUser();
  const showFailure = useFailureToast();

  async function confirm() {
    try {
      await unban(id);
    } catch (error) {
      await showFailure(error, t("unban.failed"));
      throw error;
    }
    toast.success(t("unban.done"));
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={confirm}
      title={<Isolated>{t("unban.title", { user: isolate(name ?? email) })}</Isolated>}
      text={t("unban.text")}
      confirmLabel={t("unban.action")}
    />
  );
}

/** Says that a user is banned, until when and why. */
export function BanAlert({ ban: { reason, until } }: { ban: Ban }) {
  const { t, i18n } = useTranslation("users");
  const timeZone = useTimeZone();
  const title = until
    ? t("ban.ends", { time: formatDateTime(i18n.language, until, timeZone) })
    : t("ban.permanent");
  return (
    <Alert variant="danger" title={title}>
      {reason && <bdi className="wrap-anywhere">{reason}</bdi>}
    </Alert>
  );
}
