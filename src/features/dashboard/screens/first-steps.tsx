import type { LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { Card } from "#ui/display/card.tsx";
import { BookIcon, CheckIcon, PersonIcon, TagIcon } from "#ui/icons.ts";
import type { Dashboard } from "../schema.ts";

/** The first things to do in a new installation: shown while there are no books. */
export function FirstSteps({ dashboard: { genres, users } }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  return (
    <Card title={t("start.title")}>
      <p className="text-muted-foreground">{t("start.text")}</p>
      <ol className="mt-5 grid gap-4 lg:grid-cols-3 lg:gap-6">
        <Step
          icon={<TagIcon className="size-6" />}
          title={t("genres:title")}
          text={t("start.genresText")}
          isDone={(genres?.now ?? 0) > 0}
          action={{ to: "/manager/genres", label: t("start.genres") }}
        />
        <Step
          icon={<BookIcon className="size-6" />}
          title={t("books:title")}
          text={t("start.booksText")}
          action={{ to: "/manager/books/new", label: t("start.books") }}
        >
          <ButtonLink to="/manager/books/import">{t("start.import")}</ButtonLink>
        </Step>
        {users && (
          <Step
            icon={<PersonIcon className="size-6" />}
            title={t("users:title")}
            text={t("start.usersText")}
            isDone={users.now > 1}
            action={{ to: "/manager/users/new", label: t("start.users") }}
          />
        )}
      </ol>
    </Card>
  );
}

type StepProps = {
  icon: ReactNode;
  title: string;
  text: string;
  isDone?: boolean;
  action: { to: NonNullable<LinkProps["to"]>; label: string };
  /** Other actions. */
  children?: ReactNode;
};

function Step({ icon, title, text, isDone = false, action, children }: StepProps) {
  const { t } = useTranslation("dashboard");
  return (
    <li className="flex flex-col items-start gap-2 rounded-surface bg-muted p-5">
      <h3 className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <span className="text-accent">{icon}</span>
        {title}
        {isDone && (
          <Badge variant="accent">
            <CheckIcon className="size-4" />
            {t("start.done")}
          </Badge>
        )}
      </h3>
      <p className="mb-2">{text}</p>
      <p className="mt-auto flex flex-wrap gap-2">
        <ButtonLink to={action.to} variant={isDone ? "secondary" : "primary"}>
          {action.label}
        </ButtonLink>
        {children}
      </p>
    </li>
  );
}
