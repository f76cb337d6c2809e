/**
 * As `fetch`, from the product's own server.
 * @throws an error with the code UNREACHABLE if the server gave no answer; the signal's reason
 */
export async function fetchFromServer(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request);
  } catch (error) {
    // What fetch throws without an answer; its text differs from browser to browser.
    if (!(error instanceof TypeError)) throw error;
    throw Object.assign(new Error("The server can't be reached", { cause: error }), { code: "UNREACHABLE" });
  }
}
