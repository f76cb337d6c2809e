/** The body of a request that starts a social sign-in. It ends on the login page, which redirects to `redirect`. */
export function socialSignInBody(provider: string, redirect: string) {
  const search = redirect && `?${new URLSearchParams({ redirect })}`;
  return { provider, callbackURL: `/login${search}`, errorCallbackURL: "/login/error" };
}
