import { createFileRoute } from "@tanstack/react-router";
import { UndoEmailScreen } from "#features/auth/account/screens/undo-email-screen.tsx";
import { readEmailChange, undoEmailChange } from "#features/auth/queries.ts";
import { apiErrorOf } from "#lib/api-error.ts";
import { formFailed, formText, readForm, seeOther } from "#app/routing/form.ts";
import { searchText } from "#app/routing/redirect-search.ts";
import { writeFlash } from "#server/flash.ts";

/** Undoes an email change, with the link in the mail to the old email. */
export const Route = createFileRoute("/login/undo-email")({
  staticData: { texts: ["authAccount"] },
  validateSearch: ({ token }: Record<string, unknown>): { token?: string } =>
    token ? { token: searchText(token) } : {},
  loaderDeps: ({ search: { token = "" } }) => ({ token }),
  loader: async ({ deps: { token } }) => {
    if (!token) return undefined;
    return await readEmailChange(token).catch((error: unknown) => {
      if (apiErrorOf(error)?.code !== "LINK_EXPIRED") throw error;
    });
  },
  component: UndoEmail,
  server: {
    handlers: {
      POST: async ({ request }) => {
        const token = formText(await readForm(request), "token");
        try {
          const undoneEmailChange = await undoEmailChange(token);
          return seeOther("/login/undo-email", {}, [writeFlash(request, { undoneEmailChange })]);
        } catch (error) {
          const code = apiErrorOf(error)?.code ?? "UNKNOWN_ERROR";
          return formFailed(request, {
            path: "/login/undo-email",
            search: { token },
            flash: { form: { value: "", error: { code } } },
          });
        }
      },
    },
  },
});

function UndoEmail() {
  const { flash } = Route.useRouteContext().page;
  return (
    <UndoEmailScreen
      token={Route.useSearch().token ?? ""}
      change={Route.useLoaderData()}
      undone={flash.undoneEmailChange}
      isTaken={flash.form?.error?.code === "EMAIL_TAKEN"}
    />
  );
}
