import { createLink } from "@tanstack/react-router";
import { useRef, type ComponentProps } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { EditIcon } from "#ui/icons.ts";
import { useEditKey } from "#ui/list/use-edit-key.ts";

function EditAnchor({ children, ...props }: ComponentProps<"a">) {
  const { t } = useTranslation("resource");
  const link = useRef<HTMLAnchorElement>(null);
  useEditKey(() => link.current?.click());
  return (
    <ButtonAnchor variant="primary" aria-keyshortcuts="E" {...props} ref={link}>
      <EditIcon className="size-5" />
      {children ?? t("edit")}
    </ButtonAnchor>
  );
}

/** The link from a record's page to its form: "Edit" by default. The key E follows it. */
export const EditLink = createLink(EditAnchor);
