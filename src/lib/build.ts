declare const __BUILD__: {
  version: string;
  /** That is not production. The colors are hexadecimal. */
  environment: { name: string; emoji: string | undefined; color: string; textColor: string } | undefined;
};

/** What was fixed when the product was built, and everyone may know: its version, and the `VITE_` settings. */
export const build = __BUILD__;

/** Names the server's build in responses to the browser's calls of operations. */
export const buildHeader = "x-build";
