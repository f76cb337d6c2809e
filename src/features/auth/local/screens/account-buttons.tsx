import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";

type AccountButtonsProps = {
  accounts: readonly { name: string; email: string }[];
  redirect: string;
  /** Whether the first one is the main action of the page. */
  isMain?: boolean;
};

/** A button for each account, which asks for its code. */
export function AccountButtons({ accounts, redirect, isMain }: AccountButtonsProps) {
  const { t } = useTranslation();
  return (
    <ul className="grid gap-3">
      {accounts.map(({ name, email }, index) => (
        <li key={email}>
          <form method="post" action="/login" className="grid gap-2">
            <input type="hidden" name="email" value={email} />
            <input type="hidden" name="redirect" value={redirect} />
            <Button
              type="submit"
              variant={isMain && index === 0 ? "primary" : "secondary"}
              aria-describedby={email}
            >
              <span>
                <Isolated>{t("authLocal:account", { name: isolate(name) })}</Isolated>
              </span>
            </Button>
            <bdi id={email} className="text-center text-sm text-muted-foreground">
              {email}
            </bdi>
          </form>
        </li>
      ))}
    </ul>
  );
}
