/**
 * Runs in the page's head, before the first paint: marks a browser that supports passkeys. Elements that need it are hidden
 * otherwise (`in-data-passkeys:`), so the layout doesn't shift.
 */
export const passkeySupportScript =
  'if(window.PublicKeyCredential&&PublicKeyCredential.parseRequestOptionsFromJSON)document.documentElement.dataset.passkeys="";';
