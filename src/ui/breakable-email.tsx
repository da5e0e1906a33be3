/** An e-mail in a narrow column: it breaks behind the @ first. */
export function BreakableEmail({ children }: { children: string }) {
  const [name, domain] = children.split('@');
  return (
    <span className="wrap-anywhere">
      {name}@<wbr />
      {domain}
    </span>
  );
}
