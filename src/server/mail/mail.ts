/** A mail as features write it. */
export type Mail = {
  /** One plain address in ASCII, at most 254 characters. */
  to: string;
  /** One line; never holds the code, for subjects are shown on locked screens and written into mail servers' logs. */
  subject: string;
  html: string;
  text: string;
  /** What has not been delivered by then is erased. */
  expiresAt: Date;
  /** The code in the mail, for the terminal line of the embedded mailbox. */
  code?: string;
};

/** A mail on its way. */
export type OutgoingMail = Omit<Mail, "expiresAt"> & {
  /** The same at each attempt. */
  id: string;
};

/** Delivers one mail. */
export type MailTransport = {
  /**
   * Resolves once the mail has been taken over by who delivers it.
   * @param signal ends the attempt
   * @throws what `failureOf` (failure.ts) explains.
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
};

/** One address, without name, comment, quotes or list; the local part's characters are those of RFC 5322's dot-atom. */
const plainAddress = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?$/;
const control = /\p{Cc}/u;

/** @throws TypeError where a mail could reach someone else than meant, or show its code too early. */
export function validateMail({ to, subject, code }: Pick<Mail, "to" | "subject" | "code">): void {
  if (to.length > 254 || !plainAddress.test(to))
    throw new TypeError("A mail's address must be one plain address");
  if (control.test(subject)) throw new TypeError("A mail's subject must be one line");
  if (code && subject.includes(code)) throw new TypeError("A mail's subject must not hold its code");
}
