/** An email address. It breaks before its @, and within a word only if it must. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf("@");
  return (
    <bdi className="wrap-anywhere">
      {email.slice(0, Math.max(0, at))}
      <wbr />
      {email.slice(Math.max(0, at))}
    </bdi>
  );
}
