import { useRef, type ComponentProps, type SubmitEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { errorTextKeys } from "../errors/error-data.ts";
import { toast } from "../toast/toast.ts";

type PostFormProps = Omit<ComponentProps<"form">, "method" | "action" | "onSubmit"> & {
  action: string;
  /** The toast after a failure. By default it says whether the server can't be reached or is unavailable. */
  failed?: string;
  /** Asked before it is sent by script. */
  isValid?: (form: HTMLFormElement) => Promise<boolean>;
};

/**
 * A form whose response leads to a page, also without JavaScript. With it, the form is sent by script: a failure is a toast where
 * the person is, and what they typed stays.
 */
export function PostForm({ failed, isValid, ...props }: PostFormProps) {
  const { t } = useTranslation();
  const isPending = useRef(false);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    const { currentTarget: form, nativeEvent } = event;
    // What can't be checked here, the server checks.
    const isSent = (await isValid?.(form).catch(() => true)) ?? true;
    const { location: next, code } = isSent ? await post(form, nativeEvent as globalThis.SubmitEvent) : {};
    isPending.current = false;
    if (!isSent) return;
    if (next) location.assign(next);
    else toast.error(failed ?? t(errorTextKeys[code ?? ""] ?? "common:errors.unavailable"));
  }

  return <form method="post" {...props} onSubmit={(event) => void send(event)} />;
}

/** @returns where the response leads (`formResponse`), or why there is none */
async function post(
  form: HTMLFormElement,
  { submitter }: globalThis.SubmitEvent,
): Promise<{ location?: string; code?: string }> {
  const body = new URLSearchParams(new FormData(form, submitter) as unknown as URLSearchParams);
  const sent = fetch(form.action, { method: "POST", headers: { accept: "application/json" }, body });
  const response = await sent.catch(() => undefined);
  if (!response) return { code: "UNREACHABLE" };
  // By a server of the build before, which knows no `formResponse`.
  if (response.redirected) return { location: response.url };
  return await response.json().catch(() => ({}));
}
