/** The icon of a shop front and the name of the application. */
export function Logo({ nameClass = '' }: { nameClass?: string }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <img src="/favicon.svg" alt="" width="28" height="28" className="size-7 shrink-0" />
      <span className={`text-base font-semibold tracking-tight ${nameClass}`}>Vitrine</span>
    </span>
  );
}
