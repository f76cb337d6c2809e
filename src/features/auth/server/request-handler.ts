import { answerAuthRequest, type RequestFacts } from "./handler.ts";
import { authService } from "./service.ts";

/** Answers a request to the authentication service (answer.ts). */
export function handleAuthRequest(request: Request, facts: RequestFacts): Promise<Response> {
  return answerAuthRequest(authService(), request, facts);
}
