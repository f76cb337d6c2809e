import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { emailSchema } from "#features/auth/schema.ts";
import { CodeForm } from "#features/auth/codes/screens/code-form.tsx";
import { useCodeRequest, type CodeRequest } from "#features/auth/codes/screens/use-code-request.ts";
import { loadErrorText } from "#features/auth/errors/error-text.ts";
import { isolate } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import { DialogFooter } from "#ui/overlays/dialog-frame.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import { requestEmailChange, useChangeEmail } from "#features/auth/queries.ts";

const schema = z.object({ email: emailSchema });

type ChangeEmailProps = { newEmail: string | undefined; renewUser: () => Promise<void> };

/**
 * "Change your email": asks for the new address, then for the code that was sent to it. The URL's `newEmail` opens the
 * second step (decisions: "Account").
 */
export function ChangeEmail({ newEmail, renewUser }: ChangeEmailProps) {
  const { t } = useTranslation(["authAccount", "auth"]);
  const navigate = useNavigate();
  const request = useCodeRequest(requestEmailChange);
  const { mutateAsync: change } = useChangeEmail();
  const [isAsked, setAsked] = useState(false);
  const wanted = addressIn(newEmail);

  const go = (email: string | undefined) =>
    navigate({
      to: ".",
      search: updateSearch({ newEmail: email }),
      replace: newEmail !== undefined,
      resetScroll: false,
    });

  async function close() {
    setAsked(false);
    if (newEmail !== undefined) await go(undefined);
  }

  async function answer(email: string, code: string) {
    await change({ email, code });
    await renewUser();
    toast.success(t("authAccount:emailChange.done", { email: isolate(email) }));
    await close();
  }

  return (
    <>
      <Button onClick={() => setAsked(true)}>{t("authAccount:emailChange.title")}</Button>
      <Dialog
        isOpen={isAsked || wanted !== undefined}
        onClose={() => void close()}
        title={t("authAccount:emailChange.title")}
        size="small"
      >
        {wanted === undefined ? (
          <AddressForm request={request} onSent={go} onCancel={() => void close()} />
        ) : (
          <CodeForm email={wanted} request={request} onAnswer={(code) => answer(wanted, code)}>
            <TextButton
              type="button"
              onClick={() => {
                setAsked(true);
                void go(undefined);
              }}
            >
              {t("auth:verify.otherEmail")}
            </TextButton>
          </CodeForm>
        )}
      </Dialog>
    </>
  );
}

/** The address in the URL, in its stored form, if it is one. */
function addressIn(newEmail: string | undefined): string | undefined {
  return emailSchema.safeParse(newEmail).data;
}

type AddressFormProps = {
  request: CodeRequest;
  onSent: (email: string) => Promise<void>;
  onCancel: () => void;
};

function AddressForm({ request, onSent, onCancel }: AddressFormProps) {
  const { t, i18n } = useTranslation(["authAccount", "auth", "components"]);
  const form = useForm({ schema, defaultValues: { email: "" } });

  async function send({ email }: { email: string }) {
    const refusal = await request.askOnce(email);
    if (!refusal) return await onSent(email);
    form.setError("email", { type: "server", message: await loadErrorText(i18n, refusal) });
  }

  return (
    <Form form={form} onSubmit={send}>
      <FormField>
        <FormFieldLabel>{t("authAccount:emailChange.field")}</FormFieldLabel>
        <FormFieldController control={form.control} name="email" type="email" autoFocus />
        <FormFieldHelper>{t("authAccount:emailChange.text")}</FormFieldHelper>
      </FormField>
      <DialogFooter>
        <Button onClick={onCancel}>{t("components:dialog.cancel")}</Button>
        <FormSubmit>{t("auth:newCode.send")}</FormSubmit>
      </DialogFooter>
    </Form>
  );
}
