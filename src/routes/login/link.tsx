import { createFileRoute } from "@tanstack/react-router";
import { MailLinkScreen } from "#features/auth/codes/screens/mail-link-screen.tsx";
import { formFailed, formText, readForm, seeOther } from "#app/routing/form.ts";
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
        const { postForm } = await import("#features/auth/server/forms.ts");
        const form = await readForm(request);
        const purpose = formText(form, "purpose");
        const body = { purpose, token: formText(form, "token") };
        const answer = await postForm<{ email: string }>({ request, context }, "/email-otp/use-link", body);
        if (answer.error)
          return formFailed(request, {
            path: "/login/link",
            search: { purpose },
            flash: { form: { value: "", error: answer.error } },
          });
        if (purpose === "unlock")
          return seeOther("/login/verify", { email: answer.body.email }, answer.setCookies);
        const flash = writeFlash(request, { stoppedEmails: true });
        return seeOther("/login/link", { purpose }, [...answer.setCookies, flash]);
      },
    },
  },
});

function MailLink() {
  const { purpose = "unlock", token = "" } = Route.useSearch();
  const { form, stoppedEmails } = Route.useRouteContext().page.flash;
  return <MailLinkScreen purpose={purpose} token={token} sent={form} isDone={stoppedEmails ?? false} />;
}
