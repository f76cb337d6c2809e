import { createFileRoute } from "@tanstack/react-router";
import { ConfirmScreen } from "#features/auth/confirmation/screens/confirm-screen.tsx";
import { RequirePasskeyScreen } from "#features/auth/passkeys/screens/require-passkey-screen.tsx";
import { authErrorOf } from "#features/auth/errors/error-text.ts";
import { confirm, requestConfirmation } from "#features/auth/queries.ts";
import { formFailed, formRedirect, formText, readForm, seeOther } from "#app/routing/form.ts";
import { requireUser } from "#app/routing/guards.ts";
import { redirectSearch } from "#app/routing/redirect-search.ts";

/** Where users without JavaScript confirm that it's them. */
export const Route = createFileRoute("/login/confirm")({
  staticData: { texts: ["authConfirmation", "authAccount"] },
  validateSearch: (search: Record<string, unknown>): { redirect?: string; sent?: "yes" } => ({
    ...redirectSearch(search),
    ...(search.sent === "yes" && { sent: "yes" }),
  }),
  beforeLoad: (options) => ({ user: requireUser(options) }),
  component: Confirm,
  server: {
    handlers: {
      POST: async ({ request }) => {
        const form = await readForm(request);
        const redirect = formRedirect(form);
        const isRequest = form.has("send");
        try {
          await (isRequest ? requestConfirmation() : confirm(formText(form, "code")));
        } catch (error) {
          const flash = { form: { value: "", error: authErrorOf(error) } };
          const search = { redirect, sent: isRequest ? "" : "yes" };
          return formFailed(request, { path: "/login/confirm", search, flash });
        }
        // /login leads on to the requested page.
        return isRequest
          ? seeOther("/login/confirm", { redirect, sent: "yes" })
          : seeOther("/login", { redirect });
      },
    },
  },
});

function Confirm() {
  const { page, user } = Route.useRouteContext();
  const { redirect = "", sent } = Route.useSearch();
  const { email, confirmationMethods: methods } = user;
  // optional: passkeys
  if (user.needsPasskey) return <RequirePasskeyScreen email={email} methods={methods} redirect={redirect} />;
  // end: passkeys
  return (
    <ConfirmScreen
      email={email}
      methods={methods}
      redirect={redirect}
      isCodeSent={sent === "yes"}
      error={page.flash.form?.error}
    />
  );
}
