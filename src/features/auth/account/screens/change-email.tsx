import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { CodeForm } from "../../codes/screens/code-form.tsx";
import { useCodeRequest, type CodeRequest } from "../../codes/screens/use-code-request.ts";
import { loadErrorText } from "../../errors/error-text.ts";
import { requestEmailChange, useChangeEmail } from "../../queries.ts";
import { emailSchema } from "../../schema.ts";

const schema = z.object({ email: emailSchema });

/** "Change your email": the new email, then the code that was sent to it, which the URL's `newEmail` opens. */
export function ChangeEmail({ newEmail }: { newEmail: string | undefined }) {
  const { t } = useTranslation("authAccount");
  const navigate = useNavigate();
  const request = useCodeRequest(requestEmailChange);
  const { mutateAsync: change } = useChangeEmail();
  const [isOpen, setOpen] = useState(false);
  const email = emailSchema.safeParse(newEmail).data;

  const setNewEmail = (value: string | undefined) => {
    const search = updateSearch({ newEmail: value });
    return navigate({ to: ".", search, replace: newEmail !== undefined, resetScroll: false });
  };

  async function close() {
    setOpen(false);
    if (newEmail !== undefined) await setNewEmail(undefined);
  }

  async function reenterEmail() {
    setOpen(true);
    await setNewEmail(undefined);
  }

  async function submit(email: string, code: string) {
    await change({ email, code });
    toast.success(t("authAccount:emailChange.done", { email: isolate(email) }));
    await close();
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("authAccount:emailChange.title")}</Button>
      <Dialog
        isOpen={isOpen || email !== undefined}
        onClose={() => void close()}
        title={t("authAccount:emailChange.title")}
        size="small"
      >
        {email === undefined ? (
          <EmailForm request={request} onSent={setNewEmail} onCancel={() => void close()} />
        ) : (
          <CodeForm email={email} request={request} onSubmit={(code) => submit(email, code)}>
            <TextButton type="button" onClick={() => void reenterEmail()}>
              {t("auth:verify.otherEmail")}
            </TextButton>
          </CodeForm>
        )}
      </Dialog>
    </>
  );
}

type EmailFormProps = {
  request: CodeRequest;
  onSent: (email: string) => Promise<void>;
  onCancel: () => void;
};

function EmailForm({ request, onSent, onCancel }: EmailFormProps) {
  const { t, i18n } = useTranslation("authAccount");
  const form = useForm({ schema, defaultValues: { email: "" } });

  async function send({ email }: { email: string }) {
    const error = await request.sendOnce(email);
    if (!error) return await onSent(email);
    form.setError("email", { type: "server", message: await loadErrorText(i18n, error) });
  }

  return (
    <Form form={form} onSubmit={send}>
      <LabeledField
        label={t("authAccount:emailChange.field")}
        help={t("authAccount:emailChange.text")}
        control={form.control}
        name="email"
        type="email"
        autoFocus
      />
      <DialogFooter>
        <Button onClick={onCancel}>{t("components:dialog.cancel")}</Button>
        <FormSubmit>{t("auth:newCode.send")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}
