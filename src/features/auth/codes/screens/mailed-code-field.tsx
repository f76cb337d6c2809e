import type { ComponentProps } from "react";
import { CodeField } from "#ui/controls/code-input.tsx";
import { MailDelayNotice } from "./mail-delay-notice.tsx";

/** The field for a code that was sent by mail. */
export function MailedCodeField(props: ComponentProps<typeof CodeField>) {
  return (
    <>
      <MailDelayNotice />
      <CodeField {...props} />
    </>
  );
}
