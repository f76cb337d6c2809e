import { serviceWorkerPath } from "./service-worker.ts";

/**
 * An inline script that lets React create script elements, which it does with the text `<script></script>`, while the
 * Content-Security-Policy requires Trusted Types. Every other text that would become HTML or script is blocked.
 */
export const trustedTypesScript =
  'self.trustedTypes?.createPolicy("default",{' +
  `createScriptURL:u=>u==="${serviceWorkerPath}"?u:null,` + // optional: offline
  'createHTML:t=>t==="\\x3cscript>\\x3c/script>"?t:null});';
