import { serviceWorkerPath } from "./service-worker.ts";

/**
 * An inline script that lets React create script elements, which it does with the text `<script></script>`, and the
 * service worker be registered, while the Content-Security-Policy requires Trusted Types. Every other text that would
 * become HTML or script is blocked.
 */
export const trustedTypesScript =
  'self.trustedTypes?.createPolicy("default",{createHTML:t=>t==="\\x3cscript>\\x3c/script>"?t:null,' +
  `createScriptURL:u=>u==="${serviceWorkerPath}"?u:null});`;
