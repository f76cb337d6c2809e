import { useState, type ComponentProps } from "react";
import { useRevokeSessionsOfUsers } from "#features/auth/queries.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useDeleteRecords } from "#resource/queries.ts";
import { BulkAction, useBulkResult } from "#resource/ui/list/bulk-action.tsx";
import { useSelectedRows } from "#resource/ui/list/selected-rows.ts";
import { Can } from "#rpc/can.tsx";
import { Button } from "#ui/controls/button.tsx";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { BlockIcon, SignOutIcon, SuccessIcon, TrashIcon } from "#ui/icons.ts";
import { useSetBans, userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";

const loadBanDialog = () => import("./ban-dialog.tsx");
const { nameOf } = userRecords;

/** What administrators can do with the selected users. */
export function BulkActions() {
  const { mutateAsync: setBans } = useSetBans();
  const { mutateAsync: revokeSessions } = useRevokeSessionsOfUsers();
  const { mutateAsync: deleteUsers } = useDeleteRecords(userRecords);
  const { ids } = useSelectedRows();
  const revoke = async (
    _: unknown,
    keys: boolean, // optional: api-keys
  ) =>
    counted(
      await revokeSessions({
        ids,
        keys, // optional: api-keys
      }),
    );
  return (
    <>
      <Can permissions={{ user: ["ban"] }}>
        <BanUsers />
        <Action
          name="unban"
          icon={SuccessIcon}
          onConfirm={async () => counted(await setBans({ ids, ban: null }))}
        />
      </Can>
      <Can permissions={{ session: ["revoke"] }}>
        <Action name="revoke" icon={SignOutIcon} onConfirm={revoke} />
      </Can>
      <Can permissions={{ user: ["delete"] }}>
        <Action
          name="delete"
          icon={TrashIcon}
          variant="danger"
          onConfirm={async (selected) => {
            const { deleted, failures } = await deleteUsers(selected);
            return { count: deleted.length, failures };
          }}
        />
      </Can>
    </>
  );
}

type ActionName = "unban" | "revoke" | "delete";
type ActionProps = Omit<ComponentProps<typeof BulkAction<ListedUser>>, "nameOf" | "texts">;

function Action({ name, ...action }: ActionProps & { name: ActionName }) {
  return <BulkAction {...action} nameOf={nameOf} texts={useBulkTexts(name)} />;
}

function BanUsers() {
  const { mutateAsync: setBans } = useSetBans();
  const dialog = useOnDemand(loadBanDialog);
  const [isOpen, setOpen] = useState(false);
  const { ids } = useSelectedRows();
  const texts = useBulkTexts("ban");
  const result = useBulkResult({ nameOf, texts });
  return (
    <>
      <Button {...dialog.intent} onClick={() => void dialog.use(() => setOpen(true))}>
        <BlockIcon className="size-5" />
        {texts.action}
      </Button>
      {dialog.module && (
        <dialog.module.BanDialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title={texts.title}
          onBan={async (ban) => result.show(counted(await setBans({ ids, ban })))}
          failed={texts.failed}
        />
      )}
      {result.dialog}
    </>
  );
}

function counted<Failure>({ done, failures }: { done: string[]; failures: Failure[] }) {
  return { count: done.length, failures };
}

function useBulkTexts(name: ActionName | "ban") {
  const { refs } = useSelectedRows();
  const { t } = useTranslation("users");
  return {
    action: t(`bulk.${name}.action`),
    title: t(`bulk.${name}.title`, { count: refs.length }),
    text: t(`bulk.${name}.text`),
    option: name === "revoke" ? t("endKeys") : undefined, // optional: api-keys
    done: (count: number) => t(`bulk.${name}.done`, { count }),
    failed: t(`bulk.${name}.failed`),
    skipped: t("bulk.skipped"),
    reasons: {
      NOT_FOUND: t("bulk.reasons.NOT_FOUND"),
      VERSION_CONFLICT: t("bulk.reasons.VERSION_CONFLICT"),
      YOU_CANNOT_BAN_YOURSELF: t("bulk.reasons.YOU_CANNOT_BAN_YOURSELF"),
      YOU_CANNOT_REMOVE_YOURSELF: t("bulk.reasons.YOU_CANNOT_REMOVE_YOURSELF"),
    },
  };
}
