import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { useDeleteRecords } from "#resource/queries.ts";
import { BulkAction, useBulkResult } from "#resource/ui/list/bulk-action.tsx";
import type { RecordList } from "#resource/ui/list/use-record-list.ts";
import { Button } from "#ui/controls/button.tsx";
import { useOnDemand } from "#ui/use-on-demand.ts";
import { BlockIcon, SignOutIcon, SuccessIcon, TrashIcon } from "#ui/icons.ts";
import { type BulkActionName, useBanUsers, useBulkAction, userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";

type ListProps = { list: RecordList<ListedUser> };

const loadBanDialog = () => import("./ban-dialog.tsx");
const icons = { unban: SuccessIcon, revoke: SignOutIcon };
const { nameOf } = userRecords;

/** What administrators can do with the selected users. */
export function BulkActions({ list }: ListProps) {
  const { mutateAsync: deleteUsers } = useDeleteRecords(userRecords);
  return (
    <>
      <BanUsers list={list} />
      <ChangeUsers list={list} name="unban" />
      <ChangeUsers list={list} name="revoke" />
      <BulkAction
        {...{ list, nameOf }}
        icon={TrashIcon}
        variant="danger"
        texts={useBulkTexts("delete", list)}
        onConfirm={async (selected) => {
          const { deleted, failures } = await deleteUsers(selected);
          return { count: deleted.length, failures };
        }}
      />
    </>
  );
}

function BanUsers({ list }: ListProps) {
  const { mutateAsync: ban } = useBanUsers();
  const dialog = useOnDemand(loadBanDialog, { isLikely: true });
  const [isOpen, setOpen] = useState(false);
  const texts = useBulkTexts("ban", list);
  const result = useBulkResult({ list, nameOf, texts });
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
          onBan={async (input) => {
            const { done, failures } = await ban({ users: list.selection.refs, ...input });
            result.show({ count: done.length, failures });
          }}
          failed={texts.failed}
        />
      )}
      {result.dialog}
    </>
  );
}

function ChangeUsers({ list, name }: ListProps & { name: BulkActionName }) {
  const { mutateAsync } = useBulkAction(name);
  return (
    <BulkAction
      {...{ list, nameOf }}
      icon={icons[name]}
      texts={useBulkTexts(name, list)}
      onConfirm={async (selected) => {
        const { done, failures } = await mutateAsync(selected);
        return { count: done.length, failures };
      }}
    />
  );
}

function useBulkTexts(name: BulkActionName | "ban" | "delete", { selection }: ListProps["list"]) {
  const { t } = useTranslation("users");
  return {
    action: t(`bulk.${name}.action`),
    title: t(`bulk.${name}.title`, { count: selection.refs.length }),
    text: t(`bulk.${name}.text`),
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
