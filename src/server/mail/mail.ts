/** A mail to send. */
export type Mail = {
  /** One address in ASCII without a name, at most 254 characters. */
  to: string;
  /** One line, without the code, because locked screens and mail servers' logs show subjects. */
  subject: string;
  html: string;
  text: string;
  /** How long delivery is tried: then an undelivered mail is deleted. */
  lifetimeSeconds: number;
  /**
   * Whether someone waits for it, so that pages say when mails are late. Not one that only some addresses get: strangers could
   * find out which ones.
   */
  isAwaited: boolean;
  /** The code in the mail, which the embedded mailbox prints in the terminal. */
  code?: string;
};

export type OutgoingMail = Omit<Mail, "lifetimeSeconds" | "isAwaited"> & {
  /** The same in each attempt. */
  id: string;
};

/** Delivers one mail. */
export type MailTransport = {
  /**
   * Resolves when the mail server or mailbox has accepted the mail.
   * @param signal aborts the attempt
   * @throws errors for `deliveryErrorFrom`
   */
  send(mail: OutgoingMail, signal: AbortSignal): Promise<void>;
};

/** One address without name, comment, quotes or list; the local part is a dot-atom (RFC 5322). */
const addressPattern = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z\d](?:[A-Za-z\d.-]*[A-Za-z\d])?$/;
const controlCharacter = /\p{Cc}/u;

/** @throws TypeError if a mail could reach another recipient than intended, or its subject contains the code */
export function validateMail({ to, subject, code }: Pick<Mail, "to" | "subject" | "code">): void {
  if (to.length > 254 || !addressPattern.test(to))
    throw new TypeError("A mail's address must be one plain address");
  if (controlCharacter.test(subject)) throw new TypeError("A mail's subject must be one line");
  if (code && subject.includes(code)) throw new TypeError("A mail's subject must not contain its code");
}
