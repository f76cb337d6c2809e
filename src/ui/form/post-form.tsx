import { useRef, type ComponentProps, type SubmitEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { errorTextKeys } from "../errors/error-data.ts";
import { toast } from "../toast/toast.ts";

type PostFormProps = Omit<ComponentProps<"form">, "method" | "action"> & {
  action: string;
  /** The toast after a failure. By default it says whether the server can't be reached or is unavailable. */
  failed?: string;
};

/**
 * A form whose response leads to a page, also without JavaScript. With it, the form is sent by script: a failure is a toast where
 * the person is, and what they typed stays. `onSubmit` may prevent it.
 */
export function PostForm({ failed, onSubmit, ...props }: PostFormProps) {
  const { t } = useTranslation();
  const isPending = useRef(false);

  async function send(event: SubmitEvent<HTMLFormElement>) {
    onSubmit?.(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    if (isPending.current) return;
    isPending.current = true;
    const { location: next, code } = await post(
      event.currentTarget,
      event.nativeEvent as globalThis.SubmitEvent,
    );
    isPending.current = false;
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
