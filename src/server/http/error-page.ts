/**
 * The page for errors of the server itself, where neither the interface's languages nor its styles are available.
 * @param message a text of ours, never an error's message
 */
export function errorPage(o: { message: string; requestId: string; nonce: string }): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Something went wrong</title>
    <style nonce="${o.nonce}">
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 20vh auto 0; padding: 0 1.5rem }
    </style>
  </head>
  <body>
    <main>
      <h1>Something went wrong</h1>
      <p>${o.message}</p>
      <p>Reference: <code>${o.requestId}</code></p>
      <p><a href="/">Back to the start</a></p>
    </main>
  </body>
</html>
`;
}
