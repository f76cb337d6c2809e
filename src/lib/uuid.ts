const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a text is an id as the database writes it. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}
