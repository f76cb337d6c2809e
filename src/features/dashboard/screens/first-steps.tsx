import { Link } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useId } from "react";
import { brand } from "#brand/brand.ts";
import { starterName } from "#brand/fixed-names.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonAnchor, ButtonLink } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { ActivityIcon, BookIcon, CheckIcon, EditIcon, FileIcon, PasskeyIcon, PersonIcon } from "#ui/icons.ts";
import { dashboardParts } from "../dashboard-parts.ts";
import type { Dashboard } from "../schema.ts";
import type { FirstStep } from "../shared/dashboard-part.ts";

type Icon = ComponentType<{ className?: string }>;

const userStep: FirstStep = {
  total: "users",
  done: 1,
  order: Infinity,
  icon: PersonIcon,
  title: "users:title",
  text: "dashboard:start.usersText",
  actions: [{ to: "/manager/users/new", label: "dashboard:start.users" }],
};

const featureSteps = dashboardParts.flatMap(({ step }) => step ?? []);

function isDone({ totals }: Dashboard, { total, done }: FirstStep): boolean {
  return (totals[total]?.now ?? 0) > done;
}

/** Whether something that features need is missing. Figures that the caller may not read count as done. */
export function isStarting(dashboard: Dashboard): boolean {
  return featureSteps.some((step) => dashboard.totals[step.total] && !isDone(dashboard, step));
}

/** A new installation's first days: the first things to do, in place of figures, and what to look at next. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const steps = [...featureSteps, userStep]
    .filter(({ total }) => dashboard.totals[total])
    .sort((a, b) => a.order - b.order);
  const next = steps.find((step) => !isDone(dashboard, step));
  const isNamed = brand.name !== starterName;
  return (
    <>
      <Section title={t("start.title")} text={t("start.text")}>
        <ol className="grid gap-4 lg:grid-cols-2 lg:gap-6">
          {steps.map((step) => (
            <Step
              key={step.total}
              icon={step.icon}
              title={t(step.title)}
              text={t(step.text)}
              isDone={isDone(dashboard, step)}
              isNext={step === next}
            >
              {step.actions.map(({ to, label }, index) => (
                <ButtonLink key={to} to={to} variant={step === next && index === 0 ? "primary" : "secondary"}>
                  {t(label)}
                </ButtonLink>
              ))}
            </Step>
          ))}
          <Step
            icon={EditIcon}
            title={t("start.name.title")}
            text={t("start.name.text")}
            isDone={isNamed}
            isNext={false}
          >
            <ButtonAnchor href={`${brand.repository}#make-it-yours`}>{t("start.name.action")}</ButtonAnchor>
          </Step>
        </ol>
      </Section>
      <Section title={t("next.title")}>
        <ul className="grid gap-x-6 md:grid-cols-2">
          {/* optional: passkeys */}
          <Tile icon={PasskeyIcon} text={t("next.passkey.text")}>
            <Link to="/manager/account" className={tileLink}>
              {t("next.passkey.title")}
            </Link>
          </Tile>
          {/* end: passkeys */}
          {/* optional: activity */}
          <Tile icon={ActivityIcon} text={t("next.activity")}>
            <Link to="/manager/activity" className={tileLink}>
              {t("activity:title")}
            </Link>
          </Tile>
          {/* end: activity */}
          {/* optional: rest */}
          <Tile icon={FileIcon} text={t("next.api")}>
            <a href="/api/docs" className={tileLink}>
              {t("areas:apiDocumentation")}
            </a>
          </Tile>
          {/* end: rest */}
          <Tile icon={BookIcon} text={t("next.documentation.text")}>
            <a href={brand.documentation} className={tileLink}>
              {t("next.documentation.title")}
            </a>
          </Tile>
        </ul>
      </Section>
    </>
  );
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <header>
        <h2 id={id} className="font-serif text-2xl font-semibold">
          {title}
        </h2>
        {text && <p className="mt-1 max-w-prose text-muted-foreground">{text}</p>}
      </header>
      {children}
    </section>
  );
}

type StepProps = {
  icon: Icon;
  title: string;
  text: string;
  isDone: boolean;
  /** Whether it is the first that isn't done. */
  isNext: boolean;
  /** Links. */
  children: ReactNode;
};

function Step({ icon: Icon, title, text, isDone, isNext, children }: StepProps) {
  const { t } = useTranslation("dashboard");
  return (
    <li
      className={`flex min-w-0 gap-4 rounded-surface border bg-surface p-5 ${isNext ? "border-accent" : "border-border"}`}
    >
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent/10 text-accent">
        <Icon className="size-6" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
          <span className="font-serif text-lg font-semibold">{title}</span>
          {isDone && (
            <Badge variant="accent">
              <CheckIcon className="size-4" />
              {t("start.done")}
            </Badge>
          )}
        </h3>
        <p className="mb-3 text-muted-foreground">{text}</p>
        <p className="mt-auto flex flex-wrap gap-2">{children}</p>
      </div>
    </li>
  );
}

/** It covers its tile. */
const tileLink =
  "font-semibold outline-none after:absolute after:inset-x-0 after:inset-y-0 after:rounded-control after:outline-focus hover:underline focus-visible:after:outline-2";

/** Something to look at next. @param o.children its link */
function Tile({ icon: Icon, text, children }: { icon: Icon; text: string; children: ReactNode }) {
  return (
    <li className="relative flex min-w-0 gap-3 border-t border-border py-4">
      <Icon className="mt-0.5 size-5 shrink-0 text-accent" />
      <div>
        {children}
        <p className="text-sm text-muted-foreground">{text}</p>
      </div>
    </li>
  );
}
