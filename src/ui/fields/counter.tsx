export type CounterProps = {
  length: number;
  max: number;
  /** Amber above this many characters. */
  warnAbove: number;
};

/** 'x/30': the used part of a limited text. */
export function Counter({ length, max, warnAbove }: CounterProps) {
  return (
    <span className={length > warnAbove ? 'font-semibold text-warning' : undefined}>
      {length}/{max}
    </span>
  );
}
