/** A response whose body is a text. The web's Response would make a stream of the text, which is read again to send it. */
export type TextResponse = { status: number; headers: Headers; text: string };

/** What a handler responds with. */
export type HandlerResponse = Response | TextResponse;

/** The response with a value as JSON. */
export function jsonResponse(value: unknown): TextResponse {
  const headers = new Headers({ "content-type": "application/json" });
  return { status: 200, headers, text: JSON.stringify(value) };
}

/** The response as the web's Response, for code that reads it. */
export function toResponse(response: HandlerResponse): Response {
  if (response instanceof Response) return response;
  const { status, headers, text } = response;
  return new Response(text || null, { status, headers });
}
