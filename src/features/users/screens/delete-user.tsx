import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { DeleteRecord, type RecordDialogProps } from "#resource/ui/record/delete-record.tsx";
import { userRecords } from "../queries.ts";
import type { ListedUser } from "../schema.ts";
import { useFailureToast } from "./use-failure-toast.ts";

/** Deletes a user after a confirmation (specification, "Manager user detail"). */
export function DeleteUser(dialog: RecordDialogProps<ListedUser>) {
  const { t } = useTranslation("users");
  const showFailure = useFailureToast();
  const { name, email } = dialog.record;
  return (
    <DeleteRecord
      {...dialog}
      records={userRecords}
      onFailure={(error) => showFailure(error, t("delete.failed"))}
      texts={{
        title: <Isolated>{t("delete.title", { user: isolate(name ?? email) })}</Isolated>,
        text: t("delete.text"),
        done: t("delete.done"),
      }}
    />
  );
}
