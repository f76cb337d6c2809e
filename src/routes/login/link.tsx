import { createFileRoute } from "@tanstack/react-router";
import { MailLinkScreen } from "#features/auth/codes/screens/mail-link-screen.tsx";
import { formText, seeOther } from "#app/routing/form.ts";
import { searchText } from "#app/routing/redirect-search.ts";
import { writeFlash } from "#server/flash.ts";

export const Route = createFileRoute("/login/link")({
  staticData: { texts: ["authCodes"] },
  validateSearch: ({ purpose, token }: Record<string, unknown>): { purpose?: "stop"; token?: string } => ({
    ...(purpose === "stop" && { purpose }),
    ...(token ? { token: searchText(token) } : {}),
  }),
  component: MailLink,
  server: {
    handlers: {
      POST: async ({ request, context }) => {
        const { authService, handleStopForm, handleUnlockForm } =
          await import("#features/auth/server/forms.ts");
        const form = await request.formData();
        const token = formText(form, "token");
        const auth = authService(context);
        if (formText(form, "purpose") === "stop") {
          const { setCookies, ...result } = await handleStopForm(auth, { request, context }, token);
          const flash = result.ok ? { stoppedEmails: true as const } : { form: { value: "", ...result } };
          return seeOther("/login/link", { purpose: "stop" }, [...setCookies, writeFlash(request, flash)]);
        }
        const result = await handleUnlockForm(auth, { request, context }, token);
        if (result.ok) return seeOther("/login/verify", { email: result.email }, result.setCookies);
        return seeOther("/login/link", {}, [
          writeFlash(request, { form: { value: "", error: result.error } }),
        ]);
      },
    },
  },
});

function MailLink() {
  const { purpose = "unlock", token = "" } = Route.useSearch();
  const { form, stoppedEmails } = Route.useRouteContext().page.flash;
  return <MailLinkScreen purpose={purpose} token={token} sent={form} isDone={stoppedEmails ?? false} />;
}
