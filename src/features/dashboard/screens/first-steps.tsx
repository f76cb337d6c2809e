import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";
import { Card } from "#ui/display/card.tsx";
import { CheckIcon, PersonIcon } from "#ui/icons.ts";
import { dashboardParts } from "../dashboard-parts.ts";
import type { Dashboard } from "../schema.ts";
import type { FirstStep } from "../shared/dashboard-part.ts";

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

/** The first things to do in a new installation. */
export function FirstSteps({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  const steps = [...featureSteps, userStep].filter(({ total }) => dashboard.totals[total]);
  return (
    <Card title={t("start.title")}>
      <p className="text-muted-foreground">{t("start.text")}</p>
      <ol className="mt-5 grid gap-4 lg:grid-cols-3 lg:gap-6">
        {steps
          .sort((a, b) => a.order - b.order)
          .map((step) => (
            <Step key={step.total} step={step} isDone={isDone(dashboard, step)} />
          ))}
      </ol>
    </Card>
  );
}

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { t } = useTranslation("dashboard");
  const { icon: Icon, title, text, actions } = step;
  return (
    <li className="flex flex-col items-start gap-2 rounded-surface bg-muted p-5">
      <h3 className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
        <Icon className="size-6 text-accent" />
        {t(title)}
        {isDone && (
          <Badge variant="accent">
            <CheckIcon className="size-4" />
            {t("start.done")}
          </Badge>
        )}
      </h3>
      <p className="mb-2">{t(text)}</p>
      <p className="mt-auto flex flex-wrap gap-2">
        {actions.map(({ to, label }, index) => (
          <ButtonLink key={to} to={to} variant={isDone || index > 0 ? "secondary" : "primary"}>
            {t(label)}
          </ButtonLink>
        ))}
      </p>
    </li>
  );
}
