/**
 * Runs in the page's head, before anything is painted: tells the styles whether this browser knows passkeys. What needs
 * them stands in every page, hidden until then (`in-data-passkeys:`), so that nothing moves, and nothing shows that would
 * do nothing.
 */
export const passkeySupportScript =
  'if(window.PublicKeyCredential&&PublicKeyCredential.parseRequestOptionsFromJSON)document.documentElement.dataset.passkeys="";';
