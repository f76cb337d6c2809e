import * as forms from "./forms.ts";
import { authService } from "./service.ts";

/** What the forms that work without JavaScript do (forms.ts), with the process's authentication service. */
export const requestCode = (sent: Parameters<typeof forms.requestCode>[1]) =>
  forms.requestCode(authService(), sent);

export const verifyCode = (sent: Parameters<typeof forms.verifyCode>[1]) =>
  forms.verifyCode(authService(), sent);

export const beginSocialSignIn = (sent: Parameters<typeof forms.beginSocialSignIn>[1]) =>
  forms.beginSocialSignIn(authService(), sent);

export const signOut = (sent: Parameters<typeof forms.signOut>[1]) => forms.signOut(authService(), sent);
